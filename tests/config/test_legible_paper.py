"""Sheets are read from two meters and copied in black and white: names have a minimum size, and no color is used
that would vanish in grey.
"""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pypdfium2.raw as pdfium
import pytest
from django.conf import settings
from django.utils import translation
from pypdf import PdfReader
from pypdf.generic import ContentStream
from pypdfium2 import PdfDocument

from core.documents.sheet import PAPERS, Sheet
from floor.documents.open_tables import OpenTableSheet
from floor.queries.floor_board import TableNow
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow
from pairings.documents.bracket import BracketSheet
from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName, PairingsByTableSheet
from pairings.documents.slips import PADDING_BY_COUNT, MatchSlips
from pairings.documents.standings import StandingsSheet
from pairings.documents.team_pairings import TeamPairings
from pairings.engine.display_rows import (
    BracketBox,
    BracketRound,
    BracketSide,
    EntryPerson,
    MatchRow,
    StandingRow,
)
from pairings.engine.outcomes import Outcome
from pairings.queries.rounds.meeting import MeetingSeat
from tests.papers import HEAD
from tournaments.engine.kinds import EDITIONS
from tournaments.engine.team_entries import TeamEntryMember

SHARES = {"owp": 0.6328, "oowp": 0.5}

WALL, SLIP = 9.0, 8.0
"""Minimum size of a name in points."""

