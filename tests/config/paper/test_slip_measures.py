"""Match slips measured on the page: boxes to tick, room to sign, and the place of each box."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from pypdfium2 import PdfDocument
from reportlab.lib.units import mm
from zxingcpp import read_barcodes

from core.documents.sheet import PAPERS
from pairings.documents.slip_parts import boxes as slip_boxes
from pairings.documents.slips import MatchSlips
from pairings.engine.display_rows import MatchRow
from pairings.engine.outcomes import Outcome
from tests.config.paper.people import members, people, teams
from tests.config.paper.reading import Box, Piece, Read, read
from tests.pairings.documents.samples import a_round
from tests.papers import HEAD
from tournaments.engine.kinds import EDITIONS

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SMALL = [size for size in PAPERS if size in ("a4", "letter")]

BOX, GAP, SIGN, CODE = 3.5, 2.0, 6.5, 14.0
"""Least side of a box, white between lines of boxes, height to sign, and side of a code, in millimetres."""

DOTS = 200
"""Dots per inch of the picture in which codes are read."""

NAME, LABEL, STRIP = 9.0, 8.0, 45.0
"""Least size of a name of two lines and of other words, and height of the part below the lines to sign, in points."""


@dataclass(frozen=True)
class Ticked:
    """A box to tick with the first words after it."""

    box: Box
    label: str


def sheet_of(rows: Sequence[MatchRow], size: Any, **options: Any) -> MatchSlips:
    links = {row.match_id: f"https://events.harbour-city-games.example/e/cup/{row.match_id}" for row in rows}
    return MatchSlips(HEAD, rows, links=links, paper=size, **options)


def slips(rows: Sequence[MatchRow], size: str, **options: Any) -> list[Read]:
    return list(read(sheet_of(rows, size, **options).render()))


def boxes(page: Read) -> list[Ticked]:
    """Return the boxes to tick, from the top, then from the left."""
    squares = [
        stroke.box
        for stroke in page.strokes
        if 5 < stroke.box.right - stroke.box.left < 14
        and abs((stroke.box.right - stroke.box.left) - (stroke.box.high - stroke.box.low)) < 0.5
    ]
    found = [Ticked(square, label_of(square, page.pieces)) for square in squares]
    return sorted(found, key=lambda one: (-round(one.box.low), one.box.left))


def label_of(square: Box, pieces: Sequence[Piece]) -> str:
    """Return the words right of a square, of all lines."""
    near = [
        piece
        for piece in pieces
        if -1 < piece.ink.left - square.right < 8
        and piece.ink.low < square.high + 6
        and piece.ink.high > square.low - 6
        and abs((piece.ink.low + piece.ink.high) - (square.low + square.high)) < 20
    ]
    return "".join(piece.text for piece in sorted(near, key=lambda piece: -piece.ink.low))


def signatures(page: Read) -> list[Box]:
    """Return the lines to sign on: two of the same length at the same height."""
    lines = [
        stroke.box
        for stroke in page.strokes
        if stroke.box.high - stroke.box.low < 1 and 150 < stroke.box.right - stroke.box.left < 230
    ]
    heights = Counter(round(line.low) for line in lines)
    return [line for line in lines if heights[round(line.low)] == 2]


def of_players(page: Read) -> list[Ticked]:
    """Return the boxes of the players, without those of the staff below the lines to sign on."""
    heights = {line.low for line in signatures(page)}
    return [one for one in boxes(page) if not any(0 < low - one.box.low < STRIP for low in heights)]


def lines_of(ticked: Sequence[Ticked]) -> list[dict[float, str]]:
    """Return the labels of each line of boxes by their distance from the left edge."""
    lines: dict[int, dict[float, str]] = {}
    for one in ticked:
        lines.setdefault(round(one.box.low), {})[round(one.box.left, 1)] = one.label
    return list(lines.values())


def plain(text: object) -> str:
    return "".join(str(text).split())


def one_slip(size: str, *, of_teams: bool, **options: Any) -> Read:
    rows, mates = a_round(2), {}
    if of_teams:
        of = teams([rows[0].left, rows[0].people[1]])
        mates = members(of)
        rows = [MatchRow(1, 1, of[0], of[1], Outcome.PENDING)]
    (page,) = slips(rows, size, teams=mates, **options)
    return page


@pytest.mark.parametrize("of_teams", [False, True])
@pytest.mark.parametrize("best_of", [1, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_of_the_cut_has_no_other_meaning_in_the_place_of_a_box(
    language: str, best_of: int, of_teams: bool
) -> None:
    """Each box that both have is on the same line at the same distance; the places of the others stay empty."""
    for size in SMALL:
        with translation.override(language):
            swiss, cut = (
                one_slip(size, of_teams=of_teams, best_of=best_of, elimination=elimination)
                for elimination in (False, True)
            )
            gone = {plain(label) for label in slip_boxes.NOT_IN_CUT}
            added = set() if of_teams else {plain(slip_boxes.DECIDED_BY["2026"])}
        of_swiss, of_cut = lines_of(of_players(swiss)), lines_of(of_players(cut))
        expected = [{left: label for left, label in line.items() if label not in gone} for line in of_swiss]
        assert of_cut[: len(of_swiss)] == expected, size
        assert {label for line in of_cut[len(of_swiss) :] for label in line.values()} == added


@pytest.mark.parametrize("best_of", [1, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_went_first_has_a_line_of_its_own_in_the_cut(language: str, best_of: int) -> None:
    with translation.override(language):
        page = one_slip("a4", of_teams=False, best_of=best_of, elimination=True)
        first = plain(slip_boxes.FIRST)
    of_first = [list(line.values()) for line in lines_of(of_players(page)) if first in line.values()]
    assert of_first == [[first, first]], "one box for each player, and no other on the line"


def hall(count: int = 26) -> list[MatchRow]:
    """Return matches of people with names of many scripts, short and of two lines."""
    of = people(count)
    pairs = zip(of[::2], of[1::2], strict=True)
    return [MatchRow(table, table, *pair, Outcome.PENDING) for table, pair in enumerate(pairs, start=1)]


KINDS: dict[str, dict[str, Any]] = {
    "five to a page": {"on_page": 5},
    "single games": {},
    "best of three": {"best_of": 3},
    "single games of the cut": {"elimination": True},
    **{
        f"best of three of the cut of {edition}": {"best_of": 3, "elimination": True, "edition": edition}
        for edition in EDITIONS
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_slip_can_be_read_ticked_and_signed(kind: str) -> None:
    for size, language in product(SMALL, LANGUAGES):
        with translation.override(language):
            pages = slips(hall(), size, **KINDS[kind])
        faults = [fault for page in pages for fault in small_parts(page)]
        assert faults == [], (size, language)


def small_parts(page: Read) -> Iterator[str]:
    """Return what is too small on a page to be read, ticked or signed."""
    ticked = [one.box for one in of_players(page)]
    for box in ticked:
        if box.high - box.low < BOX * mm:
            yield f"a box of {(box.high - box.low) / mm:.2f} mm"
        above = [other.low - box.high for other in ticked if box.low + 1 < other.low]
        if above and min(above) < GAP * mm:
            yield f"{min(above) / mm:.2f} mm between lines of boxes"
    for line in signatures(page):
        over = [box.low - line.high for box in ticked if box.low > line.high and box.shared(line)[0] > 0]
        if min(over) < SIGN * mm:
            yield f"{min(over) / mm:.2f} mm to sign"
    for piece in page.pieces:
        if piece.size < LABEL - 0.01:
            yield f"{piece.text!r} of {piece.size:.2f} points"
        if piece.text.startswith("MariaAparecida") and piece.size < NAME - 0.01:
            yield f"a name of {piece.size:.2f} points"


@pytest.mark.parametrize("size", SMALL)
def test_five_slips_of_best_of_three_would_be_too_small(size: str) -> None:
    sheet = sheet_of(hall(), size, best_of=3)
    sheet.on_page = 5
    faults = {fault for page in read(sheet.render()) for fault in small_parts(page)}
    assert any("mm to sign" in fault for fault in faults)


@pytest.mark.parametrize(
    "options", [{"best_of": 3}, {"elimination": True}, {"best_of": 3, "elimination": True}]
)
def test_slips_with_more_boxes_come_four_to_a_page(options: dict[str, Any]) -> None:
    assert len(slips(a_round(40), "letter", on_page=5, **options)) == 5
    assert len(slips(a_round(40), "letter", on_page=5)) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_codes_are_large_enough_for_a_phone(kind: str) -> None:
    for size in SMALL:
        with PdfDocument(sheet_of(hall(10), size, **KINDS[kind]).render()) as document:
            codes = [
                code
                for page in document
                for code in read_barcodes(page.render(scale=DOTS / 72).to_pil().convert("L"))
            ]
        assert len(codes) == 5
        sides = [(code.position.top_right.x - code.position.top_left.x) / DOTS * 25.4 for code in codes]
        assert min(sides) >= CODE, size


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_desk_has_one_name_on_a_slip_and_the_code_says_what_to_do(language: str) -> None:
    """The caption of the code starts with the word of the part for the staff, which no other text names differently."""
    with translation.override(language):
        (page,) = slips(a_round(2), "a4")
        staff, desk = (plain(translation.gettext(word)) for word in ("Staff", "Desk"))
        caption = plain(translation.gettext("Staff: scan to enter the result"))
    assert [piece.text for piece in page.pieces].count(staff) == 1
    assert page.text.count(staff) == 2
    assert caption.startswith(staff)
    assert caption in page.text
    assert desk not in page.text


def test_the_code_says_in_english_that_a_scan_enters_the_result() -> None:
    (page,) = slips(a_round(2), "a4")
    assert "Staff:scantoentertheresult" in page.text
