"""Standings and pairings as one spreadsheet: real numbers, ready to sort, filter and print."""

import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext_lazy as _
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from pairings.documents import words
from pairings.documents.pairings import table_order
from pairings.engine.rows import MatchRow, StandingRow
from tournaments.documents.sheet import Text
from tournaments.engine.rows import SheetHead
from tournaments.wording import category_label

PERCENT = "0.00%"
FORMULA = ("=", "+", "-", "@")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE = 31
MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
Value = str | int | float | None
Lines = Iterable[tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a sheet: head, width in letters, number format."""

    title: Text
    width: float
    form: str = "General"


NamedList = tuple[str, Sequence[Field], Lines]
"""Title, columns and lines of one sheet."""

STANDING_FIELDS = (
    Field(_("Place"), 8, "0"),
    Field(_("Last name"), 24),
    Field(_("First name"), 20),
    Field(_("Age division"), 14),
    Field(_("Points"), 9, "0"),
    Field(_("Won"), 8, "0"),
    Field(_("Lost"), 8, "0"),
    Field(_("Tied"), 8, "0"),
    Field(_("Opponents’ wins"), 18, PERCENT),
    Field(_("Their opponents’ wins"), 22, PERCENT),
    Field(_("Left the event"), 16),
)
PAIRING_FIELDS = (
    Field(_("Table"), 9, "0"),
    Field(_("Left"), 30),
    Field(_("Left: points"), 14, "0"),
    Field(_("Right"), 30),
    Field(_("Right: points"), 14, "0"),
    Field(_("Result"), 14),
    Field(_("Left: games"), 14, "0"),
    Field(_("Right: games"), 14, "0"),
)


def workbook(
    head: SheetHead,
    *,
    standings: Sequence[tuple[str, Sequence[StandingRow]]] = (),
    pairings: Sequence[tuple[str, Sequence[MatchRow]]] = (),
) -> bytes:
    """An XLSX file with one sheet for each named list, standings first.

    The same input gives the same bytes.
    """
    lists: list[NamedList] = [
        (title, STANDING_FIELDS, [standing_line(row) for row in places]) for title, places in standings
    ]
    lists += [
        (title, PAIRING_FIELDS, [pairing_line(row) for row in sorted(matches, key=table_order)])
        for title, matches in pairings
    ]
    return of_lists(head, lists or [(str(_("Standings")), STANDING_FIELDS, ())])


def of_lists(head: SheetHead, lists: Iterable[NamedList]) -> bytes:
    """An XLSX file with one sheet for each list. The same input gives the same bytes."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, fields, lines in lists:
        fill(book, head, title, fields, lines)
    book.properties.title = cleaned(head.event)
    book.properties.creator = "Stadium"
    book.properties.created = head.printed_at.replace(tzinfo=None)
    out = BytesIO()
    book.save(out)
    return steady(out.getvalue(), head.printed_at)


def standing_line(row: StandingRow) -> tuple[Value, ...]:
    person = row.person
    names = (person.last_name, person.first_name, category_label(person.category))
    left = str(_("yes")) if person.dropped else None
    return row.place, *names, person.points, row.wins, row.losses, row.ties, row.owp, row.oowp, left


def pairing_line(row: MatchRow) -> tuple[Value, ...]:
    left, right = row.left, row.right
    if right is None:
        return None, left.name, left.points, None, None, str(words.place_of(row)), None, None
    people = (left.name, left.points, right.name, right.points)
    return row.table, *people, str(words.outcome(row)), row.games_left, row.games_right


def fill(book: Workbook, head: SheetHead, title: str, fields: Sequence[Field], lines: Lines) -> None:
    sheet = book.create_sheet(sheet_title(title, [one.title for one in book.worksheets]))
    for column, field in enumerate(fields, start=1):
        write(sheet.cell(1, column), str(field.title))
        sheet.column_dimensions[get_column_letter(column)].width = field.width
    for number, line in enumerate(lines, start=2):
        for column, (value, field) in enumerate(zip(line, fields, strict=True), start=1):
            write(sheet.cell(number, column), value, form=field.form)
    furnish(sheet, head)


def write(cell: Cell, value: Value, *, form: str = "General") -> None:
    """Text stays text: a name that begins like a formula is marked as quoted."""
    if isinstance(value, str):
        cell.value = cleaned(value)
        cell.data_type = "s"
        cell.quotePrefix = value.lstrip().startswith(FORMULA)
        return
    cell.value = value
    cell.number_format = form


def furnish(sheet: Worksheet, head: SheetHead) -> None:
    """Bold head that stays in view and repeats in print, filters, one page wide."""
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(vertical="center", wrap_text=True)
        cell.border = Border(bottom=Side(style="medium"))
    sheet.freeze_panes = "A2"
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


def steady(data: bytes, when: datetime) -> bytes:
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
