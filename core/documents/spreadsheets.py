"""Tables as CSV and XLSX files: the only writer of all rooms, with the only guard against formulas.

Numbers stay numbers and text stays text: no spreadsheet calculates a name, whatever it begins with.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from io import StringIO

from core.documents.sheet import Text
from core.engine.heads import SheetHead
from core.figures import fraction

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content types of the files."""

PERCENT, DAY = "0.00%", "yyyy-mm-dd"
MOMENT, SECOND = "yyyy-mm-dd hh:mm", "yyyy-mm-dd hh:mm:ss"
CALCULATED = ("=", "+", "-", "@")
STRIPPED = ("\t", "\r")
"""What spreadsheets skip at the start of a cell before they calculate the rest."""

NOT_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE = 31
Value = str | int | float | datetime | date | None
"""A `datetime` is in the event's time zone, aware or not, since spreadsheets have no zones."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a sheet: title, width in letters, number format."""

    title: Text
    width: float
    form: str = "General"


Lines = Iterable[Sequence[Value]]
NamedList = tuple[str, Sequence[Field], Lines]
"""Title, columns and lines of one sheet."""


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would calculate this text."""
    return text.startswith(STRIPPED) or text.lstrip().startswith(CALCULATED)


def csv_text(lines: Lines, *, newline: str = "\r\n") -> str:
    """Format lines as CSV, with an apostrophe before what would be calculated and fractions with six decimals."""
    out = StringIO(newline="")
    csv.writer(out, lineterminator=newline).writerows([_csv_cell(value) for value in line] for line in lines)
    return out.getvalue()


def _csv_cell(value: Value) -> str:
    if isinstance(value, float):
        return fraction(value)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}".removesuffix(":00")
    text = "" if value is None else cleaned(str(value))
    return f"'{text}" if isinstance(value, str) and is_formula(text) else text


def as_csv(fields: Sequence[Field], lines: Lines) -> bytes:
    """A CSV file with a head, in UTF-8 with the byte order mark spreadsheets need to read accents right."""
    head = [str(field.title) for field in fields]
    return (csv_text([head]) + csv_text(lines)).encode("utf-8-sig")


def as_xlsx(lists: Iterable[NamedList], head: SheetHead | None = None) -> bytes:
    """An XLSX file with one sheet for each list, laid out for print. With a `head` it names the event, and the same
    input gives the same bytes.

    Rows are written one at a time and not stored; each column has one cell object, which is reused for every row.
    """
    # Imported by name: loading openpyxl takes a quarter of a second, which only the first file should cost.
    data: bytes = import_module("core.documents.workbooks").write_workbook(lists, head)
    return data


def as_file(
    kind: str, title: str, fields: Sequence[Field], lines: Lines, head: SheetHead | None = None
) -> tuple[bytes, str]:
    """One list as `kind` "csv" or "xlsx": the file and its content type."""
    if kind == "csv":
        return as_csv(fields, lines), CSV
    return as_xlsx([(title, fields, lines)], head), XLSX


def cleaned(text: str) -> str:
    """Remove the control characters that no spreadsheet may contain."""
    return NOT_IN_CELLS.sub("", text)


def sheet_title(title: str, taken: Sequence[str]) -> str:
    """A sheet title that spreadsheets accept: no forbidden characters, at most 31 letters, unique."""
    clean = NOT_IN_TITLES.sub(" ", cleaned(title)).strip(" '")[:LONGEST_TITLE] or "-"
    number, name = 1, clean
    while name.casefold() in {one.casefold() for one in taken}:
        number += 1
        ending = f" {number}"
        name = clean[: LONGEST_TITLE - len(ending)] + ending
    return name
