"""Reading tables from files: CSV in the encodings and delimiters of spreadsheets, and XLSX.

All apps read tables with this module. Each passes its own columns and bounds, which are checked before reading.
Formulas and macros in a file are never run.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Literal

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

DELIMITERS = ("\t", ";", ",")
"""Delimiters in the order they are tried, so that a file with one column is not split at its commas: "Núñez, José"."""

ZIP = b"PK\x03\x04"
"""The first bytes of a ZIP file, such as XLSX."""

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
"""The first bytes of files that are often mistaken for tables: old spreadsheets, PDFs, pictures, web pages."""

Numbered = tuple[int, Sequence[object]]
"""A row number as in a spreadsheet, from 1, and the cells of the row."""


class TableFileFault(Exception):
    """The reason why a file cannot be read as a table.

    The file unpacks to too many bytes, is damaged, is not text, or has an open quotation mark in `row`; or it has
    more rows, columns (`found`, in `row`) or cells than `limit`.
    """

    def __init__(
        self,
        kind: Literal["too_big", "damaged", "not_text", "row", "rows", "columns", "cells"],
        row: int = 0,
        *,
        found: int = 0,
        limit: int = 0,
    ) -> None:
        super().__init__(kind)
        self.kind, self.row, self.found, self.limit = kind, row, found, limit

    def too_large(self) -> Refused | None:
        """Return the refusal of a table that is too large, or None for another fault.

        The codes are TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
        """
        if self.kind == "columns":
            return Refused(CoreRefusal.TOO_MANY_COLUMNS, row=self.row, found=self.found, limit=self.limit)
        codes = {"rows": CoreRefusal.TOO_MANY_ROWS, "cells": CoreRefusal.TOO_MANY_CELLS}
        return Refused(codes[self.kind], limit=self.limit) if self.kind in codes else None


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The limits of a table: non-empty rows, non-empty columns, and cells including blank ones.

    For XLSX, unpacked bytes and the number of parts are limited too. `unpacked` also limits the total length of
    the cells' text, since many cells may show the same long text.
    """

    unpacked: int
    rows: int
    columns: int
    cells: int
    parts: int = 10_000


SHIPPED = TableBounds(unpacked=0, rows=1_000_000, columns=100, cells=50_000_000)
"""The bounds of tables shipped with Stadium."""

LAST_ROW = 1_048_576
"""The highest row number in a spreadsheet."""

WIDEST = 16_384
"""The most cells in a row of a spreadsheet."""

TAGS_OF_A_CELL, MAX_OTHER_TAGS = 6, 10_000
"""The maximum number of tags of a cell with its text, and of all other tags in a sheet."""

MAX_OTHER_BYTES = 2_000_000
"""The maximum unpacked size of the parts of a workbook that are read but have no cells: styles, names, relations."""

_SHEETS = re.compile(r"xl/(?:worksheets/[^/]*|sharedStrings)\.xml", re.IGNORECASE)
_UNREAD = re.compile(
    r"(?:xl/(?:media|drawings|charts|embeddings|printerSettings|pivot\w+)|customXml)/", re.IGNORECASE
)
_CELLS = re.compile(rb"<(?:\w+:)?(row|c|si)(?=[\s/>])")


def bounded_rows(numbered_rows: Iterable[Numbered], bounds: TableBounds) -> Iterator[Numbered]:
    """Yield the rows that are not empty, without trailing blank cells.

    Raises TableFileFault (rows, columns, cells) at the first row over the limit, or (rows) at a row after LAST_ROW
    that is not empty.
    """
    filled_rows = cells = 0
    for number, values in numbered_rows:
        width = len(values)
        cells += width
        while width and (values[width - 1] is None or not str(values[width - 1]).strip()):
            width -= 1
        if width > bounds.columns:
            raise TableFileFault("columns", number, found=width, limit=bounds.columns)
        if cells > bounds.cells:
            raise TableFileFault("cells", limit=bounds.cells)
        filled_rows += width > 0
        if filled_rows > bounds.rows or (width and number > LAST_ROW):
            raise TableFileFault("rows", limit=bounds.rows)
        if number > LAST_ROW:
            return
        if width:
            yield number, values[:width]


def is_xlsx(data: bytes) -> bool:
    return data.startswith(ZIP)


def xlsx_rows(data: bytes, bounds: TableBounds) -> Iterator[Numbered]:
    """Yield the rows of the first sheet that is not empty, with the saved results of formulas.

    Raises TableFileFault (too_big, rows, columns, cells) as soon as a limit is exceeded, if possible before unpacking,
    and TableFileFault (damaged).
    """
    from openpyxl import load_workbook

    try:
        _require_small_workbook(data, bounds)
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        text_length, is_empty = 0, True
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()  # some programs store a wrong size
            for number, values in bounded_rows(enumerate(sheet.iter_rows(values_only=True), start=1), bounds):
                text_length += sum(len(value) for value in values if isinstance(value, str))
                if text_length > bounds.unpacked:
                    raise TableFileFault("too_big")
                yield number, values
                is_empty = False
            if not is_empty:
                return
    except TableFileFault:
        raise
    except Exception as error:  # each part of a workbook may raise different exceptions
        raise TableFileFault("damaged") from error


