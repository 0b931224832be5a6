"""Cards for pages: search by name, printings with their legality, and names in other languages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from cards.engine import card_names
from cards.engine.card_names import split_copies_and_name
from cards.engine.card_pool import CardPool, FormatRules
from cards.engine.cards import LANGUAGES, Catalogue, Expansion, Printing
from cards.engine.formats import CARD_FORMATS
from cards.models import Card, LocalName
from cards.queries import catalogue
from cards.queries.card_tiles import CardTile, tile_of_printing

MAX_FOUND = 50
NEVER = "never"
BANNED = "banned"


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card name in a search result.

    `pk` is the key in the URL of its page, `printings` the number of its printings, `tile` the tile of the newest
    printing, and `local` its name in the reader's language.
    """

    pk: int
    key: str
    supertype: str
    printings: int
    tile: CardTile
    local: str = ""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A printing on the page of a card.

    `states`: its state (see `state_in_format`) in each of `CARD_FORMATS`. `here`: whether the page is about
    this printing.
    """

    pk: int
    printing: Printing
    expansion: Expansion
    states: tuple[str, ...]
    here: bool = False


def find_cards(text: str, language: str) -> list[FoundCard]:
    """Return up to MAX_FOUND cards whose name contains a text in any language.

    If the text is the set code and number of a card ("GRI 60"), return only that card. A number of copies before
    the name is ignored: "4 ultra ba".
    """
    cards, (_copies, text) = catalogue.current_catalogue(), split_copies_and_name(text)
    code, _space, number = text.strip().rpartition(" ")
    printing = cards.printing(code, number) if code and any(char.isdigit() for char in number) else None
    return _cards_named(
        (printing.key,) if printing else cards.search(text, MAX_FOUND, language[:2]), cards, language
    )


def similar_cards(text: str, language: str) -> list[FoundCard]:
    """Return the cards whose name is similar to a text."""
    cards = catalogue.current_catalogue()
    return _cards_named(cards.nearest(split_copies_and_name(text)[1]), cards, language)


def printed_cards(card: Card, on: date) -> list[PrintedCard]:
    """Return every printing of a card's name, newest first, with its state in each format on a day."""
    cards = catalogue.current_catalogue()
    pools = [CardPool(FormatRules(card_format), cards, on) for card_format in CARD_FORMATS]
    rows = Card.objects.filter(key=card.key).values_list("expansion_id", "number", "name", "pk")
    pks = {row[:3]: row[3] for row in rows}
    return [
        PrintedCard(
            pks[printing.expansion, printing.number, printing.name],
            printing,
            cards.expansions[printing.expansion],
            tuple(state_in_format(printing, pool) for pool in pools),
            printing.ref == (card.expansion_id, card.number),
        )
        for printing in reversed(cards.printings(card.key))
        if (printing.expansion, printing.number, printing.name) in pks
    ]


def state_in_format(printing: Printing, pool: CardPool) -> str:
    """Return the state of a printing in a format: NEVER, BANNED or the state of its `Finding`.

    NEVER is for cards that are not tournament legal and cards from collector sets.
    """
    expansion = pool.catalogue.expansions.get(printing.expansion)
    if printing.not_tournament_legal or (expansion and expansion.kind == "collector"):
        return NEVER
    return BANNED if printing.ref in pool.banned else pool.legality_of(printing).state


def copy_limit_of_card(card: Card) -> int | None:
    """Return the copy limit in the text of a card (R-076), or None if its text sets none.

    If the loaded catalogue lacks the printing, the stored limit is used.
    """
    cards = catalogue.current_catalogue()
    same_card = (
        printing for printing in cards.printings(card.key) if printing.ref == (card.expansion_id, card.number)
    )
    return next((cards.copy_limit(printing) for printing in same_card), card.limit)


def spellings_by_language(card: Card) -> list[tuple[str, list[str]]]:
    """Return the names of a card by language, the usual name first, and each spelling once.

    English, whose name is decisive (R-001), has a single name. Languages without names are included.
    """
    by_language: dict[str, list[str]] = {code: [] for code in LANGUAGES}
    by_language["en"] = [card.key]
    for language, name in LocalName.objects.filter(key=card.key).values_list("language", "name"):
        spellings = by_language.setdefault(language, [])
        if card_names.fold_card_name_loosely(name) not in map(card_names.fold_card_name_loosely, spellings):
            spellings.append(name)
    return list(by_language.items())


def _cards_named(keys: Iterable[str], cards: Catalogue, language: str) -> list[FoundCard]:
    """Return the stored cards with these names, in the same order."""
    keys = list(keys)
    pks = dict(Card.objects.filter(key__in=keys).order_by("pk").values_list("key", "pk"))
    return [
        FoundCard(
            pks[key],
            key,
            cards.printings(key)[-1].supertype,
            len(cards.printings(key)),
            tile_of_printing(cards.printings(key)[-1], cards),
            local_card_name(key, language, cards),
        )
        for key in keys
        if key in pks and cards.printings(key)
    ]


def local_card_name(key: str, language: str, cards: Catalogue) -> str:
    """Return the name of a card in a language, or "" for English or if it equals the English name."""
    name = cards.local_name(key, language[:2]) if language[:2] != "en" else ""
    return "" if card_names.fold_card_name_loosely(name) == card_names.fold_card_name_loosely(key) else name
