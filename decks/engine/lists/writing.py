"""Write a list as TCG Live text, which can be read back as the same list."""

from dataclasses import replace

from cards.engine.collector_numbers import format_card_number
from decks.engine.lists import copy_marks
from decks.engine.lists.cardline import MAX_QUANTITY_DIGITS
from decks.engine.lists.deck_list import SECTIONS, Deck, Section
from decks.engine.lists.printed_list import PrintedListRow, printed_rows, section_rows

HEADINGS: dict[Section, str] = {"pokemon": "Pokémon", "trainer": "Trainer", "energy": "Energy"}
MAX_COPIES = 10**MAX_QUANTITY_DIGITS - 1


def write_list_text(deck: Deck, *, languages: bool = False) -> str:
    """Write a sorted list. Each heading counts lines, as in TCG Live, and the last line counts cards.

    Nothing is added: a name without a set remains one, and a line that identifies no card is written as typed.
    `languages`: append language and other marks of copies, which TCG Live does not support.
    """
    if not languages:
        unmarked = (
            replace(card.line, language=None, back=None, autographed=False, product="") for card in deck.cards
        )
        cards = zip(deck.cards, unmarked, strict=True)
        deck = replace(deck, cards=tuple(replace(card, line=line) for card, line in cards))
    rows = printed_rows(deck)
    sections: tuple[Section, ...] = ("", *SECTIONS)
    parts = []
    for section in sections:
        rows_of_section = section_rows(rows, section)
        lines = [f"{HEADINGS[section]}: {len(rows_of_section)}"] if section else []
        for row in rows_of_section:
            copies = row.quantity or 0
            # The reader rejects quantities above MAX_COPIES, so split them over several lines.
            while copies > MAX_COPIES:
                lines.append(row_text(replace(row, quantity=MAX_COPIES)))
                copies -= MAX_COPIES
            lines.append(row_text(replace(row, quantity=copies) if copies > 0 else row))
        parts.append("\n".join(lines))
    return "\n\n".join([*(part for part in parts if part), f"Total Cards: {deck.total}"]) + "\n"


def row_text(row: PrintedListRow) -> str:
    """Write a row as a line such as "4 Tapu Lele-GX GRI 60", with a question mark for an unreadable quantity."""
    quantity = "?" if row.quantity is None else str(row.quantity)
    marks = copy_marks.copy_marks_text(row)
    if row.lost:
        return " ".join(part for part in (quantity, row.text, marks) if part)
    number = format_card_number(row.set_code, row.card_number) if row.card_number else row.set_code
    return " ".join(part for part in (quantity, row.name, number, "PH" if row.foil else "", marks) if part)
