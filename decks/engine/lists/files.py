"""Lists from files: text, CSV, spreadsheets. Nothing in a file is ever calculated or run."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import PurePath

from openpyxl import load_workbook

from decks.engine.lists import corrections
from decks.engine.lists.reading import MOST_LINES, read_text
from decks.engine.lists.tables import Cells, Rows, header, read_table
from decks.engine.lists.values import ReadList, Source
from tournaments.engine.refused import Refused
from tournaments.engine.roster.sheets import NOT_TEXT, ZIP, decoded

LARGEST_FILE = 1_000_000
"""Bytes."""

LARGEST_UNPACKED = 10_000_000
"""Bytes of everything inside an XLSX file; a list has about 30,000."""

MOST_PARTS = 200
"""Files inside an XLSX file."""

MOST_ROWS = 5_000
"""Rows looked at, blank ones counted; a row may say any number is its own."""

MOST_COLUMNS = 40
DELIMITERS = ("\t", ";", ",")


def read_file(data: bytes, filename: str) -> ReadList:
    """A list from a .txt, .csv or .xlsx file.

    Refused: LIST_EMPTY, LIST_TOO_BIG (limit), LIST_TOO_LONG (limit), LIST_KIND_UNKNOWN (filename),
    LIST_UNREADABLE (filename).
    """
    name = visible_name(filename)
    if len(data) > LARGEST_FILE:
        raise Refused("LIST_TOO_BIG", limit=LARGEST_FILE)
    if not data.strip():
        raise Refused("LIST_EMPTY")
    if data.startswith(ZIP):
        return read_table(_spreadsheet(data, name), "xlsx")
    text = "" if data.startswith(NOT_TEXT) else decoded(data)
    if not text or "\0" in text:
        raise Refused("LIST_KIND_UNKNOWN", filename=name)
    return _read_csv(text) if name.casefold().endswith((".csv", ".tsv")) else read_text(text)


def visible_name(filename: str) -> str:
    """The name of a file without its folders, short enough for a sentence."""
    return corrections.visible(PurePath(filename.replace("\\", "/")).name)[:80]


def _read_csv(text: str) -> ReadList:
    """Rows under the separator that names columns; a file without columns is a text like any other."""
    first, _, rest = text.partition("\n")
    told = first.strip()[4:5] if first[:4].lower() == "sep=" else ""
    body = rest if told else text
    source: Source = "csv"
    for delimiter in (told,) if told else DELIMITERS:
        rows = _records(body, delimiter)
        if rows and header(rows)[1]:
            return read_table(rows, source)
    return read_text(body)


def _records(text: str, delimiter: str) -> Rows:
    """Rows of a CSV text, none where its quotation marks do not close."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return _filled(enumerate(islice(reader, MOST_ROWS), start=1))
    except (csv.Error, TypeError, ValueError):
        return ()


def _spreadsheet(data: bytes, name: str) -> Rows:
    """The rows of the first sheet with anything in it; results of formulas as they were saved, never formulas."""
    try:
        _weigh(data)
        return _first_sheet(data)
    except Refused:
        raise
    except Exception as damage:  # a damaged workbook fails in as many ways as there are parts in it
        raise Refused("LIST_UNREADABLE", filename=name) from damage


def _weigh(data: bytes) -> None:
    """Refuse what is small only while packed, before anything of it is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise Refused("LIST_TOO_BIG", limit=LARGEST_FILE)


def _first_sheet(data: bytes) -> Rows:
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()
        values = islice(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), MOST_ROWS)
        if rows := _filled(enumerate(values, start=1)):
            return rows
    raise Refused("LIST_EMPTY")


def _filled(numbered: Iterable[tuple[int, Sequence[object]]]) -> Rows:
    """Rows with anything in them, at most one more than a list may have."""
    return tuple(islice(_with_cells(numbered), MOST_LINES + 1))


def _with_cells(numbered: Iterable[tuple[int, Sequence[object]]]) -> Iterator[tuple[int, Cells]]:
    for number, values in numbered:
        cells = tuple(_shown(value) for value in values[:MOST_COLUMNS])
        if any(cells):
            yield number, cells


def _shown(value: object) -> str:
    """A cell as text; 4.0 is 4."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return corrections.visible(str(value)[: corrections.LONGEST_LINE])
