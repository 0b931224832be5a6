from io import BytesIO

import pytest
from openpyxl import load_workbook

from pairings.documents.workbook import build_workbook
from pairings.engine.display_rows import StandingRow
from pairings.engine.outcomes import Outcome
from tests.pairings.documents.samples import a_round, match, person
from tests.papers import HEAD


def book(**lists):
    return load_workbook(BytesIO(build_workbook(HEAD, **lists)))


def places(*people):
    return [
        StandingRow(n, who, 3, 1, 0, {"owp": 0.63281, "oowp": 0.5}) for n, who in enumerate(people, start=1)
    ]


def test_one_sheet_for_each_list_standings_first():
    both = book(
        standings=[("Masters", places(person(1))), ("Juniors", [])],
        pairings=[("Masters, round 1", a_round(4)), ("Masters, round 2", a_round(4))],
    )
    assert both.sheetnames == ["Masters", "Juniors", "Masters, round 1", "Masters, round 2"]


def test_numbers_are_numbers_and_percentages_look_like_it():
    sheet = book(standings=[("Masters", places(person(1, "Maya", "Okonkwo")))])["Masters"]
    values = [cell.value for cell in sheet[2]]
    assert values == [1, "Okonkwo", "Maya", "Masters", 9, 3, 1, 0, 0.63281, 0.5, None]
    assert sheet["I2"].number_format == sheet["J2"].number_format == "0.00%"


def test_pairings_hold_tables_results_and_byes():
    rows = [match(3, person(1), person(2), Outcome.LEFT), *a_round(1)]
    sheet = book(pairings=[("Round", rows)])["Round"]
    assert [cell.value for cell in sheet[2]][:6] == [
        3,
        "First1 Blast1",
        9,
        "First2 Clast2",
        9,
        "Player 1 won",
    ]
    assert [cell.value for cell in sheet[3]][:6] == [None, "First1 Blast1", 9, None, None, "Bye"]


def test_head_stays_filters_and_repeats_in_print():
    sheet = book(standings=[("Masters", places(person(1), person(2)))])["Masters"]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:K3"
    assert sheet.print_title_rows == "$1:$1"
    assert sheet["A1"].font.bold
    assert sheet.column_dimensions["B"].width == 24
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.sheet_properties.pageSetUpPr.fitToPage


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+1", "-2+3", "@SUM(A1)", "  =1+1", "Okonkwo"])
def test_names_are_never_formulas(name):
    cell = book(standings=[("Masters", places(person(1, "Al", name)))])["Masters"]["B2"]
    assert (cell.data_type, cell.value) == ("s", name)
    assert bool(cell.quotePrefix) == (name != "Okonkwo")


def test_signs_a_spreadsheet_cannot_hold_are_left_out():
    sheet = book(standings=[("Masters", places(person(1, "Ma\x07ya", "O\x00k")))])["Masters"]
    assert (sheet["B2"].value, sheet["C2"].value) == ("Ok", "Maya")


def test_titles_are_short_legal_and_different():
    names = ("Masters: [1/2]", "x" * 40, "x" * 50, "X" * 40, "")
    titles = book(standings=[(name, []) for name in names]).sheetnames
    assert titles == ["Masters   1 2", "x" * 31, "x" * 29 + " 2", "X" * 29 + " 3", "-"]


def test_nothing_asked_still_opens():
    assert book().sheetnames == ["Standings"]


def test_the_same_lists_give_the_same_bytes():
    lists = {"standings": [("Masters", places(person(1)))], "pairings": [("Round 1", a_round(5))]}
    assert build_workbook(HEAD, **lists) == build_workbook(HEAD, **lists)
