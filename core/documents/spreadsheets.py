"""Tables to files: CSV and XLSX. The one writer of all rooms, with the one guard against formulas.

Numbers are numbers, text is text: whatever a name begins with, no spreadsheet calculates it.
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
"""What the files are to a browser."""

PERCENT, DAY = "0.00%", "yyyy-mm-dd"
MOMENT, SECOND = "yyyy-mm-dd hh:mm", "yyyy-mm-dd hh:mm:ss"
CALCULATED = ("=", "+", "-", "@")
STRIPPED = ("\t", "\r")
"""What spreadsheets pass over at the start of a cell, and then calculate the rest."""

NOT_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE = 31
Value = str | int | float | datetime | date | None
"""A `datetime` is in the event's own time zone, with or without naming it: spreadsheets know no zones."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a sheet: head, width in letters, number format."""

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
    """Lines of CSV; an apostrophe before what would be calculated, fractions with six decimals."""
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
    """A CSV file with a head, in UTF-8 with the mark that makes spreadsheets read the accents right."""
    head = [str(field.title) for field in fields]
    return (csv_text([head]) + csv_text(lines)).encode("utf-8-sig")


def as_xlsx(lists: Iterable[NamedList], head: SheetHead | None = None) -> bytes:
    """An XLSX file with one sheet for each list, laid out for print. With a `head` it names the event, and the same
    input gives the same bytes.

    Rows are written one by one and kept nowhere; each column has one cell, which takes the value of the next row.
    """
    # By its name: openpyxl, a quarter of a second to load, waits for the first file.
    data: bytes = import_module("core.documents.workbooks").write_workbook(lists, head)
    return data


def as_file(
    kind: str, title: str, fields: Sequence[Field], lines: Lines, head: SheetHead | None = None
) -> tuple[bytes, str]:
    """One list as `kind` "csv" or "xlsx", and what the file is to a browser."""
    if kind == "csv":
        return as_csv(fields, lines), CSV
    return as_xlsx([(title, fields, lines)], head), XLSX


def cleaned(text: str) -> str:
    """Without the control characters that no spreadsheet may hold."""
    return NOT_IN_CELLS.sub("", text)


def sheet_title(title: str, taken: Sequence[str]) -> str:
    """A title the program accepts: no forbidden signs, at most 31 letters, none twice."""
    clean = NOT_IN_TITLES.sub(" ", cleaned(title)).strip(" '")[:LONGEST_TITLE] or "-"
    number, name = 1, clean
    while name.casefold() in {one.casefold() for one in taken}:
        number += 1
        ending = f" {number}"
        name = clean[: LONGEST_TITLE - len(ending)] + ending
    return name
