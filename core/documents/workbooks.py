"""Workbooks, written with openpyxl."""

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.writer.excel import ExcelWriter

from core.documents.spreadsheets import (
    Field,
    Lines,
    NamedList,
    Value,
    is_formula,
    strip_control_characters,
    unique_worksheet_title,
)
from core.engine.sheet_heads import SheetHead

TITLE: Mapping[str, object] = {
    "font": Font(bold=True),
    "alignment": Alignment(vertical="center", wrap_text=True),
    "border": Border(bottom=Side(style="medium")),
}
"""The style of column titles."""


def write_workbook(lists: Iterable[NamedList], head: SheetHead | None) -> bytes:
    """Return the bytes of a workbook with a sheet for each list.

    If a `head` is passed, the file shows its name, and the same input gives the same bytes.
    """
    book = Workbook(write_only=True)
    titles: list[str] = []
    for title, fields, lines in lists:
        titles.append(unique_worksheet_title(title, titles))
        sheet = WorkbookSheet(book, titles[-1])
        book._add_sheet(sheet)  # type: ignore[attr-defined]
        sheet.lay_out(fields, strip_control_characters(head.name) if head else "")
        sheet.fill(fields, lines)
    book.properties.creator = "Stadium"
    buffer = BytesIO()
    if head is None:
        book.save(buffer)
        return buffer.getvalue()

    # The time of printing replaces the time of saving, so that the bytes are reproducible.
    book.properties.title = strip_control_characters(head.name)
    book.properties.created = book.properties.modified = head.printed_at.replace(tzinfo=None)
    archive = ReproducibleZip(buffer, "w", zipfile.ZIP_DEFLATED)
    year, month, day, hour, minute, second = head.printed_at.timetuple()[:6]
    archive.stamp = max((year, month, day, hour, minute, second), (1980, 1, 1, 0, 0, 0))
    with archive:
        ExcelWriter(book, archive).write_data()
    return buffer.getvalue()


class WorkbookCell:
    """The attributes of a cell that openpyxl's writer reads, with styles looked up in advance."""

    __slots__ = ("_value", "coordinate", "data_type", "letters", "quoted", "style_id", "style_plain")
    has_style, hyperlink, _comment = True, None, None

    def __init__(self, letters: str, style: int, quoted: int) -> None:
        self.letters, self.style_plain, self.quoted = letters, style, quoted
        self.style_id, self.coordinate, self.data_type = style, letters, "n"
        self._value: object = None

    def take(self, value: Value, row: int) -> None:
        """Set this cell to a value in `row`. Text that looks like a formula is quoted, so it stays text."""
        self.coordinate, self.style_id = f"{self.letters}{row}", self.style_plain
        if isinstance(value, str):
            self._value, self.data_type = strip_control_characters(value), "s"
            if is_formula(value):
                self.style_id = self.quoted
        elif isinstance(value, date):
            day = value.replace(tzinfo=None) if isinstance(value, datetime) else value
            self._value, self.data_type = float(to_excel(day)), "n"
        else:
            self._value, self.data_type = value, "n"


class WorkbookSheet(WriteOnlyWorksheet):
    """A sheet that is written row by row, while the rows are read."""

    def lay_out(self, fields: Sequence[Field], name: str) -> None:
        """Freeze the head and set up printing.

        The sheet is scaled to one page wide. The margins show `name`, the title of the list, and page numbers.
        """
        sheet: Any = self
        for column, field in enumerate(fields, start=1):
            sheet.column_dimensions[get_column_letter(column)].width = field.width
        sheet.freeze_panes = "A2"
        sheet.print_title_rows = "1:1"
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        header, footer = name.replace("&", "&&"), _HeaderFooterPart("&P / &N")
        sheet.HeaderFooter.oddHeader = HeaderFooterItem(
            _HeaderFooterPart(header), right=_HeaderFooterPart("&A")
        )
        sheet.HeaderFooter.oddFooter = HeaderFooterItem(right=footer)

    def fill(self, fields: Sequence[Field], lines: Lines) -> None:
        """Write the titles of the columns and the lines below them, and let readers filter the lines."""
        letters = [get_column_letter(column) for column in range(1, len(fields) + 1)]
        self.cells = [WorkbookCell(letter, self.style(TITLE), self.style(TITLE)) for letter in letters]
        self.append([str(field.title) for field in fields])
        styles = [{"number_format": field.form} for field in fields]
        self.cells = [
            WorkbookCell(letter, self.style(style), self.style(style | {"quotePrefix": True}))
            for letter, style in zip(letters, styles, strict=True)
        ]
        last_row = 1
        for line in lines:
            self.append(list(line))
            last_row += 1
        self.auto_filter.ref = f"A1:{letters[-1]}{last_row}"  # type: ignore[attr-defined]

    def style(self, attributes: Mapping[str, object]) -> int:
        """Return the index of a style in the book."""
        cell = WriteOnlyCell(self)
        for name, value in attributes.items():
            setattr(cell, name, value)
        return int(cell.style_id)

    def _values_to_row(self, values: Sequence[Value], row_idx: int) -> Iterator[WorkbookCell]:
        for value, cell in zip(values, self.cells, strict=True):
            if value is not None:
                cell.take(value, row_idx)
                yield cell


class ReproducibleZip(zipfile.ZipFile):
    """A zip file that gives all its members the same timestamp, so that equal contents give equal bytes."""

    stamp: tuple[int, int, int, int, int, int]

    def info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, self.stamp)
        info.compress_type = self.compression
        return info

    def writestr(self, name: Any, data: Any, *_how: Any, **_options: Any) -> None:  # type: ignore[override]
        super().writestr(self.info(name), data)

    def write(self, filename: Any, arcname: Any = None, *_how: Any, **_options: Any) -> None:
        with Path(filename).open("rb") as source, self.open(self.info(arcname), "w") as target:
            copyfileobj(source, target)
