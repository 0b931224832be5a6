"""Every printed document, with any number of people of any names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from core.documents.sheet import Sheet
from decks.documents.blank_list import BlankList
from floor.documents.rock_paper_scissors import RockPaperScissors
from floor.documents.rule_cards import TeamBattleCards, TwoOnTwoCards
from pairings.documents.crash.round_guides import PLAY_CUT, START_BRACKET, START_CUT
from pairings.documents.crash.sheets import NextRoundSheet
from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName, PairingsByTableSheet
from pairings.documents.slips import BlankSlips
from pairings.documents.table_numbers import TableNumbers
from pairings.documents.team_pairings import TeamPairings
from pairings.engine.display_rows import EntryPerson
from pairings.queries.rounds.meeting import MeetingSeat
from tests.config.paper.of_decks import (
    check_report,
    check_sheets,
    deck_lists,
    draft_log,
    field,
    pairs,
    pods,
    pools,
    registration,
    run_sheet,
    seated,
)
from tests.config.paper.of_hall import (
    book,
    check_in,
    confiscation,
    event_report,
    open_tables,
    opening,
    penalties,
    poster,
)
from tests.config.paper.of_rounds import (
    bracket,
    crash_names,
    crash_records,
    day_two,
    door,
    how_it_stands,
    links,
    nobody,
    of_draft,
    paired,
    prizes,
    resistance,
    seeded,
    slips,
    standings,
)
from tests.config.paper.people import EVENT, HALL, matches, members, teams
from tournaments.engine.divisions import season_by_formula


@dataclass(frozen=True)
class Document:
    """How a document is made for a number of people, its papers, and its smallest text size."""

    make: Callable[[Sequence[EntryPerson], str], Sheet]
    least: float = 7.0
    large: bool = False
    """Whether it is also offered on A3 and Tabloid."""

    named: Callable[[Sequence[EntryPerson]], Sequence[EntryPerson]] = lambda of: of
    """Returns the people who are named on it."""


WALL, SLIP, FORM = 9.0, 8.0, 7.0
"""Smallest text sizes in points: on the wall, on slips, and on forms that are filled in at a table."""


SEASON = season_by_formula(2026)


def _alone(sheet: Callable[..., Sheet]) -> Callable[[Sequence[EntryPerson], str], Sheet]:
    """Return a sheet that only has its head."""
    return lambda _of, paper: sheet(HALL, paper=paper)


DOCUMENTS: dict[str, Document] = {
    "pairings by name": Document(lambda of, paper: PairingsByName(HALL, matches(of), paper=paper), WALL),  # type: ignore[arg-type]
    "pairings by name without opponents": Document(
        lambda of, paper: PairingsByName(HALL, matches(of), show_opponent=False, paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "pairings by name of teams": Document(
        lambda of, paper: PairingsByName(HALL, matches(teams(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "pairings by table": Document(
        lambda of, paper: PairingsByTableSheet(HALL, matches(of), paper=paper), WALL
    ),  # type: ignore[arg-type]
    "pairings of teams": Document(
        lambda of, paper: TeamPairings(HALL, matches(teams(of)), members(teams(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "slips": Document(partial(slips, best_of=3), SLIP, named=paired),
    "slips, five to a page": Document(partial(slips, on_page=5), SLIP, named=paired),
    "slips of the cut": Document(partial(slips, best_of=3, elimination=True), SLIP, named=paired),
    "slips of the cut of 2017": Document(
        partial(slips, best_of=3, elimination=True, edition="2017"), SLIP, named=paired
    ),
    "slips of teams": Document(partial(slips, best_of=3, of_teams=True), SLIP, named=paired),
    "slips of teams, five to a page": Document(partial(slips, of_teams=True, on_page=5), SLIP, named=paired),
    "standings": Document(lambda of, paper: standings(of, paper, (8, "Top 8")), WALL),
    "standings of teams": Document(lambda of, paper: standings(teams(of), paper), WALL),
    "day 2": Document(day_two, WALL),
    "prizes to sign for": Document(prizes, SLIP),
    "event report": Document(event_report, SLIP),
    "bracket": Document(bracket, WALL, large=True, named=seeded),
    "player meeting": Document(
        lambda of, paper: MeetingSeats(HALL, [MeetingSeat(one, 1, 1) for one in of], paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "attendance list": Document(door, SLIP),
    "table numbers": Document(
        lambda of, paper: TableNumbers(HALL, range(1_000, 1_000 + len(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
        named=nobody,
    ),
    "open tables": Document(open_tables, WALL),
    "continue by hand": Document(how_it_stands, WALL),
    "continue by hand, top cut": Document(
        partial(how_it_stands, guides=(START_BRACKET, START_CUT, PLAY_CUT)), WALL
    ),
    "continue by hand, draft": Document(of_draft, WALL),
    "records": Document(crash_records, SLIP),
    "players by name": Document(crash_names, SLIP),
    "blank slips": Document(
        lambda _of, paper: BlankSlips(HALL, best_of=3, paper=paper),  # type: ignore[arg-type]
        SLIP,
        named=nobody,
    ),
    "next round by hand": Document(
        lambda of, paper: NextRoundSheet(HALL, range(1, len(of) + 1), paper=paper),  # type: ignore[arg-type]
        WALL,
        named=nobody,
    ),
    "resistance": Document(resistance, SLIP, named=nobody),
    "personal links": Document(links, SLIP),
    "pocket book": Document(partial(book, "2026"), SLIP, named=nobody),
    "pocket book of 2017": Document(partial(book, "2017"), SLIP, named=nobody),
    "opening announcement": Document(opening, WALL, named=nobody),
    "code for self check-in": Document(check_in, WALL, named=nobody),
    "poster of codes": Document(poster, WALL, named=nobody),
    "2-on-2": Document(_alone(TwoOnTwoCards), SLIP, named=nobody),
    "Team Battle": Document(_alone(TeamBattleCards), SLIP, named=nobody),
    "rock-paper-scissors": Document(_alone(RockPaperScissors), SLIP, named=nobody),
    "blank deck list": Document(
        lambda _of, paper: BlankList(HALL, EVENT, season=SEASON, paper=paper), FORM, named=nobody
    ),  # type: ignore[arg-type]
    "blank deck list with unused cards": Document(
        lambda _of, paper: BlankList(HALL, EVENT, season=SEASON, unused=True, paper=paper),  # type: ignore[arg-type]
        FORM,
        named=nobody,
    ),
    "deck lists": Document(deck_lists, FORM),
    "deck check sheets": Document(check_sheets, FORM),
    "deck checks": Document(check_report, SLIP),
    "penalties": Document(penalties, SLIP),
    "receipt of a confiscation": Document(confiscation, SLIP, named=nobody),
    "pods": Document(pods, SLIP),
    "pairs": Document(pairs, SLIP),
    "packs and pools": Document(field, SLIP),
    "run sheet, Booster": Document(partial(run_sheet, "booster"), FORM, named=partial(seated, 8)),
    "run sheet, Rochester": Document(partial(run_sheet, "rochester"), FORM, named=partial(seated, 4)),
    "run sheet, Solomon": Document(partial(run_sheet, "solomon"), FORM, named=partial(seated, 2)),
    "draft log": Document(draft_log, SLIP, named=nobody),
    "pool registration": Document(registration, FORM),
    "pool registration of a large set": Document(partial(registration, cards=252), FORM),
    "pool registration without a checklist": Document(partial(registration, cards=0), FORM),
    "pools": Document(pools, FORM),
}
"""Each kind of sheet, by the name that people use for it."""
