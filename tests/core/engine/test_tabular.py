"""Tables from files: what is read, and why a file is refused."""

import ast
import inspect
import io
import zipfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import pytest
from openpyxl import Workbook

from core.engine import tabular
from core.engine.tabular import NamedRows, TableBounds, TableFileFault

BOUNDS = TableBounds(unpacked=100_000, rows=5, columns=3, cells=60, parts=50)


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


def test_the_first_sheet_with_anything_in_it_is_read() -> None:
    data = book(*([number, 1.0, None] for number in range(5)), [None, " "], blank_before=True)
    assert list(tabular.xlsx_rows(data, BOUNDS)) == [(n + 1, (n, 1)) for n in range(5)]


TOO_MUCH = {
    "columns": ([["a", "b", "c", "d"]], (1, 4, 3)),
    "rows": ([["a"]] * 6, (0, 0, 5)),
    "cells": ([["a", *[""] * 40]] * 2, (0, 0, 60)),
}


@pytest.mark.parametrize("kind", TOO_MUCH)
def test_a_table_with_too_much_in_it_says_what_and_how_much(kind: str) -> None:
    rows, (row, found, limit) = TOO_MUCH[kind]
    text = "\n".join(",".join(cells) for cells in rows)
    # A workbook leaves out blank cells unless they have a style.
    blank = [[cell or " " for cell in cells] for cells in rows]
    for read in (
        lambda: tabular.csv_rows(text, ",", BOUNDS),
        lambda: tabular.xlsx_rows(book(*blank), BOUNDS),
        lambda: NamedRows(text.splitlines(), BOUNDS),
    ):
        with pytest.raises(TableFileFault) as fault:
            list(read())
        assert (fault.value.kind, fault.value.row, fault.value.found, fault.value.limit) == (
            kind,
            row,
            found,
            limit,
        )
        refused = fault.value.too_large()
        assert refused is not None
        assert refused.code == f"TOO_MANY_{kind.upper()}"


def test_blank_rows_and_cells_at_the_ends_are_not_counted() -> None:
    text = "a,b,c,,,,\n" + ",,,\n" * 6 + "d"
    assert list(tabular.csv_rows(text, ",", BOUNDS)) == [(1, ["a", "b", "c"]), (8, ["d"])]


@pytest.mark.parametrize("separator", [",", ", ", ";", "\t", "a,", 'a"', "'a';", "\n", "a\n"])
def test_any_many_cells_take_no_time(separator: str) -> None:
    began = perf_counter()
    for delimiter in tabular.DELIMITERS:
        with suppress(TableFileFault):
            list(tabular.csv_rows(separator * 2_000_000, delimiter, BOUNDS))
        tabular.best_delimiter(separator * 2_000_000, tabular.DELIMITERS, len, BOUNDS, within=10)
    assert perf_counter() - began < 5


@pytest.mark.parametrize(
    ("data", "kind"),
    [(zipped(2, 60_000), "too_big"), (zipped(51, 1), "too_big"), (b"PK\x03\x04nonsense", "damaged")],
)
def test_why_a_file_is_no_workbook(data: bytes, kind: str) -> None:
    with pytest.raises(TableFileFault) as fault:
        list(tabular.xlsx_rows(data, BOUNDS))
    assert fault.value.kind == kind


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"\xd0\xcf\x11\xe0", b"a\0" * 2 + b"\x01\x02\x00"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(TableFileFault) as fault:
        tabular.decode_text_file(data)
    assert fault.value.kind == "not_text"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_in_the_usual_encodings(encoding: str) -> None:
    assert tabular.decode_text_file("Zoë;Núñez".encode(encoding)) == "Zoë;Núñez"


def test_a_first_line_may_name_the_delimiter() -> None:
    assert tabular.csv_body_and_delimiters("sep=|\na|b") == ("a|b", ("|",))
    assert tabular.csv_body_and_delimiters("a|b") == ("a|b", tabular.DELIMITERS)


def test_the_delimiter_is_the_one_that_makes_known_columns() -> None:
    def known(cells: object) -> int:
        return sum(cell in ("Name", "Number") for cell in cells)  # type: ignore[attr-defined]

    body = "A list, of Ana\nName;Number\nÁngel, José;3"
    assert tabular.best_delimiter(body, tabular.DELIMITERS, known, BOUNDS, within=5) == ";"
    assert tabular.best_delimiter("Núñez, José", tabular.DELIMITERS, known, BOUNDS, within=5) == ","


def test_an_open_quotation_mark_is_a_fault_of_its_row() -> None:
    with pytest.raises(TableFileFault) as fault:
        list(tabular.csv_rows('a,b\n"c,d\n', ",", BOUNDS))
    assert (fault.value.kind, fault.value.row) == ("row", 2)


def test_rows_by_name_have_every_column() -> None:
    rows = NamedRows(["name,points", "Ana", "Bo,3,4"], BOUNDS)
    assert rows.columns == ("name", "points")
    assert [(line, row["name"], row["points"]) for line, row in rows] == [(2, "Ana", ""), (3, "Bo", "3")]


def test_no_row_is_read_without_bounds() -> None:
    """All readers of other rooms use this module (`tests/test_architecture.py`), and here each checks the limits."""
    source = ast.parse(Path(tabular.__file__).read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(source) if isinstance(node, ast.FunctionDef)):
        called = {ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        if called & {"csv.reader", "csv.DictReader", "load_workbook"}:
            assert "bounded_rows" in called or function.name in ("best_delimiter", "score")
    takes = {name for name, reader in inspect.getmembers(tabular) if "bounds" in parameters(reader)}
    assert {"xlsx_rows", "csv_rows", "text_rows", "best_delimiter", "NamedRows"} <= takes


def parameters(reader: object) -> set[str]:
    """Return the required parameters."""
    if not callable(reader) or inspect.getmodule(reader) is not tabular:
        return set()
    found = inspect.signature(reader).parameters.values()
    return {one.name for one in found if one.default is one.empty}
