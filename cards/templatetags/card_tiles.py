"""Tags for card tiles and deck crests. Pages that use them include `components/type_sprite.html` once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cards.engine.card_tiles import CardFace
from cards.queries.card_tiles import CardTile
from cards.words.type_words import card_type_name
from core.templatetags.dataclass_tags import register_component

register = template.Library()


@dataclass
class Tile:
    """The template context of a tile.

    `face` is the card's face, `type` the name of its type, and `classes` the CSS classes.
    """

    tile: CardTile
    face: CardFace
    type: str | Promise
    classes: str
    copies: object
    mini: bool


@register.simple_tag
def card_tile(tile: CardTile, copies: object = "", bad: bool = False, mini: bool = False) -> SafeString:
    """Draw a card.

    `copies` is shown as a badge, and `bad` marks an error. With `mini` only the drawing is shown, for use beside the
    card's name.
    """
    return _card_tile_html(tile, copies, bad, mini, get_language())


@lru_cache(maxsize=2_000)
def _card_tile_html(
    tile: CardTile, copies: object, bad: bool, mini: bool, _language: str | None
) -> SafeString:
    # Tiles are cached by language, because a deck page has about thirty, and rendering them is most of its time.
    modifiers = {"energy": tile.face.energy, "bad": bad, "mini": mini, "pictured": tile.picture}
    classes = " ".join(["card-tile", *(modifier for modifier, applies in modifiers.items() if applies)])
    context = Tile(tile, tile.face, card_type_name(tile.face.type), classes, copies, mini)
    return render_to_string("components/card_tile.html", vars(context))


class NamedCrest(Protocol):
    """The crest of a deck: its types, and the deck's name."""

    @property
    def types(self) -> tuple[str, ...]: ...
    @property
    def name(self) -> str: ...


@register.simple_tag
def crest_with_name(deck: NamedCrest | None) -> SafeString:
    """Draw a small crest with the deck's name, which phones show only to screen readers; "" without a crest."""
    return _crest_with_name(deck.types, deck.name) if deck and deck.types else SafeString("")


@lru_cache(maxsize=1000)
def _crest_with_name(types: tuple[str, ...], name: str) -> SafeString:
    # Crests are cached, because lists of thousands of players have few different decks.
    drawn = render_to_string("components/crest.html", vars(Crest(types)))
    return format_html('<span class="deck">{}<span class="name-wide" lang="en">{}</span></span>', drawn, name)


@register_component(register, "components/crest.html", "crest")
@dataclass
class Crest:
    """The crest of a deck, drawn from one or two types. The deck's name is shown beside it as text."""

    types: Iterable[str]
    large: bool = False
