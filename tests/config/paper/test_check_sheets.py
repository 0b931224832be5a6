"""The sheet of a deck check on paper."""

from dataclasses import replace

from checks.documents.check_sheets import (
    CheckSheetHeading,
    CheckSheets,
    lines_with_headings,
    with_repeated_heading,
)
from checks.models import DeckCheck
from checks.queries.paper_checks import PaperCheck
from tests.config.paper.of_decks import a_list
from tests.config.paper.people import entry, people
from tests.papers import HEAD, pages


def sheet(*, listed: bool) -> str:
    (one,) = people(1)
    check = DeckCheck(pk=1, entry=entry(one), table=7, round_number=3)
    made = PaperCheck(check, int(listed), a_list() if listed else (), ())
    texts = pages(CheckSheets(HEAD, [made], links={}, titles={}).render())
    return " ".join(" ".join(texts).split())


def test_a_sheet_names_the_table_and_what_a_box_is_for() -> None:
    text = sheet(listed=True)
    for words in (
        "Table 7",
        "1. The list, Player ID and date of birth are legible",
        "4. Cards match the list",
        "Found",
        "Not on the list",
    ):
        assert words in text


def test_without_a_list_nothing_is_asked_of_one_r034() -> None:
    text = sheet(listed=False)
    assert [n for n in range(1, 6) if f"{n}. " in text] == [1, 2, 3]
    assert "1. Sleeves match" in text
    assert "Cards in the deck" in text
    for words in ("are legible", "Cards match the list", "Missing", "Not on the list"):
        assert words not in text


def test_rows_that_go_on_stand_below_their_heading_again() -> None:
    heading, *rows = lines_with_headings(a_list())
    assert isinstance(heading, CheckSheetHeading)
    again = replace(heading, again=True)
    assert with_repeated_heading(rows[3:5], [heading, *rows[:3]]) == [again, *rows[3:5]]
    assert with_repeated_heading([heading, *rows], rows) == [heading, *rows]
    assert again.text == f"{heading.text}, continued"
