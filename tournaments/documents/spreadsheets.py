"""Tables to files: CSV and XLSX. The one writer of all rooms, with the one guard against formulas.

Numbers are numbers, text is text: whatever a name begins with, no spreadsheet calculates it.
"""

import csv
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO, StringIO

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.documents.sheet import Text
from tournaments.engine.rows import SheetHead
from tournaments.figures import fraction

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What the files are to a browser."""

PERCENT = "0.00%"
CALCULATED = ("=", "+", "-", "@")
STRIPPED = ("\t", "\r")
"""What spreadsheets pass over at the start of a cell, and then calculate the rest."""

NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE = 31
MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
Value = str | int | float | None


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
    text = "" if value is None else cleaned(str(value))
    return f"'{text}" if isinstance(value, str) and is_formula(text) else text


def as_csv(fields: Sequence[Field], lines: Lines) -> bytes:
    """A CSV file with a head, in UTF-8 with the mark that makes spreadsheets read the accents right."""
    head = [str(field.title) for field in fields]
    return (csv_text([head]) + csv_text(lines)).encode("utf-8-sig")


def as_xlsx(lists: Iterable[NamedList], head: SheetHead | None = None) -> bytes:
    """An XLSX file with one sheet for each list. With a `head` laid out for print, and the same input gives the same
    bytes.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, fields, lines in lists:
        _fill(book, head, title, fields, lines)
    book.properties.creator = "Stadium"
    if head is not None:
        book.properties.title = cleaned(head.event)
        book.properties.created = head.printed_at.replace(tzinfo=None)
    out = BytesIO()
    book.save(out)
    return _steady(out.getvalue(), head.printed_at) if head is not None else out.getvalue()


def _fill(book: Workbook, head: SheetHead | None, title: str, fields: Sequence[Field], lines: Lines) -> None:
    sheet = book.create_sheet(sheet_title(title, [one.title for one in book.worksheets]))
    for column, field in enumerate(fields, start=1):
        _write(sheet.cell(1, column), str(field.title))
        sheet.column_dimensions[get_column_letter(column)].width = field.width
    for number, line in enumerate(lines, start=2):
        for column, (value, field) in enumerate(zip(line, fields, strict=True), start=1):
            _write(sheet.cell(number, column), value, form=field.form)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    if head is not None:
        _lay_out(sheet, head)


def _write(cell: Cell, value: Value, *, form: str = "General") -> None:
    """Text stays text: what begins like a formula is marked as quoted."""
    if isinstance(value, str):
        cell.value = cleaned(value)
        cell.data_type = "s"
        cell.quotePrefix = is_formula(value)
        return
    cell.value = value
    cell.number_format = form


def _lay_out(sheet: Worksheet, head: SheetHead) -> None:
    """Filters; a head that repeats in print, one page wide."""
    for cell in sheet[1]:
        cell.alignment = Alignment(vertical="center", wrap_text=True)
        cell.border = Border(bottom=Side(style="medium"))
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    event = cleaned(head.event).replace("&", "&&")
    sheet.HeaderFooter.oddHeader = HeaderFooterItem(_HeaderFooterPart(event), right=_HeaderFooterPart("&A"))
    sheet.HeaderFooter.oddFooter = HeaderFooterItem(right=_HeaderFooterPart("&P / &N"))


def cleaned(text: str) -> str:
    """Without the control characters that no spreadsheet may hold."""
    return ILLEGAL_CHARACTERS_RE.sub("", text)


def sheet_title(title: str, taken: Sequence[str]) -> str:
    """A title the program accepts: no forbidden signs, at most 31 letters, none twice."""
    clean = NOT_IN_TITLES.sub(" ", cleaned(title)).strip(" '")[:LONGEST_TITLE] or "-"
    number, name = 1, clean
    while name.casefold() in {one.casefold() for one in taken}:
        number += 1
        ending = f" {number}"
        name = clean[: LONGEST_TITLE - len(ending)] + ending
    return name


def _steady(data: bytes, when: datetime) -> bytes:
    """The same file with the time of printing in place of the time of saving."""
    stamp = max(when.timetuple()[:6], (1980, 1, 1, 0, 0, 0))
    saved = when.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "docProps/core.xml":
                body = MODIFIED.sub(rb"\g<1>" + saved, body)
            new.writestr(zipfile.ZipInfo(name, stamp), body, zipfile.ZIP_DEFLATED)
    return out.getvalue()
