"""Tables read from files: CSV in the encodings and delimiters of spreadsheets, and XLSX.

The only reader of all rooms; each passes its own columns and bounds, which are checked before reading. Nothing in a
file is calculated or run.
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
"""In this order, so that a file with one column is not split at its commas: "Núñez, José"."""

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
"""A row number as in a spreadsheet, from 1, and the row's cells."""


class FileFault(Exception):
    """Why a file is not a table: it unpacks to too much, is damaged, is not text, `row` has an open quotation mark, or
    it has more rows, columns (`found`, in `row`) or cells than `limit`.
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
        """The refusal of a table that is too large: TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS (row, found, limit),
        TOO_MANY_CELLS (limit); None for another fault.
        """
        if self.kind == "columns":
            return Refused(CoreRefusal.TOO_MANY_COLUMNS, row=self.row, found=self.found, limit=self.limit)
        codes = {"rows": CoreRefusal.TOO_MANY_ROWS, "cells": CoreRefusal.TOO_MANY_CELLS}
        return Refused(codes[self.kind], limit=self.limit) if self.kind in codes else None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a table: non-empty rows and columns, cells including blank ones; for XLSX also unpacked bytes and
    parts.

    `unpacked` limits the letters of its cells too, since a sheet may show one long text of the file in each of them.
    """

    unpacked: int
    rows: int
    columns: int
    cells: int
    parts: int = 10_000


SHIPPED = Bounds(unpacked=0, rows=1_000_000, columns=100, cells=50_000_000)
"""Bounds of the tables shipped with Stadium."""

LAST_ROW = 1_048_576
"""The highest row number of a spreadsheet."""

WIDEST = 16_384
"""The most cells in a row of a spreadsheet."""

TAGS_OF_A_CELL, MOST_OTHER_TAGS = 6, 10_000
"""The most tags of a cell with its text, and of the rest of a sheet."""

MOST_OF_OTHERS = 2_000_000
"""Unpacked bytes of the parts of a workbook without cells, all of which are read: styles, names, relations."""

_SHEETS = re.compile(r"xl/(?:worksheets/[^/]*|sharedStrings)\.xml", re.IGNORECASE)
_UNREAD = re.compile(
    r"(?:xl/(?:media|drawings|charts|embeddings|printerSettings|pivot\w+)|customXml)/", re.IGNORECASE
)
_CELLS = re.compile(rb"<(?:\w+:)?(row|c|si)(?=[\s/>])")


def bounded(numbered: Iterable[Numbered], bounds: Bounds) -> Iterator[Numbered]:
    """Yield the non-empty rows, without trailing blank cells.

    FileFault: rows, columns, cells, at the first row over the limit.
    """
    filled = cells = 0
    for number, values in numbered:
        width = len(values)
        cells += width
        while width and (values[width - 1] is None or not str(values[width - 1]).strip()):
            width -= 1
        if width > bounds.columns:
            raise FileFault("columns", number, found=width, limit=bounds.columns)
        if cells > bounds.cells:
            raise FileFault("cells", limit=bounds.cells)
        filled += width > 0
        if filled > bounds.rows or (width and number > LAST_ROW):
            raise FileFault("rows", limit=bounds.rows)
        if number > LAST_ROW:
            return
        if width:
            yield number, values[:width]


def is_xlsx(data: bytes) -> bool:
    return data.startswith(ZIP)


def xlsx_rows(data: bytes, bounds: Bounds) -> Iterator[Numbered]:
    """Yield the rows of the first non-empty sheet; saved results of formulas, never the formulas.

    FileFault: too_big, rows, columns, cells, before unpacking, before reading a row, or once its cells exceed a limit;
    damaged.
    """
    try:
        _require_small(data, bounds)
        letters = 0
        for number, values in _first_sheet(data, bounds):
            letters += sum(len(value) for value in values if isinstance(value, str))
            if letters > bounds.unpacked:
                raise FileFault("too_big")
            yield number, values
    except FileFault:
        raise
    except Exception as damage:  # each part of a workbook fails in its own way
        raise FileFault("damaged") from damage


