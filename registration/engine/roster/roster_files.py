"""Convert the bytes of a file to rows of text, with spreadsheet row numbers."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import PurePath

from core.engine import tabular
from core.engine.listed_lines import infer_delimiter
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from registration.engine.roster.headers import HEADER_WITHIN, count_known_titles, look_like_roster_titles
from registration.engine.roster.lines import parse_roster_line
from registration.engine.roster.rows import Row

MAX_FILE_SIZE = 5_000_000
"""The largest roster file, in bytes."""

MAX_ROWS = 10_000
BOUNDS = tabular.TableBounds(unpacked=40_000_000, rows=MAX_ROWS + HEADER_WITHIN, columns=100, cells=250_000)


def read_roster_file_rows(data: bytes, filename: str) -> tuple[Row, ...]:
    """Return the non-blank rows of a CSV or XLSX file.

    Refused: FILE_EMPTY, FILE_TOO_BIG, FILE_KIND_UNKNOWN, FILE_UNREADABLE, ROW_UNREADABLE, TOO_MANY_ROWS,
    TOO_MANY_COLUMNS, TOO_MANY_CELLS.
    """
    too_big = Refused(CoreRefusal.FILE_TOO_BIG, limit=MAX_FILE_SIZE // 1_000_000)
    if len(data) > MAX_FILE_SIZE:
        raise too_big
    rows: list[Row] = []
    try:
        for number, values in _numbered_rows(data):
            cells = [" ".join(tabular.cell_text(value).split()) for value in values]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append(Row(number, tuple(cells)))
    except tabular.TableFileFault as fault:
        if fault.kind == "rows":
            raise Refused(CoreRefusal.TOO_MANY_ROWS, limit=MAX_ROWS) from fault
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
    return tuple(rows)


def _numbered_rows(data: bytes) -> Iterator[tabular.Numbered]:
    """Yield the rows of a file with their numbers. Raises TableFileFault for a file that cannot be read."""
    if tabular.is_xlsx(data):
        return tabular.xlsx_rows(data, BOUNDS)
    body, delimiters = tabular.csv_body_and_delimiters(tabular.decode_text_file(data))
    delimiter = tabular.best_delimiter(body, delimiters, count_known_titles, BOUNDS, within=HEADER_WITHIN)
    has_titles = False
    with suppress(tabular.TableFileFault):
        first_rows = islice(tabular.csv_rows(body, delimiter, BOUNDS), HEADER_WITHIN)
        has_titles = any(
            look_like_roster_titles([str(cell) for cell in cells]) for _number, cells in first_rows
        )
    if len(delimiters) == 1 or has_titles:
        return tabular.csv_rows(body, delimiter, BOUNDS)
    lines = body.splitlines()
    common_delimiter = infer_delimiter(lines)
    if common_delimiter:
        return tabular.csv_rows(body, common_delimiter, BOUNDS)
    # Each line becomes a row with one cell, but a single line of several whole names becomes a row per name.
    nonblank = [line for line in lines if line.strip()]
    if len(nonblank) == 1:
        parts = re.split(r"[,;|]", nonblank[0])
        if len(parts) > 2 and all(len(parse_roster_line(part.strip()).name.split()) > 1 for part in parts):
            lines = parts
    return tabular.text_rows((_unquoted(line.strip()) for line in lines), BOUNDS)


def _unquoted(line: str) -> str:
    """Return a line without surrounding quotation marks, or "" if blank."""
    if not any(char.isalnum() for char in line):
        return ""
    is_quoted = len(line) > 2 and line[0] == line[-1] == '"' and '"' not in line[1:-1]
    return line[1:-1] if is_quoted else line
