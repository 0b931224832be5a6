"""Several sheets in one PDF: separate page numbers, an outline, a title and a language."""

from dataclasses import replace
from io import BytesIO

from django.utils.translation import override
from pypdf import PdfReader

from core.documents.sheet import bind_sheets
from pairings.documents.attendance_list import AttendanceListSheet
from tests.papers import HEAD
from tournaments.engine.roster_rows import AttendanceListRow

ROWS = [AttendanceListRow(n, f"First{n}", f"Last{n:03}", "Masters") for n in range(100)]


def bound(*sheets: AttendanceListSheet, **more: object) -> PdfReader:
    return PdfReader(BytesIO(bind_sheets(sheets, title="Cup · Round 5", **more)))


def test_each_sheet_has_its_own_page_numbers_and_paper_and_its_copies():
    short = AttendanceListSheet(replace(HEAD, revision=2), ROWS[:3], paper="letter")
    short.copies = 2
    pdf = bound(AttendanceListSheet(HEAD, ROWS), short)
    texts = [page.extract_text() for page in pdf.pages]
    assert [
        next(n for n in ("page 1 of 2", "page 2 of 2", "page 1 of 1") if n in text) for text in texts
    ] == [
        "page 1 of 2",
        "page 2 of 2",
        "page 1 of 1",
        "page 1 of 1",
    ]
    assert [round(page.mediabox.width) for page in pdf.pages] == [595, 595, 612, 612]
    assert ["Revision 2" in text for text in texts] == [False, False, True, True]


def test_the_outline_leads_to_each_sheet():
    first, second = (
        AttendanceListSheet(HEAD, ROWS),
        AttendanceListSheet(replace(HEAD, group="Seniors"), ROWS[:1]),
    )
    pdf = bound(first, second)
    assert [(one.title, pdf.get_destination_page_number(one)) for one in pdf.outline] == [
        ("Attendance list · Masters · Round 5 of 7", 0),
        ("Attendance list · Seniors · Round 5 of 7", 2),
    ]
    assert pdf.page_mode == "/UseOutlines"
    assert bound(first).outline == []


def test_title_and_language_are_said_to_readers():
    with override("pt-br"):
        pdf = bound(AttendanceListSheet(HEAD, ROWS[:1]))
    assert pdf.metadata.title == "Cup · Round 5"
    assert pdf.trailer["/Root"]["/Lang"] == "pt-BR"
    assert str(pdf.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]).lower() == "true"


def test_the_same_rows_give_the_same_bytes_and_each_page_is_noted():
    noted = []
    sheets = [AttendanceListSheet(HEAD, ROWS), AttendanceListSheet(HEAD, ROWS[:1])]
    first = bind_sheets(sheets, title="Cup", progress=lambda sheet, pages: noted.append((sheet, pages)))
    assert noted == [(1, 1), (1, 2), (2, 3)]
    assert first == bind_sheets(
        [AttendanceListSheet(HEAD, ROWS), AttendanceListSheet(HEAD, ROWS[:1])], title="Cup"
    )
