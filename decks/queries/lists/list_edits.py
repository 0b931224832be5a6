"""A list with one change made by a button, and cards to offer while a name is typed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from cards.engine.card_pool import CardPool
from cards.engine.cards import Catalogue, Printing
from cards.engine.numbers import card_number
from cards.engine.typed import copies_and_name
from cards.queries import catalogue
from cards.queries.cards import local_name, state_of
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from decks.engine.legality import Context
from decks.engine.lists import Deck, copy_marks, edits, read_text
from decks.engine.lists.cardline import readings
from decks.engine.lists.copy_marks import CopyMarks
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve

MOST_OFFERED = 10
MOST_SEARCHED = 60
"""Names searched, so that legal cards are among those offered."""

MOST_PRINTINGS = 4
PLAYABLE = ("legal", "reprint", "errata")
LONGEST_CARD = 120


@dataclass(frozen=True, slots=True)
class Offered:
    """A printing to add: `line` is the text for the list, `legal` whether the event allows it.

    `local`: its name in the reader's language where that differs.
    """

    line: str
    name: str
    where: str
    legal: bool
    local: str = ""


def changed(text: str, do: str, *, on: date) -> str:
    """A list after one change: "set:12:4", "out:12:", "use:12:Night Stretcher", "add::4 Ultra Ball SUM 135",
    "mark:12:pt, signed".

    The result is sorted. Refused: LINE_NOT_FOUND, CHANGE_UNKNOWN, LIST_TOO_BIG, LIST_TOO_LONG.
    """
    kind, _colon, rest = do.partition(":")
    line, _colon, value = rest.partition(":")
    cards = catalogue.current()
    deck = resolve(read_text(text), cards, on=on) if text.strip() else None
    after = _after(text, deck, kind, whole_number(line) or 0, value[:LONGEST_CARD], cards, on)
    return edits.tidied(after, resolve(read_text(after), cards, on=on)) if after.strip() else ""


def _after(text: str, deck: Deck | None, kind: str, line: int, value: str, cards: Catalogue, on: date) -> str:
    if kind == "add" and value.strip():
        return edits.with_more(text, deck, value)
    if deck is None or kind not in ("set", "out", "use", "mark"):
        raise Refused(DeckRefusal.CHANGE_UNKNOWN)
    if kind == "mark":
        return edits.with_marks(text, deck, line, _marks(value))
    if kind == "out":
        return edits.without(text, deck, line)
    if kind == "use":
        return edits.with_card(text, deck, line, _clearest(deck, line, value, cards, on))
    quantity = whole_number(value)
    if quantity is None:
        raise Refused(DeckRefusal.CHANGE_UNKNOWN)
    return edits.with_quantity(text, deck, line, quantity)


def _marks(value: str) -> CopyMarks:
    """The marks of a value such as "pt, signed"; none of a blank one. Refused: CHANGE_UNKNOWN."""
    if not value.strip(" ,"):
        return CopyMarks()
    rest, marks = copy_marks.read(f"? [{value}]")
    if rest != "?":
        raise Refused(DeckRefusal.CHANGE_UNKNOWN)
    return marks


def _clearest(deck: Deck, line: int, name: str, cards: Catalogue, on: date) -> str:
    """The name with the set and number of the line if they match, else the name alone."""
    written = next((card.line for card in deck.cards if card.line.number == line), None)
    reading = next(iter(readings(written.text)), None) if written and written.text else None
    if reading and reading.set_code and reading.card_number:
        with_number = f"{name} {reading.set_code} {reading.card_number}"
        if resolve(read_text(f"1 {with_number}"), cards, on=on).cards[0].problem is None:
            return with_number
    return name


def offered(text: str, context: Context, *, language: str = "en", copies: int = 0) -> list[Offered]:
    """Printings whose name contains a text, legal ones first, the latest of a name first; "SUM 135" finds one.

    A count typed before the name is that of the lines to add ("4 ultra ba"), else `copies`, 0 for a line without.
    """
    cards = catalogue.current()
    pool = CardPool(context, cards, context.date)
    counted, text = copies_and_name(text)
    code, _space, number = text.rpartition(" ")
    if code and number[-1:].isdigit() and (exact := cards.printing(code, number)):
        offers = [_offer(exact, cards, legal=_playable(exact, pool))]
    else:
        keys = cards.search(text, MOST_SEARCHED)
        offers = [offer for key in keys for offer in _of_name(key, cards, pool)]
    before = f"{counted or copies} " if counted or copies else ""
    return [
        replace(offer, line=f"{before}{offer.line}", local=local_name(offer.name, language, cards))
        for offer in sorted(offers, key=lambda offer: not offer.legal)[:MOST_OFFERED]
    ]


def _of_name(key: str, cards: Catalogue, pool: CardPool) -> Iterator[Offered]:
    newest_first = cards.printings(key)[::-1]
    printings = sorted(newest_first, key=lambda printing: not _playable(printing, pool))
    # Printings of a Pokémon differ, so several are offered; of other cards the latest legal one.
    several = printings and printings[0].supertype == "pokemon"
    for printing in printings[: MOST_PRINTINGS if several else 1]:
        yield _offer(printing, cards, legal=_playable(printing, pool))


def _playable(printing: Printing, pool: CardPool) -> bool:
    return state_of(printing, pool) in PLAYABLE


def _offer(printing: Printing, cards: Catalogue, *, legal: bool) -> Offered:
    expansion = cards.expansions.get(printing.expansion)
    where = card_number(expansion.code if expansion else printing.expansion, printing.number)
    if printing.basic_energy:
        return Offered(printing.name, printing.name, "", legal)
    return Offered(f"{printing.name} {where}", printing.name, where, legal)
