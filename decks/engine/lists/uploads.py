"""The text stored for a list from a file or a table."""

from core.engine.tabular import decoded
from decks.engine.lists import copy_marks
from decks.engine.lists.values import ReadList

TABLES = ("csv", "xlsx")


def text_of(data: bytes, read: ReadList) -> str:
    """The text of a text file unchanged; the rows of a table as lines of a list."""
    if read.source not in TABLES:
        return decoded(data) or ""
    return lines_of(read)


def lines_of(read: ReadList) -> str:
    """The rows of a table as lines of a list."""
    rows = list(read.ignored)
    for line in read.lines:
        quantity = "?" if line.quantity is None else str(line.quantity)
        foil, marks = "PH" if line.foil else "", copy_marks.written(line)
        parts = (quantity, line.name, line.set_code, line.card_number, foil, marks)
        rows.append((line.number, " ".join(filter(None, parts))))
    return "\n".join(text for _number, text in sorted(rows))
