"""From the bytes of a file to rows of text, numbered as a spreadsheet numbers them."""

import codecs
import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from pathlib import PurePath

from openpyxl import load_workbook

from tournaments.engine.refused import Refused
from tournaments.engine.roster.headers import HEADER_WITHIN, recognised
from tournaments.engine.roster.rows import Row

LARGEST_FILE = 5_000_000
"""Bytes."""

LARGEST_UNPACKED = 100_000_000
"""Bytes of everything inside an XLSX file."""

MOST_ROWS = 10_000
MOST_ROWS_LOOKED_AT = 100_000
"""Blank rows counted; a row may give itself any number, and all before it are blank then."""

MOST_COLUMNS = 100

DELIMITERS = ("\t", ";", ",")
"""In this order, so that a file with one column keeps its commas: "Núñez, José"."""

ZIP = b"PK\x03\x04"
NOT_TEXT = (
    b"\xd0\xcf\x11\xe0",
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"<?xml",
    b"<html",
    b"<!DOCTYPE",
    b"{\\rtf",
)


def read_rows(data: bytes, filename: str) -> tuple[Row, ...]:
    """The rows of a CSV or XLSX file that are not blank, up to a few more than are allowed.

    Refused: FILE_EMPTY, FILE_TOO_BIG, FILE_KIND_UNKNOWN, FILE_UNREADABLE, ROW_UNREADABLE.
    """
    if len(data) > LARGEST_FILE:
        raise Refused("FILE_TOO_BIG", limit=LARGEST_FILE // 1_000_000)
    rows = _xlsx_rows(data, filename) if data.startswith(ZIP) else _csv_rows(_text(data, filename))
    kept = tuple(islice(rows, MOST_ROWS + HEADER_WITHIN + 1))
    if not kept:
        raise Refused("FILE_EMPTY")
    return kept


def _filled(numbered: Iterable[tuple[int, Sequence[object]]]) -> Iterator[Row]:
    for number, values in numbered:
        cells = [_plain(value) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield Row(number, tuple(cells))


def _plain(value: object) -> str:
    """A cell as text: whole numbers without a fraction, dates as 2012-03-04, spaces made single."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())


def _xlsx_rows(data: bytes, filename: str) -> Iterator[Row]:
    """Rows of the first sheet that is not blank."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > LARGEST_UNPACKED:
            raise Refused("FILE_TOO_BIG", limit=LARGEST_FILE // 1_000_000)
        yield from _first_sheet(data)
    except Refused:
        raise
    except Exception as damage:  # a damaged workbook fails in as many ways as there are parts in it
        raise Refused("FILE_UNREADABLE", filename=filename) from damage


def _first_sheet(data: bytes) -> Iterator[Row]:
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()  # some programs write a size that is not true
        values = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
        rows = _filled(enumerate(islice(values, MOST_ROWS_LOOKED_AT), start=1))
        first = next(rows, None)
        if first is not None:
            yield first
            yield from rows
            return


def _text(data: bytes, filename: str) -> str:
    """The text of a CSV file, in whichever encoding spreadsheets write."""
    text = "" if data.startswith(NOT_TEXT) else decoded(data)
    if (data and not text) or "\0" in text:
        raise Refused("FILE_KIND_UNKNOWN", filename=PurePath(filename).name)
    return text


def decoded(data: bytes) -> str:
    """UTF-8 or UTF-16, with or without its mark, else what Windows wrote in the west; "" if it is no text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _attempt(data, "utf-16") or ""
    if b"\0" in data[:200]:
        return _attempt(data, "utf-16-be" if data[0] == 0 else "utf-16-le") or ""
    return _attempt(data, "utf-8-sig") or _attempt(data, "cp1252") or data.decode("latin-1")


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _csv_rows(text: str) -> Iterator[Row]:
    first, _, rest = text.partition("\n")
    told = first.strip()[4:5] if first[:4].lower() == "sep=" else ""
    body = rest if told else text
    return _filled(_records(body, told or _delimiter(body)))


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for number, record in enumerate(reader, start=1):
            yield number, record
    except csv.Error as error:
        raise Refused("ROW_UNREADABLE", row=number + 1) from error


def _delimiter(text: str) -> str:
    """The delimiter under which the first rows hold a header with most columns known."""

    def known(delimiter: str) -> tuple[int, int]:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        try:
            return max(
                ((recognised(cells), len(cells)) for cells in islice(lines, HEADER_WITHIN)), default=(0, 0)
            )
        except csv.Error:
            return 0, 0

    return max(DELIMITERS, key=known)
