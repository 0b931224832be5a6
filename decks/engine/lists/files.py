"""Lists from files: text, CSV, spreadsheets. Formulas and macros are never evaluated."""

from collections.abc import Iterable
from itertools import islice
from pathlib import PurePath

from core.engine import tabular
from core.engine.refused import Refused
from decks.engine.lists import corrections
from decks.engine.lists.other_kinds import kind_of_file
from decks.engine.lists.reading import LARGEST_TEXT, MOST_LINES, read_text
from decks.engine.lists.tables import Rows, header, read_table
from decks.engine.lists.uploads import lines_of
from decks.engine.lists.values import ReadList
from decks.engine.refusals import DeckRefusal

LARGEST_FILE = 1_000_000
"""Bytes."""

LONGEST_FILE_NAME = 80

BOUNDS = tabular.Bounds(unpacked=10_000_000, rows=5_000, columns=40, cells=200_000, parts=200)
"""Limits for spreadsheets; a list has about 30,000 bytes unpacked."""


def read_file(data: bytes, filename: str) -> ReadList:
    """Read a list from a .txt, .csv or .xlsx file.

    Refused: LIST_EMPTY, LIST_IS_JSON, LIST_IS_PICTURE, LIST_TOO_BIG (limit), LIST_TOO_LONG (limit),
    LIST_KIND_UNKNOWN (filename), LIST_UNREADABLE (filename), TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS (row, found,
    limit), TOO_MANY_CELLS (limit).
    """
    name = corrections.visible(PurePath(filename.replace("\\", "/")).name)[:LONGEST_FILE_NAME]
    too_big = Refused(DeckRefusal.LIST_TOO_BIG, limit=LARGEST_FILE)
    # A photo is larger than any list, and that is not what is wrong with it.
    if kind := kind_of_file(data):
        raise Refused(kind)
    if len(data) > LARGEST_FILE:
        raise too_big
    if not data.strip():
        raise Refused(DeckRefusal.LIST_EMPTY)
    try:
        return _read(data, is_table=name.casefold().endswith((".csv", ".tsv")))
    except tabular.FileFault as fault:
        if fault.kind == "too_big":
            raise too_big from fault
        if (refused := fault.too_large()) is not None:
            raise refused from fault
        unknown = fault.kind == "not_text"
        raise Refused(
            DeckRefusal.LIST_KIND_UNKNOWN if unknown else DeckRefusal.LIST_UNREADABLE, filename=name
        ) from fault


def pasted(text: str) -> str:
    """Turn pasted spreadsheet cells into lines of a list, if a row names the columns.

    Other text is returned unchanged.
    """
    if "\t" not in text or len(text) > LARGEST_TEXT:
        return text
    rows = _records(text, "\t")
    if len(rows) > MOST_LINES or not header(rows)[1]:
        return text
    try:
        return lines_of(read_table(rows, "csv"))
    except Refused:  # titles alone
        return text


def _read(data: bytes, *, is_table: bool) -> ReadList:
    if tabular.is_xlsx(data):
        rows = _filled(tabular.xlsx_rows(data, BOUNDS))
        if not rows:
            raise Refused(DeckRefusal.LIST_EMPTY)
        return read_table(rows, "xlsx")
    text = tabular.text_of(data)
    return _read_csv(text) if is_table else read_text(text)


def _read_csv(text: str) -> ReadList:
    """Read rows with the delimiter that yields named columns; without columns the file is read as text."""
    body, delimiters = tabular.csv_body(text)
    for delimiter in delimiters:
        rows = _records(body, delimiter)
        if rows and header(rows)[1]:
            return read_table(rows, "csv")
    return read_text(body)


def _records(text: str, delimiter: str) -> Rows:
    """Rows of a CSV text; empty if its quotes do not match or it exceeds the limits."""
    try:
        return _filled(tabular.csv_rows(text, delimiter, BOUNDS))
    except tabular.FileFault:
        return ()


def _filled(numbered: Iterable[tabular.Numbered]) -> Rows:
    """Rows that are not empty, at most one more than a list may have."""
    rows = (
        (
            number,
            tuple(
                corrections.visible(tabular.cell_text(value)[: corrections.LONGEST_LINE])
                for value in values[: BOUNDS.columns]
            ),
        )
        for number, values in numbered
    )
    return tuple(islice((row for row in rows if any(row[1])), MOST_LINES + 1))