TEXT_CONTRAST, LINE_CONTRAST = 4.5, 3.0
LONG = (
    ("Maria Aparecida da Conceição", "dos Santos Nascimento e Albuquerque"),
    ("Maximiliane Friederike Charlotte", "Schwarzenberg-Hohenlohe"),
    ("Ana", "Silva"),
    ("Nguyễn Thị Phương Thảo", "Hồng Đức"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Featherstonehaughcholmondeley"),
    ("太郎", "山田"),
)


def people(count: int) -> list[EntryPerson]:
    """Return people with long names of real people, one of whom has dropped."""
    return [
        EntryPerson(number, *LONG[number % len(LONG)], 22, "7-1-1", "masters", dropped=number % 7 == 0)
        for number in range(1, count + 1)
    ]


def matches(of: Sequence[EntryPerson]) -> list[MatchRow]:
    pairs = zip(of[::2], of[1::2], strict=False)
    rows = [MatchRow(table, table, *pair, Outcome.TIE, 1, 1) for table, pair in enumerate(pairs, start=1)]
    return [*rows, MatchRow(9_999, None, of[-1], None, Outcome.BYE)] if len(of) % 2 else rows


def bracket(size: int, paper: str) -> Sheet:
    """Return a bracket with all but the final played, the last match by walkover."""
    sides = [BracketSide(seed, one) for seed, one in enumerate(people(size), start=1)]
    rounds = []
    while len(sides) > 1:
        over = len(sides) > 2
        boxes = tuple(
            BracketBox(
                BracketSide(up.seed, up.person, games=2 if over else None, won=over),
                BracketSide(low.seed, low.person, games=1 if over and number != 1 else None),
                table=100 + number,
                by_walkover=over and number == 1,
            )
            for number, (up, low) in enumerate(zip(sides[::2], sides[1::2], strict=True))
        )
        rounds.append(BracketRound(f"Round of {len(sides)}", boxes))
        sides = [box.left for box in boxes]
    third = BracketBox(BracketSide(3, people(4)[0]), BracketSide(4, people(4)[1]), table=1)
    return BracketSheet(HEAD, rounds, third=third, champion=people(1)[0], paper=paper)  # type: ignore[arg-type]


def mates(count: int) -> dict[int, tuple[TeamEntryMember, ...]]:
    """Return two players of each team."""
    return {
        one.entry_id: (
            TeamEntryMember("A", one.first_name, one.last_name),
            TeamEntryMember("B", one.first_name, one.last_name),
        )
        for one in people(count)
    }


def team_standings(paper: str) -> Sheet:
    of = mates(33)
    teams = [replace(one, members=of[one.entry_id]) for one in people(33)]
    rows = [StandingRow(place, one, 7, 1, 1, SHARES) for place, one in enumerate(teams, start=1)]
    return StandingsSheet(HEAD, rows, paper=paper)  # type: ignore[arg-type]


def standings(paper: str, cut: tuple[int, str] | None = None) -> Sheet:
    rows = [StandingRow(place, one, 7, 1, 1, SHARES) for place, one in enumerate(people(33), start=1)]
    return StandingsSheet(HEAD, rows, cut=cut, paper=paper)  # type: ignore[arg-type]


def slips(on_page: int, paper: str) -> Sheet:
    rows = matches(people(12))
    links = {row.match_id: f"https://stadium.example/e/cup/{row.match_id}" for row in rows}
    notes = {row.match_id: "+4 min, until 14:32" for row in rows}
    return MatchSlips(
        HEAD, rows, links=links, notes=notes, best_of=3 if on_page == 4 else 1, on_page=on_page, paper=paper
    )  # type: ignore[arg-type]


def open_tables(paper: str) -> Sheet:
    now, of = HEAD.printed_at, people(12)
    tables = tuple(
        TableRow(
            TableNow(row.match_id, 1, row.match_id, "extension", row.left.name, row.right.name, 4),  # type: ignore[union-attr]
            now,
            late=row.match_id % 2 == 0,
        )
        for row in matches(of)
    )
    seats = (EmptySeat(1, of[0].name, now - timedelta(minutes=3), ()),)
    found = OpenTables((), tables, seats, tuple(one.sort_name for one in of))
    return OpenTableSheet(HEAD, found, ZoneInfo("Europe/Oslo"), paper=paper)  # type: ignore[arg-type]


SHEETS: dict[str, tuple[Callable[[str], Sheet], float]] = {
    "one name column": (lambda paper: PairingsByName(HEAD, matches(people(13)), paper=paper), WALL),  # type: ignore[arg-type]
    "two name columns": (lambda paper: PairingsByName(HEAD, matches(people(61)), paper=paper), WALL),  # type: ignore[arg-type]
    "tables": (lambda paper: PairingsByTableSheet(HEAD, matches(people(33)), paper=paper), WALL),  # type: ignore[arg-type]
    "standings": (standings, WALL),
    "standings with their cut": (lambda paper: standings(paper, cut=(8, "Top 8")), WALL),
    "standings of teams": (team_standings, WALL),
    "teams": (lambda paper: TeamPairings(HEAD, matches(people(13)), mates(13), paper=paper), WALL),  # type: ignore[arg-type]
    "player meeting": (
        lambda paper: MeetingSeats(HEAD, [MeetingSeat(one, 1, 1) for one in people(61)], paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "open tables": (open_tables, WALL),
    **{
        f"bracket of {size}": (lambda paper, size=size: bracket(size, paper), WALL)
        for size in (4, 8, 16, 32, 64)
    },
    "slips": (lambda paper: slips(4, paper), SLIP),
    "slips, five to a page": (lambda paper: slips(5, paper), SLIP),
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_names_keep_their_least_size_on_every_paper(sheet: str) -> None:
    make, least = SHEETS[sheet]
    for paper in PAPERS:
        sizes = dict(named(make(paper).render()))
        assert sizes
        assert {text: size for text, size in sizes.items() if size < least - 0.01} == {}, paper


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_words_keep_the_least_size_in_every_language(sheet: str) -> None:
    """This includes titles of columns, labels and footers: in no language is a text shrunk or cut to fit."""
    make, least = SHEETS[sheet]
    for (language, _name), paper in product(settings.LANGUAGES, PAPERS):
        with translation.override(language):
            found = list(texts(make(paper).render()))
        assert {text: size for text, size in found if size < least - 0.01} == {}, (language, paper)
        assert [text for text, _size in found if "…" in text] == [], (language, paper)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("elimination", [False, True])
@pytest.mark.parametrize("best_of", [1, 3])
def test_every_kind_of_slip_keeps_its_words_whole(edition: str, elimination: bool, best_of: int) -> None:
    for (language, _name), paper, on_page in product(settings.LANGUAGES, PAPERS, PADDING_BY_COUNT):
        with translation.override(language):
            sheet = MatchSlips(
                HEAD,
                matches(people(6)),
                links={1: "https://stadium.example/e/cup/1"},
                best_of=best_of,
                elimination=elimination,
                edition=edition,
                on_page=on_page,
                paper=paper,  # type: ignore[arg-type]
            )
            found = list(texts(sheet.render()))
        where = (language, paper, on_page)
        assert {text: size for text, size in found if size < SLIP - 0.01} == {}, where
        assert [text for text, _size in found if "…" in text] == [], where


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_long_name_takes_two_lines_before_it_is_cut(sheet: str) -> None:
    for paper in PAPERS:
        text = "".join(part for part, _size in texts(SHEETS[sheet][0](paper).render())).replace(" ", "")
        assert "Maximiliane" in text
        assert "Hohenlohe" in text, paper


@pytest.mark.parametrize("sheet", SHEETS)
def test_everything_is_dark_enough_in_grey(sheet: str) -> None:
    pdf = SHEETS[sheet][0]("a4").render()
    drawn = set(shades(pdf))
    assert {kind for kind, _grey in drawn} >= {"text", "line"}
    ground = min((grey for kind, grey in drawn if kind == "fill" and grey > 0.5), default=1.0)
    faint = {
        (kind, grey)
        for kind, grey in drawn
        if (kind == "text" and contrast(grey, ground) < TEXT_CONTRAST)
        or (kind == "line" and contrast(grey, ground) < LINE_CONTRAST)
    }
    assert faint == set()
    assert ground > 0.9, "bands behind text are nearly white"


def texts(pdf: bytes) -> Iterator[tuple[str, float]]:
    """Return each piece of text with its size on the page."""
    with PdfDocument(pdf) as document:
        for page in document:
            words, size = page.get_textpage(), ctypes.c_float()
            for piece in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
                pdfium.FPDFTextObj_GetFontSize(piece, size)
                length = pdfium.FPDFTextObj_GetText(piece, words, None, 0)
                letters = (ctypes.c_ushort * (length // 2))()
                pdfium.FPDFTextObj_GetText(piece, words, letters, length)
                if text := bytes(letters).decode("utf-16-le").strip("\0 "):
                    yield text, size.value
            words.close()
            page.close()


WORDS = frozenset(word for name in LONG for part in name for word in part.split())


def named(pdf: bytes) -> Iterator[tuple[str, float]]:
    """Return the pieces that belong to names."""
    for text, size in texts(pdf):
        words = text.replace(",", " ").removesuffix("…").split()
        if words and set(words[:-1] or words) <= WORDS:
            yield text, size


def shades(pdf: bytes) -> Iterator[tuple[str, float]]:
    """Return how dark each text, line and fill of a document is, 0 for black."""
    for page in PdfReader(BytesIO(pdf)).pages:
        yield from _shades(page, page.get_contents())


def _shades(holder: Any, stream: Any) -> Iterator[tuple[str, float]]:
    fill, stroke, kept = 0.0, 0.0, list[tuple[float, float]]()
    for operands, operator in ContentStream(stream, None).operations:
        name = operator.decode()
        if name == "q":
            kept.append((fill, stroke))
        elif name == "Q":
            fill, stroke = kept.pop()
        elif name in ("g", "rg", "k"):
            fill = grey_of(operands)
        elif name in ("G", "RG", "K"):
            stroke = grey_of(operands)
        elif name == "Do":
            part = holder["/Resources"]["/XObject"][operands[0]].get_object()
            yield from _shades(part, part)
        yield from ((kind, fill if kind != "line" else stroke) for kind in DRAWN.get(name, ()))


DRAWN = {
    **dict.fromkeys(("Tj", "TJ"), ("text",)),
    **dict.fromkeys(("f", "F", "f*"), ("fill",)),
    **dict.fromkeys(("S", "s"), ("line",)),
    **dict.fromkeys(("B", "B*", "b", "b*"), ("fill", "line")),
}
"""What each operator draws."""


def grey_of(operands: Sequence[Any]) -> float:
    """Return the grey that a black-and-white copier makes of a color."""
    values = [float(one) for one in operands]
    if len(values) == 1:
        return values[0]
    if len(values) == 4:
        cyan, magenta, yellow, black = values
        values = [(1 - one) * (1 - black) for one in (cyan, magenta, yellow)]
    return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2]


def contrast(grey: float, ground: float) -> float:
    dark, light = sorted((_luminance(grey), _luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(grey: float) -> float:
    return grey / 12.92 if grey <= 0.04045 else ((grey + 0.055) / 1.055) ** 2.4


def test_the_measures_find_what_is_too_small_and_too_faint() -> None:
    from reportlab.pdfgen.canvas import Canvas

    from core.documents.drawn_text import draw_text

    out = BytesIO()
    canvas = Canvas(out)
    canvas.setFillGray(0.6)
    draw_text(canvas, 50, 700, "Maximiliane Friederike", size=7)
    canvas.save()
    assert dict(named(out.getvalue())) == {"Maximiliane Friederike": 7}
    ((kind, grey),) = set(shades(out.getvalue()))
    assert kind == "text"
    assert contrast(grey, 1) < TEXT_CONTRAST
