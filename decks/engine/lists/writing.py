"""A list as TCG Live text; reading it returns the same list."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cards.engine.numbers import card_number
from decks.engine.lists import copy_marks
from decks.engine.lists.cardline import FEW_DIGITS
from decks.engine.lists.order import Listed, listed, section_rows
from decks.engine.lists.values import SECTIONS, Deck, Section

HEADINGS: dict[Section, str] = {"pokemon": "Pokémon", "trainer": "Trainer", "energy": "Energy"}
MOST_COPIES = 10**FEW_DIGITS - 1


def write_text(deck: Deck, *, languages: bool = False) -> str:
    """The list in order; each heading counts lines, as in TCG Live, the last line counts cards.

    Nothing is added: a name alone stays a name, a line that identifies no card is written as typed. `languages`: append
    the marks of copies, such as their language, which TCG Live does not support.
    """
    if not languages:
        unmarked = (
            replace(card.line, language=None, back=None, autographed=False, product="") for card in deck.cards
        )
        cards = zip(deck.cards, unmarked, strict=True)
        deck = replace(deck, cards=tuple(replace(card, line=line) for card, line in cards))
    rows = listed(deck)
    parts = ["\n".join(_lines(section_rows(rows, "")))]
    for section in SECTIONS:
        in_section = section_rows(rows, section)
        parts.append("\n".join([f"{HEADINGS[section]}: {len(in_section)}", *_lines(in_section)]))
    return "\n\n".join([*(part for part in parts if part), f"Total Cards: {deck.total}"]) + "\n"


def _lines(rows: Iterable[Listed]) -> Iterator[str]:
    for row in rows:
        left = row.quantity or 0
        # The reader takes no quantity above MOST_COPIES, so more copies go on several lines.
        while left > MOST_COPIES:
            yield written(replace(row, quantity=MOST_COPIES))
            left -= MOST_COPIES
        yield written(replace(row, quantity=left) if left > 0 else row)


def written(row: Listed) -> str:
    """One row as a line: "4 Tapu Lele-GX GRI 60"; an unreadable quantity is a question mark."""
    quantity = "?" if row.quantity is None else str(row.quantity)
    marks = copy_marks.written(row)
    if row.lost:
        return " ".join(part for part in (quantity, row.text, marks) if part)
    number = card_number(row.set_code, row.card_number) if row.card_number else row.set_code
    return " ".join(part for part in (quantity, row.name, number, "PH" if row.foil else "", marks) if part)
