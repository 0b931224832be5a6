"""Tables as CSV and XLSX: numbers are stored as numbers, and no text is treated as a formula."""

import io
import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from core.documents.spreadsheets import DAY, MOMENT, Field, as_csv, as_xlsx
from core.engine import tabular
from tests.papers import HEAD
from tests.rules_by_number import ROOMS, ROOT

FIELDS = (Field("Name", 20), Field("Points", 8, "0"), Field("Share", 8, "0.00%"))
BOUNDS = tabular.TableBounds(unpacked=1_000_000, rows=10, columns=3, cells=100)
DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_a_spreadsheet_would_calculate_stays_text(text: str) -> None:
    rows = as_csv(FIELDS, [(text, 3, 0.5)]).decode("utf-8-sig")
    assert dict(tabular.csv_rows(rows, ",", BOUNDS))[2] == [f"'{text}", "3", "0.500000"]
    cell = load_workbook(io.BytesIO(as_xlsx([("List", FIELDS, [(text, 3, 0.5)])]))).worksheets[0]["A2"]
    assert (cell.data_type, cell.quotePrefix) == ("s", True)


def test_numbers_are_numbers_even_below_zero() -> None:
    sheet = load_workbook(io.BytesIO(as_xlsx([("List", FIELDS, [("Ana", -3, 0.5)])]))).worksheets[0]
    assert [cell.value for cell in sheet[2]] == ["Ana", -3, 0.5]
    assert "Ana,-3,0.500000" in as_csv(FIELDS, [("Ana", -3, 0.5)]).decode("utf-8-sig")


def test_what_is_written_is_read_again() -> None:
    lines = [('Zoë "Z", Núñez', 3, 0.25), ("José", 0, 1.0)]
    body, delimiters = tabular.csv_body_and_delimiters(tabular.decode_text_file(as_csv(FIELDS, lines)))
    assert [cells for _row, cells in tabular.csv_rows(body, delimiters[-1], BOUNDS)][1:] == [
        ['Zoë "Z", Núñez', "3", "0.250000"],
        ["José", "0", "1.000000"],
    ]
    assert [
        tuple(cells) for _row, cells in tabular.xlsx_rows(as_xlsx([("List", FIELDS, lines)]), BOUNDS)
    ] == [
        ("Name", "Points", "Share"),
        *lines,
    ]


def test_sheets_of_the_same_name_part() -> None:
    book = load_workbook(io.BytesIO(as_xlsx([("A/B", FIELDS, []), ("A:B", FIELDS, [])])))
    assert book.sheetnames == ["A B", "A B 2"]


def test_days_are_days_in_the_zone_of_the_event() -> None:
    when = datetime(2026, 6, 13, 14, 5, tzinfo=ZoneInfo("Europe/Oslo"))
    fields = (Field("At", 16, MOMENT), Field("Day", 12, DAY))
    row = load_workbook(io.BytesIO(as_xlsx([("List", fields, [(when, date(2026, 6, 13))])]))).worksheets[0][2]
    assert [cell.value for cell in row] == [datetime(2026, 6, 13, 14, 5), datetime(2026, 6, 13)]  # noqa: DTZ001
    assert all(cell.is_date for cell in row)
    assert (
        as_csv(fields, [(when, date(2026, 6, 13))]).decode("utf-8-sig").splitlines()[1]
        == "2026-06-13 14:05,2026-06-13"
    )


def test_each_list_is_ready_to_print_and_to_sort() -> None:
    sheet = load_workbook(io.BytesIO(as_xlsx([("List", FIELDS, [("Ana", 3, 0.5)])], HEAD))).worksheets[0]
    assert (sheet.freeze_panes, sheet.print_title_rows, sheet.auto_filter.ref) == ("A2", "$1:$1", "A1:C2")
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.oddHeader.left.text == HEAD.name
    assert [sheet.column_dimensions[letter].width for letter in "ABC"] == [20, 8, 8]
    assert [cell.number_format for cell in sheet[2]] == ["General", "0", "0.00%"]
    assert all(cell.font.bold for cell in sheet[1])


def test_the_same_lists_give_the_same_bytes() -> None:
    assert as_xlsx([("List", FIELDS, [("Ana", 3, 0.5)])], HEAD) == as_xlsx(
        [("List", FIELDS, [("Ana", 3, 0.5)])], HEAD
    )


def test_no_other_module_writes_csv_or_xlsx() -> None:
    writers = re.compile(r"\bcsv\.(writer|DictWriter)\(|\bWorkbook\(")
    modules = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    found = [file.relative_to(ROOT).as_posix() for file in modules if writers.search(file.read_text("utf-8"))]
    assert len(modules) > 500
    assert found == ["core/documents/spreadsheets.py", "core/documents/workbooks.py"]
