"""From the bytes of a file to rows of text, with spreadsheet row numbers."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import PurePath

from core.engine import tabular
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from tournaments.engine.roster.guesses import untitled_delimiter
from tournaments.engine.roster.headers import HEADER_WITHIN, are_titles, recognised
from tournaments.engine.roster.lines import list_line
from tournaments.engine.roster.rows import Row

LARGEST_FILE = 5_000_000
"""Bytes."""

MOST_ROWS = 10_000
BOUNDS = tabular.Bounds(unpacked=40_000_000, rows=MOST_ROWS + HEADER_WITHIN, columns=100, cells=250_000)


def read_rows(data: bytes, filename: str) -> tuple[Row, ...]:
    """The non-blank rows of a CSV or XLSX file, at most a few more than allowed.

    Refused: FILE_EMPTY, FILE_TOO_BIG, FILE_KIND_UNKNOWN, FILE_UNREADABLE, ROW_UNREADABLE, TOO_MANY_ROWS,
    TOO_MANY_COLUMNS, TOO_MANY_CELLS.
    """
    too_big = Refused(CoreRefusal.FILE_TOO_BIG, limit=LARGEST_FILE // 1_000_000)
    if len(data) > LARGEST_FILE:
        raise too_big
    try:
        rows = tuple(_filled(_rows(data)))
    except tabular.FileFault as fault:
        if fault.kind == "rows":
            raise Refused(CoreRefusal.TOO_MANY_ROWS, limit=MOST_ROWS) from fault
        raise (
            fault.too_large()
            or {
                "too_big": too_big,
                "not_text": Refused(CoreRefusal.FILE_KIND_UNKNOWN, filename=PurePath(filename).name),
                "damaged": Refused(CoreRefusal.FILE_UNREADABLE, filename=filename),
                "row": Refused(CoreRefusal.ROW_UNREADABLE, row=fault.row),
            }[fault.kind]
        ) from fault
    if not rows:
        raise Refused(CoreRefusal.FILE_EMPTY)
    return rows


def _rows(data: bytes) -> Iterator[tabular.Numbered]:
    if tabular.is_xlsx(data):
        return tabular.xlsx_rows(data, BOUNDS)
    body, delimiters = tabular.csv_body(tabular.text_of(data))
    delimiter = tabular.best_delimiter(body, delimiters, recognised, BOUNDS, within=HEADER_WITHIN)
    if len(delimiters) == 1 or _names_columns(body, delimiter):
        return tabular.csv_rows(body, delimiter, BOUNDS)
    lines = body.splitlines()
    common = untitled_delimiter(lines)
    if common:
        return tabular.csv_rows(body, common, BOUNDS)
    # Each line is a row of one cell; a single line with several whole names has one row per name.
    filled = [line for line in lines if line.strip()]
    if len(filled) == 1:
        parts = re.split(r"[,;|]", filled[0])
        if len(parts) > 2 and all(len(list_line(part.strip()).name.split()) > 1 for part in parts):
            lines = parts
    return tabular.text_rows((_unquoted(line.strip()) for line in lines), BOUNDS)


def _names_columns(body: str, delimiter: str) -> bool:
    """Whether a row with this delimiter has column titles."""
    with suppress(tabular.FileFault):
        rows = islice(tabular.csv_rows(body, delimiter, BOUNDS), HEADER_WITHIN)
        return any(are_titles([str(cell) for cell in cells]) for _number, cells in rows)
    return False


def _unquoted(line: str) -> str:
    """A line without surrounding quotation marks; "" if blank."""
    if not any(char.isalnum() for char in line):
        return ""
    quoted = len(line) > 2 and line[0] == line[-1] == '"' and '"' not in line[1:-1]
    return line[1:-1] if quoted else line


def _filled(numbered: Iterable[tabular.Numbered]) -> Iterator[Row]:
    for number, values in numbered:
        cells = [" ".join(tabular.cell_text(value).split()) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield Row(number, tuple(cells))
