"""Cards for pages: found by name, with their printings, legality today and names."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from cards.engine import names
from cards.engine.card_pool import CardPool, FormatRules
from cards.engine.cards import LANGUAGES, Catalogue, Expansion, Printing
from cards.engine.formats import CARD_FORMATS
from cards.engine.typed import copies_and_name
from cards.models import Card, LocalName
from cards.queries import catalogue

MOST_FOUND = 50
NEVER = "never"
BANNED = "banned"


@dataclass(frozen=True, slots=True)
class FoundCard:
    """One name of a search result: key of its page, number of printings, local name."""

    pk: int
    key: str
    supertype: str
    printings: int
    local: str = ""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One printing on the page of a name, with its state in each format: codes by format."""

    pk: int
    printing: Printing
    expansion: Expansion
    states: tuple[str, ...]
    here: bool = False


def found(text: str, language: str) -> list[FoundCard]:
    """Names containing a text in any language, and the name of a set and number ("GRI 60").

    A count before the name is left out: "4 ultra ba".
    """
    cards, (_copies, text) = catalogue.current(), copies_and_name(text)
    code, _space, number = text.strip().rpartition(" ")
    printing = cards.printing(code, number) if code and any(sign.isdigit() for sign in number) else None
    return _rows((printing.key,) if printing else cards.search(text, MOST_FOUND), cards, language)


def nearest(text: str, language: str) -> list[FoundCard]:
    """Names similar to a text without results."""
    cards = catalogue.current()
    return _rows(cards.nearest(copies_and_name(text)[1]), cards, language)


def printed(card: Card, on: date) -> list[PrintedCard]:
    """Every printing of a card's name, newest first, with its state in each format on a day."""
    cards = catalogue.current()
    pools = [CardPool(FormatRules(card_format), cards, on) for card_format in CARD_FORMATS]
    rows = Card.objects.filter(key=card.key).values_list("expansion_id", "number", "name", "pk")
    pks = {row[:3]: row[3] for row in rows}
    return [
        PrintedCard(
            pks[printing.expansion, printing.number, printing.name],
            printing,
            cards.expansions[printing.expansion],
            tuple(state_of(printing, pool) for pool in pools),
            printing.ref == (card.expansion_id, card.number),
        )
        for printing in reversed(cards.printings(card.key))
        if (printing.expansion, printing.number, printing.name) in pks
    ]


def state_of(printing: Printing, pool: CardPool) -> str:
    """The state of a printing in a format: the states of `Finding`, or banned, or never."""
    expansion = pool.catalogue.expansions.get(printing.expansion)
    if printing.not_tournament_legal or (expansion and expansion.kind == "collector"):
        return NEVER
    return BANNED if printing.ref in pool.banned else pool.finding(printing).state


def copy_limit(card: Card) -> int | None:
    """The copy limit in a card's text, as the catalogue knows it (R-076)."""
    cards = catalogue.current()
    same = (
        printing for printing in cards.printings(card.key) if printing.ref == (card.expansion_id, card.number)
    )
    return next((cards.copy_limit(printing) for printing in same), card.limit)


def names_of(card: Card) -> list[tuple[str, list[str]]]:
    """The names of a card in each language, the usual one first; the English one counts (R-001)."""
    called: dict[str, list[str]] = {code: [] for code in LANGUAGES}
    called["en"] = [card.key]
    for language, name in LocalName.objects.filter(key=card.key).values_list("language", "name"):
        spellings = called.setdefault(language, [])
        if names.loose(name) not in map(names.loose, spellings):
            spellings.append(name)
    return list(called.items())


def _rows(keys: Iterable[str], cards: Catalogue, language: str) -> list[FoundCard]:
    keys = list(keys)
    pks = dict(Card.objects.filter(key__in=keys).order_by("pk").values_list("key", "pk"))
    return [
        FoundCard(
            pks[key],
            key,
            cards.printings(key)[-1].supertype,
            len(cards.printings(key)),
            local_name(key, language, cards),
        )
        for key in keys
        if key in pks and cards.printings(key)
    ]


def local_name(key: str, language: str, cards: Catalogue) -> str:
    """The name of a card in a reader's language; "" for the English one."""
    name = cards.local_name(key, language[:2]) if language[:2] != "en" else ""
    return "" if names.loose(name) == names.loose(key) else name