def _require_small_workbook(data: bytes, bounds: TableBounds) -> None:
    """Check the size of a workbook before reading it. Raises TableFileFault (too_big, columns, cells)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > bounds.parts or sum(part.file_size for part in parts) > bounds.unpacked:
            raise TableFileFault("too_big")
        other_parts = [part for part in parts if not _SHEETS.fullmatch(part.filename)]
        sizes = [part.file_size for part in other_parts if not _UNREAD.match(part.filename)]
        if sum(sizes) > MAX_OTHER_BYTES:
            raise TableFileFault("too_big")
        for part in parts:
            if _SHEETS.fullmatch(part.filename):
                _require_few_cells(archive.read(part), bounds)


def _require_few_cells(part: bytes, bounds: TableBounds) -> None:
    """Count the rows and cells of a sheet, or the texts of the workbook, without parsing.

    Raises TableFileFault (cells, columns).
    """
    if part.count(b"<") > TAGS_OF_A_CELL * bounds.cells + MAX_OTHER_TAGS:
        raise TableFileFault("cells", limit=bounds.cells)
    row = width = cells = 0
    for tag in _CELLS.finditer(part):
        row, width, cells = (row + 1, 0, cells + 1) if tag[1] == b"row" else (row, width + 1, cells + 1)
        if cells > bounds.cells:
            raise TableFileFault("cells", limit=bounds.cells)
        if width > WIDEST and row:
            raise TableFileFault("columns", row, found=width, limit=bounds.columns)


def cell_text(value: object) -> str:
    """Return a cell as stripped text: whole numbers without a fraction, dates as 2012-03-04.

    The time of a date with a time is omitted.
    """
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip()


def decode_text_file(data: bytes) -> str:
    """Return the text of a file in any of the encodings of `decode_text`. Raises TableFileFault (not_text)."""
    text = "" if data.startswith(NOT_TEXT) else decode_text(data)
    if (data and not text) or "\0" in text:
        raise TableFileFault("not_text")
    return text


def decode_text(data: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or else Windows-1252 or Latin-1.

    Return "" if it is not text.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _try_decode(data, "utf-16") or ""
    # A NUL byte near the start indicates UTF-16 without a byte order mark.
    if b"\0" in data[:200]:
        return _try_decode(data, "utf-16-be" if data[0] == 0 else "utf-16-le") or ""
    return _try_decode(data, "utf-8-sig") or _try_decode(data, "cp1252") or data.decode("latin-1")


def _try_decode(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def csv_body_and_delimiters(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the rows of a CSV text, and the possible delimiters: only one if the first line declares it ("sep=;")."""
    first_line, _, body = text.partition("\n")
    delimiter = first_line.strip()[4:5] if first_line[:4].lower() == "sep=" else ""
    return (body, (delimiter,)) if delimiter else (text, DELIMITERS)


def csv_rows(body: str, delimiter: str, bounds: TableBounds) -> Iterator[Numbered]:
    """Yield the rows of a CSV text that are not empty. Raises TableFileFault (row, rows, columns, cells)."""
    # Cells are counted before reading. This includes quoted delimiters, of which there are never many.
    if body.count(delimiter) > bounds.cells:
        raise TableFileFault("cells", limit=bounds.cells)
    number = 1
    try:
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
        for number, record in bounded_rows(enumerate(reader, start=1), bounds):
            yield number, record
    except (
        csv.Error,
        TypeError,
        ValueError,
    ) as error:  # an invalid delimiter, or an open quotation mark
        raise TableFileFault("row", number + 1) from error


def text_rows(lines: Iterable[str], bounds: TableBounds) -> Iterator[Numbered]:
    """Yield lines of text as rows of one cell. Raises TableFileFault (rows, cells)."""
    return bounded_rows(((number, (line,)) for number, line in enumerate(lines, 1)), bounds)


def best_delimiter(
    body: str,
    delimiters: Sequence[str],
    known: Callable[[Sequence[str]], int],
    bounds: TableBounds,
    *,
    within: int,
) -> str:
    """Return the delimiter that splits one of the first `within` rows into the most header cells.

    `known` returns the number of cells in a row that are known headers. It is not called for a row with too many
    cells, which scores 0.
    """
    most_columns = bounds.columns

    def score(delimiter: str) -> tuple[int, int]:
        """Return the most known headers in one row, and the number of cells of that row to break ties."""
        if body.count(delimiter) > bounds.cells:
            return 0, bounds.cells
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
        try:
            rows = list(islice(reader, within))
        except csv.Error:
            return 0, 0
        return max(
            ((known(row) if len(row) <= most_columns else 0, len(row)) for row in rows), default=(0, 0)
        )

    return delimiters[0] if len(delimiters) == 1 else max(delimiters, key=score)


class NamedRows:
    """The rows of a comma-separated text, keyed by the names in its first row (`columns`).

    Yields (line, row), with "" for missing cells; `line` is the number of the last line of the row. Raises
    TableFileFault (rows, columns, cells), and if `strict`, TableFileFault (row).
    """

    def __init__(self, lines: Iterable[str], bounds: TableBounds, *, strict: bool = False) -> None:
        self._reader = csv.reader(lines, strict=strict)
        self._rows = bounded_rows(enumerate(self._reader, start=1), bounds)
        self.columns: tuple[str, ...] = tuple(str(cell) for cell in self._next_row() or ())

    def __iter__(self) -> Iterator[tuple[int, dict[str, str]]]:
        while (values := self._next_row()) is not None:
            cells = [str(value) for value in values]
            cells += [""] * (len(self.columns) - len(cells))
            yield self._reader.line_num, dict(zip(self.columns, cells, strict=False))

    def _next_row(self) -> Sequence[object] | None:
        try:
            return next(self._rows, (0, None))[1]
        except csv.Error as error:
            raise TableFileFault("row", max(1, self._reader.line_num)) from error


def read_named_rows(text: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV text of this project, keyed by the names in its first row."""
    for _line, row in NamedRows(io.StringIO(text, newline=""), SHIPPED):
        yield row


def read_shipped_rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file shipped with Stadium."""
    return read_named_rows(path.read_text(encoding="utf-8"))
