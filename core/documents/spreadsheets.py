"""Tables as CSV and XLSX files. All apps write them with this module, so that formulas are disarmed in one place.

Numbers stay numbers and text stays text: a name that begins like a formula is never calculated.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from io import StringIO

from core.documents.sheet import Text
from core.engine.sheet_heads import SheetHead
from core.percentages import format_fraction

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content types of the files."""

PERCENT, DAY = "0.00%", "yyyy-mm-dd"
MOMENT, SECOND = "yyyy-mm-dd hh:mm", "yyyy-mm-dd hh:mm:ss"
"""Number formats of cells."""

FORMULA_STARTS = ("=", "+", "-", "@")
"""Characters that begin a formula."""

SKIPPED = ("\t", "\r")
"""Characters at the start of a cell that spreadsheets skip before they look for a formula."""

NOT_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
MAX_TITLE_LENGTH = 31
Value = str | int | float | datetime | date | None
"""A value of a cell.

A `datetime`, aware or not, is in the time zone of the reader, since spreadsheets have no time zones.
"""


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a sheet: title, width in letters, number format."""

    title: Text
    width: float
    form: str = "General"


Lines = Iterable[Sequence[Value]]
NamedList = tuple[str, Sequence[Field], Lines]
"""Title, columns and lines of a sheet."""


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would calculate this text."""
    return text.startswith(SKIPPED) or text.lstrip().startswith(FORMULA_STARTS)


def csv_text(lines: Lines, *, newline: str = "\r\n") -> str:
    """Format lines as CSV, with an apostrophe before text that would be calculated and six decimals in fractions."""
    buffer = StringIO(newline="")
    csv.writer(buffer, lineterminator=newline).writerows(
        [_csv_cell(value) for value in line] for line in lines
    )
    return buffer.getvalue()


def _csv_cell(value: Value) -> str:
    if isinstance(value, float):
        return format_fraction(value)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}".removesuffix(":00")
    text = "" if value is None else strip_control_characters(str(value))
    return f"'{text}" if isinstance(value, str) and is_formula(text) else text


def as_csv(fields: Sequence[Field], lines: Lines) -> bytes:
    """Return a CSV file with a head, in UTF-8.

    It starts with a byte order mark, so that spreadsheets read accents correctly.
    """
    head = [str(field.title) for field in fields]
    return (csv_text([head]) + csv_text(lines)).encode("utf-8-sig")


def as_xlsx(lists: Iterable[NamedList], head: SheetHead | None = None) -> bytes:
    """Return an XLSX file with a sheet for each list, laid out for print.

    If a `head` is passed, the file shows its name, and the same input gives the same bytes. Rows are written one at a
    time and not stored; each column has one cell object, which is reused for every row.
    """
    # openpyxl takes a quarter of a second to load, so it is imported only when the first file is written.
    data: bytes = import_module("core.documents.workbooks").write_workbook(lists, head)
    return data


def spreadsheet_file(
    kind: str, title: str, fields: Sequence[Field], lines: Lines, head: SheetHead | None = None
) -> tuple[bytes, str]:
    """Return a list as a file of `kind` "csv" or "xlsx", and the content type of the file.

    A CSV file contains neither `title` nor `head`.
    """
    if kind == "csv":
        return as_csv(fields, lines), CSV
    return as_xlsx([(title, fields, lines)], head), XLSX


def strip_control_characters(text: str) -> str:
    """Remove the control characters that spreadsheets must not contain."""
    return NOT_IN_CELLS.sub("", text)


def unique_worksheet_title(title: str, titles_in_use: Sequence[str]) -> str:
    """Return a sheet title that spreadsheets accept: no forbidden characters, at most 31 letters, unique."""
    clean = NOT_IN_TITLES.sub(" ", strip_control_characters(title)).strip(" '")[:MAX_TITLE_LENGTH] or "-"
    number, name = 1, clean
    while name.casefold() in {title.casefold() for title in titles_in_use}:
        number += 1
        ending = f" {number}"
        name = clean[: MAX_TITLE_LENGTH - len(ending)] + ending
    return name