def _require_small(data: bytes, bounds: Bounds) -> None:
    """Check the size of a workbook before reading it. FileFault: too_big, columns, cells."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > bounds.parts or sum(part.file_size for part in parts) > bounds.unpacked:
            raise FileFault("too_big")
        others = [part for part in parts if not _SHEETS.fullmatch(part.filename)]
        read = [part.file_size for part in others if not _UNREAD.match(part.filename)]
        if sum(read) > MOST_OF_OTHERS:
            raise FileFault("too_big")
        for part in parts:
            if _SHEETS.fullmatch(part.filename):
                _require_few_cells(archive.read(part), bounds)


def _require_few_cells(part: bytes, bounds: Bounds) -> None:
    """Count the rows and cells of a sheet, or the texts of the workbook, without parsing. FileFault: cells, columns."""
    if part.count(b"<") > TAGS_OF_A_CELL * bounds.cells + MOST_OTHER_TAGS:
        raise FileFault("cells", limit=bounds.cells)
    row = wide = cells = 0
    for tag in _CELLS.finditer(part):
        row, wide, cells = (row + 1, 0, cells + 1) if tag[1] == b"row" else (row, wide + 1, cells + 1)
        if cells > bounds.cells:
            raise FileFault("cells", limit=bounds.cells)
        if wide > WIDEST and row:
            raise FileFault("columns", row, found=wide, limit=bounds.columns)


def _first_sheet(data: bytes, bounds: Bounds) -> Iterator[Numbered]:
    from openpyxl import load_workbook

    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()  # some programs write a wrong size
        rows = bounded(enumerate(sheet.iter_rows(values_only=True), start=1), bounds)
        first = next(rows, None)
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
    """Decode UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252 or Latin-1; "" if it is no text."""
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
    """The rows of a CSV text and the possible delimiters: a single one if the first line declares it ("sep=;")."""
    first, _, rest = text.partition("\n")
    delimiter = first.strip()[4:5] if first[:4].lower() == "sep=" else ""
    return (rest, (delimiter,)) if delimiter else (text, DELIMITERS)


def csv_rows(body: str, delimiter: str, bounds: Bounds) -> Iterator[Numbered]:
    """Yield the non-empty rows of a CSV text. FileFault: row, rows, columns, cells."""
    # Counted before reading. Quoted delimiters make no cells, but there are never that many.
    if body.count(delimiter) > bounds.cells:
        raise FileFault("cells", limit=bounds.cells)
    number = 1
    try:
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
        for number, record in bounded(enumerate(reader, start=1), bounds):
            yield number, record
    except (
        csv.Error,
        TypeError,
        ValueError,
    ) as error:  # an invalid delimiter, or an open quotation mark
        raise FileFault("row", number + 1) from error


def text_rows(lines: Iterable[str], bounds: Bounds) -> Iterator[Numbered]:
    """Lines of text as rows of one cell. FileFault: rows, cells."""
    return bounded(((number, (line,)) for number, line in enumerate(lines, 1)), bounds)


def best_delimiter(
    body: str,
    delimiters: Sequence[str],
    known: Callable[[Sequence[str]], int],
    bounds: Bounds,
    *,
    within: int,
) -> str:
    """The delimiter with which a row among the first `within` has the most header cells that are `known`.

    A row with too many cells counts as having none.
    """
    most = bounds.columns

    def score(delimiter: str) -> tuple[int, int]:
        if body.count(delimiter) > bounds.cells:
            return 0, bounds.cells
        lines = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
        try:
            rows = list(islice(lines, within))
        except csv.Error:
            return 0, 0
        return max(((known(row) if len(row) <= most else 0, len(row)) for row in rows), default=(0, 0))

    return delimiters[0] if len(delimiters) == 1 else max(delimiters, key=score)


class NamedRows:
    """The rows of a comma-separated text, keyed by the names in its first row (`columns`).

    Yields (line, row); missing cells are "". FileFault: row, if `strict`; rows, columns, cells.
    """

    def __init__(self, lines: Iterable[str], bounds: Bounds, *, strict: bool = False) -> None:
        self._reader = csv.reader(lines, strict=strict)
        self._rows = bounded(enumerate(self._reader, start=1), bounds)
        self.columns: tuple[str, ...] = tuple(str(cell) for cell in self._next() or ())

    def __iter__(self) -> Iterator[tuple[int, dict[str, str]]]:
        while (values := self._next()) is not None:
            cells = [str(value) for value in values]
            cells += [""] * (len(self.columns) - len(cells))
            yield self._reader.line_num, dict(zip(self.columns, cells, strict=False))

    def _next(self) -> Sequence[object] | None:
        try:
            return next(self._rows, (0, None))[1]
        except csv.Error as error:
            raise FileFault("row", max(1, self._reader.line_num)) from error


def named_rows(text: str) -> Iterator[dict[str, str]]:
    """The rows of one of our own CSV texts, keyed by the names in its first row."""
    for _line, row in NamedRows(io.StringIO(text, newline=""), SHIPPED):
        yield row


def shipped(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file shipped with Stadium."""
    return named_rows(path.read_text(encoding="utf-8"))
