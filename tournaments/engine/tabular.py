"""Tables from files: CSV in the encodings and with the delimiters that spreadsheets use, and XLSX.

The one reader of all rooms; each knows its own columns and its own bounds. Nothing in a file is calculated or run.
"""

import codecs
import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Literal

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

Numbered = tuple[int, Sequence[object]]
"""A row as a spreadsheet numbers it, from 1, and its cells."""


class FileFault(Exception):
    """Why a file is no table: it unpacks to too much, is damaged, is not text, or `row` has an open quotation mark."""

    def __init__(self, kind: Literal["too_big", "damaged", "not_text", "row"], row: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.row = kind, row


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most an XLSX file may hold: bytes unpacked, parts, rows looked at (blank ones counted), columns.

    `unpacked` bounds the letters of its cells too: a sheet may show one long text of the file in each of them.
    """

    unpacked: int
    rows: int
    columns: int
    parts: int = 10_000


def is_xlsx(data: bytes) -> bool:
    return data.startswith(ZIP)


def xlsx_rows(data: bytes, bounds: Bounds) -> Iterator[Numbered]:
    """The rows of the first sheet with anything in it; results of formulas as they were saved, never formulas.

    FileFault: too_big, before anything is unpacked or once its cells show too much; damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
        if len(parts) > bounds.parts or sum(part.file_size for part in parts) > bounds.unpacked:
            raise FileFault("too_big")
        letters = 0
        for number, values in _first_sheet(data, bounds):
            letters += sum(len(value) for value in values if isinstance(value, str))
            if letters > bounds.unpacked:
                raise FileFault("too_big")
            yield number, values
    except FileFault:
        raise
    except Exception as damage:  # a damaged workbook fails in as many ways as there are parts in it
        raise FileFault("damaged") from damage


def _first_sheet(data: bytes, bounds: Bounds) -> Iterator[Numbered]:
    from openpyxl import load_workbook

    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()  # some programs write a size that is not true
        values = sheet.iter_rows(max_col=bounds.columns, values_only=True)
        rows = enumerate(islice(values, bounds.rows), start=1)
        first = next((row for row in rows if any(value and cell_text(value) for value in row[1])), None)
        if first is not None:
            yield first
            yield from rows
            return


def cell_text(value: object) -> str:
    """A cell as text: whole numbers without a fraction, dates as 2012-03-04."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()


def text_of(data: bytes) -> str:
    """The text of a file. FileFault: not_text."""
    text = "" if data.startswith(NOT_TEXT) else decoded(data)
    if (data and not text) or "\0" in text:
        raise FileFault("not_text")
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


def csv_body(text: str) -> tuple[str, tuple[str, ...]]:
    """The rows of a CSV text, and the delimiters they may have: one alone where the first line says so ("sep=;")."""
    first, _, rest = text.partition("\n")
    delimiter = first.strip()[4:5] if first[:4].lower() == "sep=" else ""
    return (rest, (delimiter,)) if delimiter else (text, DELIMITERS)


def csv_rows(body: str, delimiter: str) -> Iterator[Numbered]:
    """The rows of a CSV text. FileFault: row."""
    number = 1
    try:
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
        for number, record in enumerate(reader, start=1):
            yield number, record
    except (
        csv.Error,
        TypeError,
        ValueError,
    ) as error:  # a delimiter that is none, or a quotation mark left open
        raise FileFault("row", number + 1) from error


def best_delimiter(
    body: str, delimiters: Sequence[str], known: Callable[[Sequence[str]], int], *, within: int
) -> str:
    """The delimiter under which a row among the first `within` holds a header with most cells `known`."""

    def score(delimiter: str) -> tuple[int, int]:
        lines = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
        try:
            return max(((known(cells), len(cells)) for cells in islice(lines, within)), default=(0, 0))
        except csv.Error:
            return 0, 0

    return delimiters[0] if len(delimiters) == 1 else max(delimiters, key=score)


class NamedRows:
    """The rows of a CSV text with commas by the names in its first row; `columns` are those names.

    Iterating gives (line, row); a cell that a row lacks is "". FileFault: row, where `strict`.
    """

    def __init__(self, lines: Iterable[str], *, strict: bool = False) -> None:
        self._reader = csv.DictReader(lines, restkey="", restval="", strict=strict)
        try:
            self.columns = tuple(self._reader.fieldnames or ())
        except csv.Error as error:
            raise FileFault("row", max(1, self._reader.line_num)) from error

    def __iter__(self) -> Iterator[tuple[int, dict[str, str]]]:
        try:
            for row in self._reader:
                yield self._reader.line_num, row
        except csv.Error as error:
            raise FileFault("row", max(1, self._reader.line_num)) from error


def named_rows(text: str) -> Iterator[dict[str, str]]:
    """The rows of one of our own CSV texts by the names in its first row."""
    for _line, row in NamedRows(io.StringIO(text, newline="")):
        yield row


def shipped(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file that comes with Stadium."""
    return named_rows(path.read_text(encoding="utf-8"))
