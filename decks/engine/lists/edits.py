"""Edit a list line by line: another quantity, another card, add or remove a line. Other lines do not change."""

import re

from core.engine.refused import Refused
from decks.engine.lists import copy_marks, corrections
from decks.engine.lists.reading import read_text
from decks.engine.lists.values import Deck, Resolved
from decks.engine.lists.writing import write_text
from decks.engine.refusals import DeckRefusal

MOST_COPIES = 99
_LEADING = re.compile(r"^\s*[-+]?\d+\s+\S")


def with_quantity(text: str, deck: Deck, number: int, quantity: int) -> str:
    """Set the copies of a line; below 1 the line is removed. Refused: LINE_NOT_FOUND."""
    if quantity < 1:
        return without(text, deck, number)
    card = _card(deck, number)
    return _with(text, number, f"{min(quantity, MOST_COPIES)} {_line_text(card)}")


def with_card(text: str, deck: Deck, number: int, card: str) -> str:
    """Replace the card of a line, with the same copies. Refused: LINE_NOT_FOUND."""
    line = _card(deck, number).line
    parts = (str(line.copies or 1), corrections.visible(card), copy_marks.written(line))
    return _with(text, number, " ".join(part for part in parts if part))


def with_marks(text: str, deck: Deck, number: int, marks: copy_marks.CopyMarks) -> str:
    """Set what the list says of the copies of a line. Refused: LINE_NOT_FOUND."""
    card = _card(deck, number)
    quantity = "?" if card.line.quantity is None else str(card.line.quantity)
    parts = (quantity, card.line.text or card.line.name, copy_marks.written(marks))
    return _with(text, number, " ".join(part for part in parts if part))


def without(text: str, deck: Deck, number: int) -> str:
    """Remove a line. Refused: LINE_NOT_FOUND."""
    _card(deck, number)
    return _with(text, number, None)


def with_more(text: str, deck: Deck | None, card: str, copies: int = 1) -> str:
    """Add a card: more copies if the list has it, else a new line at the end.

    `card` may include the quantity: "4 Ultra Ball SUM 135".
    """
    card = corrections.visible(card)
    if _LEADING.match(card):
        first, card = card.split(maxsplit=1)
        copies = max(int(first), 1)
    for listed in deck.cards if deck else ():
        if _line_text(listed) == card and listed.line.quantity:
            return _with(text, listed.line.number, f"{min(listed.line.copies + copies, MOST_COPIES)} {card}")
    return f"{text.rstrip()}\n{min(copies, MOST_COPIES)} {card}".lstrip("\n")


def tidied(text: str, deck: Deck) -> str:
    """The list in order with correct headings, if every line was read as a card; else unchanged."""
    if deck.ignored or deck.unread:
        return text
    written = write_text(deck, languages=True)
    return written if read_text(written).total == deck.total else text


def _line_text(card: Resolved) -> str:
    """The text of a line after its quantity."""
    parts = (card.line.text or card.line.name, copy_marks.written(card.line))
    return " ".join(part for part in parts if part)


def _card(deck: Deck, number: int) -> Resolved:
    card = next((card for card in deck.cards if card.line.number == number), None)
    if card is None:
        raise Refused(DeckRefusal.LINE_NOT_FOUND, line=number)
    return card


def _with(text: str, number: int, line: str | None) -> str:
    lines = dict(corrections.lines_of(text))
    if line is None:
        del lines[number]
    else:
        lines[number] = line
    last = max(lines, default=0)
    return "\n".join(lines.get(at, "") for at in range(1, last + 1))
