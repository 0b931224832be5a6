"""Read lists from text, CSV and spreadsheet files. Formulas and macros are never evaluated."""

from pathlib import PurePath

from core.engine import tabular
from core.engine.refused import Refused
from decks.engine.lists import text_cleanup
from decks.engine.lists.deck_list import ReadList
from decks.engine.lists.reading import read_list_text
from decks.engine.lists.tables import (
    BOUNDS,
    find_list_table_header,
    list_rows_of_csv,
    list_text_of_table,
    read_table,
    rows_with_cells,
)
from decks.engine.lists.unsuitable_files import refusal_of_picture_file
from decks.engine.refusals import DeckRefusal

MAX_FILE_SIZE = 1_000_000
"""Maximum size of a file in bytes."""

MAX_FILE_NAME_LENGTH = 80


def read_list_file(data: bytes, filename: str) -> ReadList:
    """Read a list from a .txt, .csv or .xlsx file.

    Refused: LIST_EMPTY, LIST_IS_JSON, LIST_IS_PICTURE, LIST_TOO_BIG (limit), LIST_TOO_LONG (limit),
    LIST_KIND_UNKNOWN (filename), LIST_UNREADABLE (filename), TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS (row, found,
    limit), TOO_MANY_CELLS (limit).
    """
    name = text_cleanup.visible_text(PurePath(filename.replace("\\", "/")).name)[:MAX_FILE_NAME_LENGTH]
    too_big = Refused(DeckRefusal.LIST_TOO_BIG, limit=MAX_FILE_SIZE)
    # The kind is checked before the size, as it is the better reason to refuse a photo that is also too large.
    if kind := refusal_of_picture_file(data):
        raise Refused(kind)
    if len(data) > MAX_FILE_SIZE:
        raise too_big
    if not data.strip():
        raise Refused(DeckRefusal.LIST_EMPTY)
    try:
        return _read_by_kind(data, is_table=name.casefold().endswith((".csv", ".tsv")))
    except tabular.TableFileFault as fault:
        if fault.kind == "too_big":
            raise too_big from fault
        if (refused := fault.too_large()) is not None:
            raise refused from fault
        is_not_text = fault.kind == "not_text"
        raise Refused(
            DeckRefusal.LIST_KIND_UNKNOWN if is_not_text else DeckRefusal.LIST_UNREADABLE, filename=name
        ) from fault


def storable_text(text: str) -> str:
    """Return the text without NULs or lone surrogates and with LF line endings, so that any database accepts it."""
    text = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_by_kind(data: bytes, *, is_table: bool) -> ReadList:
    """Read the contents of a file as a spreadsheet, as CSV, or as text.

    `is_table`: whether the file name has a CSV extension. Raises TableFileFault for a file that cannot be read.
    Refused: LIST_EMPTY for a spreadsheet without rows, and whatever `read_table` and `read_list_text` refuse.
    """
    if tabular.is_xlsx(data):
        rows = rows_with_cells(tabular.xlsx_rows(data, BOUNDS))
        if not rows:
            raise Refused(DeckRefusal.LIST_EMPTY)
        return read_table(rows, "xlsx")
    text = tabular.decode_text_file(data)
    if not is_table:
        return read_list_text(text)
    # Use the first delimiter whose rows name the columns. Without columns the file is read as text.
    body, delimiters = tabular.csv_body_and_delimiters(text)
    for delimiter in delimiters:
        rows = list_rows_of_csv(body, delimiter)
        if rows and find_list_table_header(rows)[1]:
            return read_table(rows, "csv")
    return read_list_text(body)


TABLES = ("csv", "xlsx")


def uploaded_text(data: bytes, read: ReadList) -> str:
    """Return the unchanged text of a text file, or the rows of a table as lines of a list."""
    if read.source not in TABLES:
        return tabular.decode_text(data) or ""
    return list_text_of_table(read)
