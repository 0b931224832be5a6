"""The wall, measured in millimeters on the printed page."""

from collections.abc import Callable

import pytest

from core.documents.sheet import PAPERS
from core.engine.papers import Paper
from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName
from pairings.queries.rounds.meeting import MeetingSeat
from tests.config.paper.reading import Piece, Read, read
from tests.pairings.documents.samples import a_round, person
from tests.papers import HEAD

MM = 72 / 25.4
NAME, LETTERS = 5.0, 40.0
"""Minimum heights of capitals in millimeters."""

LISTS: dict[str, Callable[[Paper], list[Read]]] = {
    "with opponents": lambda paper: list(read(PairingsByName(HEAD, a_round(300), paper=paper).render())),
    "without opponents": lambda paper: list(
        read(PairingsByName(HEAD, a_round(300), show_opponent=False, paper=paper).render())
    ),
    "player meeting": lambda paper: list(
        read(
            MeetingSeats(
                HEAD, [MeetingSeat(person(one), one, 1) for one in range(1, 301)], paper=paper
            ).render()
        )
    ),
}


def height(piece: Piece) -> float:
    """Return the height of the ink in millimeters, for figures and capitals that of a capital."""
    return (piece.ink.high - piece.ink.low) / MM


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", LISTS)
def test_names_and_tables_have_capitals_of_five_millimeters(name: str, paper: Paper) -> None:
    pages = LISTS[name](paper)
    pieces = [piece for page in pages for piece in page.pieces]
    tables = [piece for piece in pieces if piece.text.isdigit()]
    names = [piece for piece in pieces if "," in piece.text and "First" in piece.text]
    assert len(tables) == len(names) == 300
    assert min(map(height, tables)) >= NAME
    assert min(piece.size for piece in names) >= max(piece.size for piece in tables) - 0.01


@pytest.mark.parametrize("paper", PAPERS)
def test_a_board_begins_with_its_range_in_letters_of_forty_millimeters(paper: Paper) -> None:
    sheet = PairingsByName(HEAD, a_round(600), paper=paper)
    large = [piece for page in read(sheet.render()) for piece in page.pieces if height(piece) >= LETTERS]
    assert [piece.text for piece in large] == [str(board).upper() for board in sheet.board_ranges]
    assert len(large) > 1


def test_a_long_name_is_condensed_or_continued_but_not_smaller() -> None:
    long = person(1, "Maximiliane Friederike", "Schwarzenberg-Hohenlohe-Waldenburg")
    (page,) = read(MeetingSeats(HEAD, [MeetingSeat(long, 7, 1)]).render())
    (table,) = (piece for piece in page.pieces if piece.text == "7")
    parts = [piece for piece in page.pieces if piece.text[:5] in ("Schwa", "Hohen", "Walde", "Maxim")]
    assert {piece.size for piece in parts} == {table.size}
