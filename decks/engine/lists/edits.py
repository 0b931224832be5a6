"""Edit the text of a list: change the quantity or the card on a line, or add and remove lines."""

import re
from collections.abc import Collection, Mapping

from core.engine.refused import Refused
from decks.engine.lists import copy_marks, text_cleanup
from decks.engine.lists.deck_list import Deck, DeckListLine
from decks.engine.lists.reading import read_list_text
from decks.engine.lists.writing import write_list_text
from decks.engine.refusals import DeckRefusal

MAX_COPIES = 99
_LEADING = re.compile(r"^\s*[-+]?\d+\s+\S")


def text_with_quantity(text: str, deck: Deck, number: int, quantity: int) -> str:
    """Return the text with another quantity on a line, at most MAX_COPIES.

    A quantity below 1 removes the line. Refused: LINE_NOT_FOUND (line).
    """
    if quantity < 1:
        return text_without_line(text, deck, number)
    line = _card_line(deck, number)
    return _replace_line(text, number, f"{min(quantity, MAX_COPIES)} {_card_text(line)}")


def text_with_card(text: str, deck: Deck, number: int, card: str) -> str:
    """Return the text with another card on a line. Refused: LINE_NOT_FOUND (line).

    The quantity stays, or becomes 1 if it was invalid. The marks of the copies stay as well.
    """
    line = _card_line(deck, number)
    parts = (str(line.copies or 1), text_cleanup.visible_text(card), copy_marks.copy_marks_text(line))
    return _replace_line(text, number, " ".join(part for part in parts if part))


def text_with_copy_marks(text: str, deck: Deck, number: int, marks: copy_marks.CopyMarks) -> str:
    """Return the text with these marks of the copies on a line. Refused: LINE_NOT_FOUND (line)."""
    line = _card_line(deck, number)
    quantity = "?" if line.quantity is None else str(line.quantity)
    parts = (quantity, line.text or line.name, copy_marks.copy_marks_text(marks))
    return _replace_line(text, number, " ".join(part for part in parts if part))


def text_without_line(text: str, deck: Deck, number: int) -> str:
    """Return the text with a blank instead of a line, so that other lines have the same numbers as before.

    Refused: LINE_NOT_FOUND (line).
    """
    _card_line(deck, number)
    return _replace_line(text, number, None)


def text_without_lines(text: str, deck: Deck, numbers: Collection[int]) -> str:
    """Return the text with blanks instead of these lines. Refused: LINE_NOT_FOUND (line)."""
    for number in numbers:
        _card_line(deck, number)
    lines = {number: line for number, line in text_cleanup.numbered_lines(text) if number not in numbers}
    return _text_of_numbered_lines(lines)


def text_with_more_copies(text: str, deck: Deck | None, card: str, copies: int = 1) -> str:
    """Return the text with more copies of a card on its line, at most MAX_COPIES.

    If no line has exactly this text and a valid quantity, a new line is added at the end. `card` may include the
    quantity, as in "4 Ultra Ball SUM 135"; then `copies` is ignored.
    """
    card = text_cleanup.visible_text(card)
    if _LEADING.match(card):
        quantity, card = card.split(maxsplit=1)
        copies = max(int(quantity), 1)
    for resolved in deck.cards if deck else ():
        line = resolved.line
        if _card_text(line) == card and line.quantity:
            return _replace_line(text, line.number, f"{min(line.copies + copies, MAX_COPIES)} {card}")
    return f"{text.rstrip()}\n{min(copies, MAX_COPIES)} {card}".lstrip("\n")


def sort_list_text(text: str, deck: Deck) -> str:
    """Return the text of the list in sorted order with correct headings and the marks of copies.

    The text is unchanged if any line was not read as a card, or if sorting would change the number of cards.
    """
    if deck.ignored or deck.unread:
        return text
    tidy_text = write_list_text(deck, languages=True)
    return tidy_text if read_list_text(tidy_text).total == deck.total else text


def _card_text(line: DeckListLine) -> str:
    """Return the text of a line after its quantity."""
    return " ".join(part for part in (line.text or line.name, copy_marks.copy_marks_text(line)) if part)


def _card_line(deck: Deck, number: int) -> DeckListLine:
    """Return the line with this number. Refused: LINE_NOT_FOUND (line)."""
    line = next((card.line for card in deck.cards if card.line.number == number), None)
    if line is None:
        raise Refused(DeckRefusal.LINE_NOT_FOUND, line=number)
    return line


def _replace_line(text: str, number: int, line: str | None) -> str:
    """Return the text with another line at a number, or with a blank line if `line` is None."""
    lines = dict(text_cleanup.numbered_lines(text))
    if line is None:
        del lines[number]
    else:
        lines[number] = line
    return _text_of_numbered_lines(lines)


def _text_of_numbered_lines(lines: Mapping[int, str]) -> str:
    """Join numbered lines into a text, with blank lines for missing numbers."""
    last_number = max(lines, default=0)
    return "\n".join(lines.get(line_number, "") for line_number in range(1, last_number + 1))
