"""Convert uploaded files and tables to the text that is stored for a list."""

from core.engine.tabular import decode_text
from decks.engine.lists import copy_marks
from decks.engine.lists.deck_list import ReadList

TABLES = ("csv", "xlsx")


def uploaded_text(data: bytes, read: ReadList) -> str:
    """Return the unchanged text of a text file, or the rows of a table as lines of a list."""
    if read.source not in TABLES:
        return decode_text(data) or ""
    return list_text_of_table(read)


def list_text_of_table(read: ReadList) -> str:
    """Write the rows of a table as lines of a list, including rows that are no cards."""
    rows = list(read.ignored)
    for line in read.lines:
        quantity = "?" if line.quantity is None else str(line.quantity)
        foil, marks = "PH" if line.foil else "", copy_marks.copy_marks_text(line)
        parts = (quantity, line.name, line.set_code, line.card_number, foil, marks)
        rows.append((line.number, " ".join(filter(None, parts))))
    return "\n".join(text for _number, text in sorted(rows))
