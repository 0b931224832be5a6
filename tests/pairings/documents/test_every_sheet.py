"""Every sheet of a round on every paper in every language, with names no keyboard of the desk has: read back and
measured. All of them with the slow suites, a share of each always.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import cycle, product

import pytest
from django.conf import settings
from django.utils import translation
from pypdfium2 import PdfDocument

from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName, PairingsByTable
from pairings.documents.slips import MatchSlips
from pairings.documents.standings import Standings
from pairings.documents.team_pairings import TeamPairings
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person, StandingRow
from pairings.queries.rounds.meeting import MeetingSeat
from tests.papers import HEAD
from tournaments.documents.door import DoorList
from tournaments.documents.links import LinkRow, LinkSheet
from tournaments.documents.sheet import PAPERS, Sheet
from tournaments.engine.rows import RosterRow
from tournaments.engine.team_entries import Member

NASTY = (
    ("Maria Aparecida da Conceição", "dos Santos Nascimento e Albuquerque"),
    ("محمد", "علي"),
    ("דוד", "כהן"),
    ("สมชาย", "ใจดี"),
    ("प्रिया", "शर्मा"),
    ("Nguyễn Thị", "Hồng Đức"),
    ("민준", "김"),
    ("太郎", "山田"),
    ("Ana 😀", "O’Neill-<b>&amp;"),
    ("ᠮᠣᠩᠭᠣᠯ", ""),
    ("X", "Ǣ"),
)
LANGUAGES = [code for code, _name in settings.LANGUAGES]
COUNTS = (1, 3, 33)
LARGE = 1_170


def people(count: int) -> list[Person]:
    names = zip(cycle(NASTY), range(1, count + 1), strict=False)
    return [
        Person(number, first, f"{last} {number}", 22, "7-1-1", "masters", dropped=number % 7 == 0)
        for (first, last), number in names
    ]


def matches(of: Sequence[Person]) -> list[MatchRow]:
    pairs = zip(of[::2], of[1::2], strict=False)
    rows = [MatchRow(table, table, *pair, Outcome.PENDING) for table, pair in enumerate(pairs, start=1)]
    return rows + ([MatchRow(9_999, None, of[-1], None, Outcome.BYE)] if len(of) % 2 else [])


def by_slips(of: list[Person], paper: str) -> Sheet:
    rows = matches(of)
    links = {row.match_id: f"https://stadium.example/e/cup/{row.match_id}" for row in rows}
    return MatchSlips(HEAD, rows, links=links, best_of=3, paper=paper)  # type: ignore[arg-type]


def standings(of: list[Person], paper: str) -> Sheet:
    rows = [StandingRow(place, one, 7, 1, 1, 0.6328, 0.5) for place, one in enumerate(of, start=1)]
    return Standings(HEAD, rows, paper=paper)  # type: ignore[arg-type]


def door(of: list[Person], paper: str) -> Sheet:
    rows = [RosterRow(one.entry_id, one.first_name, one.last_name, "Masters", "5123456") for one in of]
    return DoorList(HEAD, rows, paper=paper)  # type: ignore[arg-type]


def seats(of: Sequence[Person]) -> dict[int, tuple[Member, ...]]:
    """Two players of each team, with the names of others."""
    names = zip(cycle("AB"), cycle(NASTY), range(2 * len(of)), strict=False)
    mates = [Member(seat, first, last) for seat, (first, last), _number in names]
    return {one.entry_id: (mates[2 * at], mates[2 * at + 1]) for at, one in enumerate(of)}


def teams(of: list[Person], paper: str) -> Sheet:
    return TeamPairings(HEAD, matches(of), seats(of), paper=paper)  # type: ignore[arg-type]


def team_slips(of: list[Person], paper: str) -> Sheet:
    return MatchSlips(HEAD, matches(of), teams=seats(of), on_page=5, paper=paper)  # type: ignore[arg-type]


def team_standings(of: list[Person], paper: str) -> Sheet:
    mates = seats(of)
    teams = [replace(one, members=mates[one.entry_id]) for one in of]
    rows = [StandingRow(place, one, 7, 1, 1, 0.6328, 0.5) for place, one in enumerate(teams, start=1)]
    return Standings(HEAD, rows, cut=(8, "Top 8"), paper=paper)  # type: ignore[arg-type]


def links(of: list[Person], paper: str) -> Sheet:
    address = "https://events.harbour-city-games.example/my/abcdefghijklmnopqrstuvwx"
    return LinkSheet(HEAD, [LinkRow(one.name, one.sort_name, address) for one in of], paper=paper)  # type: ignore[arg-type]


SHEETS: dict[str, Callable[[list[Person], str], Sheet]] = {
    "names": lambda of, paper: PairingsByName(HEAD, matches(of), paper=paper),  # type: ignore[arg-type]
    "tables": lambda of, paper: PairingsByTable(HEAD, matches(of), paper=paper),  # type: ignore[arg-type]
    "slips": by_slips,
    "standings": standings,
    "door": door,
    "teams": teams,
    "team slips": team_slips,
    "standings of teams": team_standings,
    "meeting": lambda of, paper: MeetingSeats(HEAD, [MeetingSeat(one, 1, 1) for one in of], paper=paper),  # type: ignore[arg-type]
    "links": links,
}
MAY_CUT = ("team slips",)
"""Five to a page there is no room for three very long names on each side."""
ALL = list(product(PAPERS, LANGUAGES, COUNTS))


@pytest.mark.parametrize("sheet", SHEETS)
def test_some_papers_and_languages(sheet: str) -> None:
    """Each paper, each language and each count at least once."""
    for paper, language, count in zip(PAPERS, LANGUAGES, cycle(COUNTS), strict=False):
        assert faults(sheet, paper, language, count) == []


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_paper_and_language(sheet: str) -> None:
    for paper, language, count in [*ALL, *((*one, LARGE) for one in product(PAPERS, LANGUAGES))]:
        assert faults(sheet, paper, language, count) == []


def faults(sheet: str, paper: str, language: str, count: int) -> list[str]:
    """What is wrong with one document: names that are missing, text beyond the paper, empty pages."""
    of = people(count)
    with translation.override(language):
        pdf = SHEETS[sheet](of, paper).render()
    found, text = [], ""
    with PdfDocument(pdf) as document:
        for number, page in enumerate(document, start=1):
            words = page.get_textpage()
            across, up = page.get_size()
            text += words.get_text_range()
            boxes = [words.get_rect(at) for at in range(words.count_rects())]
            beyond = [
                box for box in boxes if box[0] < 8 or box[1] < 8 or box[2] > across - 8 or box[3] > up - 8
            ]
            found += [f"{paper} {language} {count}, page {number}: text at {box}" for box in beyond]
            found += [] if boxes else [f"page {number} is empty"]
            words.close()
            page.close()
    together = "".join(text.split())
    seated = of[:-1] if sheet.endswith("slips") and len(of) % 2 else of
    found += [f"{paper} {language} {count}: cut"] if "…" in text and sheet not in MAY_CUT else []
    return found + [
        f"{paper} {language} {count}: {one.name}"
        for one in seated
        if sheet not in MAY_CUT and f"{one.entry_id}" not in together
    ]
