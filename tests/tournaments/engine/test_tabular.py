"""Tables from files: what is read, and why a file is none."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tournaments.engine import tabular
from tournaments.engine.tabular import Bounds, FileFault, NamedRows

BOUNDS = Bounds(unpacked=100_000, rows=5, columns=3, parts=50)


def book(*rows: list[object], blank_before: bool = False) -> bytes:
    workbook = Workbook()
    sheet = workbook.create_sheet() if blank_before else workbook.worksheets[0]
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def zipped(parts: int, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(parts):
            archive.writestr(str(number), b"0" * size)
    return out.getvalue()


def test_the_first_sheet_with_anything_in_it_is_read_within_bounds() -> None:
    data = book(*([number, 1.0, None, "beyond"] for number in range(9)), blank_before=True)
    assert list(tabular.xlsx_rows(data, BOUNDS)) == [(n + 1, (n, 1, None)) for n in range(5)]


@pytest.mark.parametrize(
    ("data", "kind"),
    [(zipped(2, 60_000), "too_big"), (zipped(51, 1), "too_big"), (b"PK\x03\x04nonsense", "damaged")],
)
def test_why_a_file_is_no_workbook(data: bytes, kind: str) -> None:
    with pytest.raises(FileFault) as fault:
        list(tabular.xlsx_rows(data, BOUNDS))
    assert fault.value.kind == kind


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"\xd0\xcf\x11\xe0", b"a\0" * 2 + b"\x01\x02\x00"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(FileFault) as fault:
        tabular.text_of(data)
    assert fault.value.kind == "not_text"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_in_the_usual_encodings(encoding: str) -> None:
    assert tabular.text_of("Zoë;Núñez".encode(encoding)) == "Zoë;Núñez"


def test_a_first_line_may_name_the_delimiter() -> None:
    assert tabular.csv_body("sep=|\na|b") == ("a|b", ("|",))
    assert tabular.csv_body("a|b") == ("a|b", tabular.DELIMITERS)


def test_the_delimiter_is_the_one_that_makes_known_columns() -> None:
    def known(cells: object) -> int:
        return sum(cell in ("Name", "Number") for cell in cells)  # type: ignore[attr-defined]

    body = "A list, of Ana\nName;Number\nÁngel, José;3"
    assert tabular.best_delimiter(body, tabular.DELIMITERS, known, within=5) == ";"
    assert tabular.best_delimiter("Núñez, José", tabular.DELIMITERS, known, within=5) == ","


def test_an_open_quotation_mark_is_a_fault_of_its_row() -> None:
    with pytest.raises(FileFault) as fault:
        list(tabular.csv_rows('a,b\n"c,d\n', ","))
    assert (fault.value.kind, fault.value.row) == ("row", 2)


def test_rows_by_name_have_every_column() -> None:
    rows = NamedRows(["name,points", "Ana", "Bo,3,4"])
    assert rows.columns == ("name", "points")
    assert [(line, row["name"], row["points"]) for line, row in rows] == [(2, "Ana", ""), (3, "Bo", "3")]
