"""Tables as CSV and XLSX: numbers are numbers, and no text is ever calculated."""

import io

import pytest
from openpyxl import load_workbook

from tournaments.documents.spreadsheets import Field, as_csv, as_xlsx
from tournaments.engine import tabular

FIELDS = (Field("Name", 20), Field("Points", 8, "0"), Field("Share", 8, "0.00%"))
DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_a_spreadsheet_would_calculate_stays_text(text: str) -> None:
    rows = as_csv(FIELDS, [(text, 3, 0.5)]).decode("utf-8-sig")
    assert dict(tabular.csv_rows(rows, ","))[2] == [f"'{text}", "3", "0.500000"]
    cell = load_workbook(io.BytesIO(as_xlsx([("List", FIELDS, [(text, 3, 0.5)])]))).worksheets[0]["A2"]
    assert (cell.data_type, cell.quotePrefix) == ("s", True)


def test_numbers_are_numbers_even_below_zero() -> None:
    sheet = load_workbook(io.BytesIO(as_xlsx([("List", FIELDS, [("Ana", -3, 0.5)])]))).worksheets[0]
    assert [cell.value for cell in sheet[2]] == ["Ana", -3, 0.5]
    assert "Ana,-3,0.500000" in as_csv(FIELDS, [("Ana", -3, 0.5)]).decode("utf-8-sig")


def test_what_is_written_is_read_again() -> None:
    lines = [('Zoë "Z", Núñez', 3, 0.25), ("José", 0, 1.0)]
    body, delimiters = tabular.csv_body(tabular.text_of(as_csv(FIELDS, lines)))
    assert [cells for _row, cells in tabular.csv_rows(body, delimiters[-1])][1:] == [
        ['Zoë "Z", Núñez', "3", "0.250000"],
        ["José", "0", "1.000000"],
    ]
    bounds = tabular.Bounds(unpacked=1_000_000, rows=10, columns=3)
    assert [
        tuple(cells) for _row, cells in tabular.xlsx_rows(as_xlsx([("List", FIELDS, lines)]), bounds)
    ] == [
        ("Name", "Points", "Share"),
        *lines,
    ]


def test_sheets_of_the_same_name_part() -> None:
    book = load_workbook(io.BytesIO(as_xlsx([("A/B", FIELDS, []), ("A:B", FIELDS, [])])))
    assert book.sheetnames == ["A B", "A B 2"]
