"""Tiles of cards: a drawing, or the installation's picture. Makes no query once the catalogue is loaded."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine import card_names
from cards.engine.card_tiles import CardFace, card_face_of, monograms
from cards.engine.cards import Catalogue, Printing
from cards.queries import catalogue
from cards.queries.card_pictures import card_picture_url


@dataclass(frozen=True, slots=True)
class CardTile:
    """A card with the data that its tile shows.

    `code` and `number` are as in the list, or "" if the list only has a name. `picture` is a URL, or "" if there is no
    picture.
    """

    name: str
    code: str
    number: str
    face: CardFace
    monogram: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card of a list: its English name, and set code and number if the list has them.

    `known` means that the catalogue has the card.
    """

    name: str
    code: str = ""
    number: str = ""
    known: bool = True


def tiles_of(cards: Iterable[NamedCard]) -> list[CardTile]:
    """Return the tiles of cards, in the same order. Monograms distinguish the Pokémon among these cards."""
    cards = tuple(cards)
    known_cards = catalogue.loaded_catalogue() or catalogue.current_catalogue()
    printings = [printing_of_named_card(card, known_cards) for card in cards]
    letters = monograms(
        card.name
        for card, printing in zip(cards, printings, strict=True)
        if printing is None or _has_monogram(printing)
    )
    return [
        _tile(card, printing, known_cards, letters.get(card.name, ""))
        for card, printing in zip(cards, printings, strict=True)
    ]


def tile_of_printing(printing: Printing, cards: Catalogue) -> CardTile:
    """Return the tile of a single printing."""
    card = NamedCard(printing.name, cards.set_code(printing), printing.number)
    letters = monograms([printing.name]) if _has_monogram(printing) else {}
    return _tile(card, printing, cards, letters.get(printing.name, ""))


def printing_of_named_card(card: NamedCard, cards: Catalogue) -> Printing | None:
    """Return the printing that a tile shows for a card, or None if the card is unknown.

    This is the printing with the card's set and number. If there is none with its name, it is the newest of
    that name in its set, otherwise the newest of that name.
    """
    if not card.known:
        return None
    key = card_names.card_name_identity(card.name)
    if card.code and card.number:
        exact_match = cards.printing(card.code, card.number)
        if exact_match is not None and exact_match.key == key:
            return exact_match
    same_name = cards.printings(key)
    if card.code:
        in_set = [printing for printing in same_name if cards.set_code(printing) == card.code]
        same_name = tuple(in_set) or same_name
    return same_name[-1] if same_name else None


def _has_monogram(printing: Printing) -> bool:
    """Return whether the tile shows a monogram: for Pokémon, and for cards without a type."""
    return printing.supertype == "pokemon" or not card_face_of(printing).type


def _tile(card: NamedCard, printing: Printing | None, cards: Catalogue, monogram: str) -> CardTile:
    """Build the tile of a card and its printing. Without a printing, it has no picture and a plain face."""
    picture = card_picture_url(cards.set_code(printing), printing.number) if printing else ""
    return CardTile(card.name, card.code, card.number, card_face_of(printing), monogram, picture)
