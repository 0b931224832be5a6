"""From the bytes of a file to rows of text, numbered as a spreadsheet numbers them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import PurePath

from tournaments.engine import tabular
from tournaments.engine.refused import Refused
from tournaments.engine.roster.headers import HEADER_WITHIN, recognised
from tournaments.engine.roster.rows import Row

LARGEST_FILE = 5_000_000
"""Bytes."""

MOST_ROWS = 10_000
BOUNDS = tabular.Bounds(unpacked=100_000_000, rows=100_000, columns=100)


def read_rows(data: bytes, filename: str) -> tuple[Row, ...]:
    """The rows of a CSV or XLSX file that are not blank, up to a few more than are allowed.

    Refused: FILE_EMPTY, FILE_TOO_BIG, FILE_KIND_UNKNOWN, FILE_UNREADABLE, ROW_UNREADABLE.
    """
    too_big = Refused("FILE_TOO_BIG", limit=LARGEST_FILE // 1_000_000)
    if len(data) > LARGEST_FILE:
        raise too_big
    try:
        rows = tuple(islice(_filled(_rows(data)), MOST_ROWS + HEADER_WITHIN + 1))
    except tabular.FileFault as fault:
        raise {
            "too_big": too_big,
            "not_text": Refused("FILE_KIND_UNKNOWN", filename=PurePath(filename).name),
            "damaged": Refused("FILE_UNREADABLE", filename=filename),
            "row": Refused("ROW_UNREADABLE", row=fault.row),
        }[fault.kind] from fault
    if not rows:
        raise Refused("FILE_EMPTY")
    return rows


def _rows(data: bytes) -> Iterator[tabular.Numbered]:
    if tabular.is_xlsx(data):
        return tabular.xlsx_rows(data, BOUNDS)
    body, delimiters = tabular.csv_body(tabular.text_of(data))
    return tabular.csv_rows(body, tabular.best_delimiter(body, delimiters, recognised, within=HEADER_WITHIN))


def _filled(numbered: Iterable[tabular.Numbered]) -> Iterator[Row]:
    for number, values in numbered:
        cells = [" ".join(tabular.cell_text(value).split()) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield Row(number, tuple(cells))
