"""An empty roster to fill in: the titles Stadium reads, and two invented players."""

import csv
import io

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

TITLES = ("First name", "Last name", "Player ID", "Birth year")
EXAMPLES = (("Zoë", "Ångström", "1000001", 2014), ("José", "García López", "", 1990))
WIDTHS = (18, 24, 14, 12)


def as_csv() -> bytes:
    """With the mark that makes spreadsheets read the accents right."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([TITLES, *EXAMPLES])
    return out.getvalue().encode("utf-8-sig")


def as_xlsx() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None  # noqa: S101
    for row in (TITLES, *EXAMPLES):
        sheet.append(row)
    for number, width in enumerate(WIDTHS, 1):
        sheet.cell(1, number).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


KINDS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""How each is made, and what it is to a browser."""
