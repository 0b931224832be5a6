"""The sheets of rounds, standings and the cut, and those of all entries."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.documents.sheet import Sheet
from pairings.documents.attendance_list import AttendanceListSheet
from pairings.documents.bracket import BracketSheet
from pairings.documents.crash.draft_guides import (
    DRAFTS,
    deck_building_guide,
    draft_again_guide,
    draft_guide,
    redraft_guide,
)
from pairings.documents.crash.round_guides import PAIR, Guide, pair_guides
from pairings.documents.crash.sheets import Fact, PlayersByName, RecordsSheet, StatusSheet
from pairings.documents.day_two import DayTwoSheet
from pairings.documents.prizes.signing_sheet import PrizeSigningSheet
from pairings.documents.resistance import ResistanceSheet
from pairings.documents.slips import MatchSlips
from pairings.documents.standings import StandingsSheet
from pairings.engine import standings as ranking
from pairings.engine.display_rows import (
    BracketBox,
    BracketRound,
    BracketSide,
    EntryPerson,
    MatchRow,
    StandingRow,
)
from pairings.engine.outcomes import Outcome
from pairings.engine.player_records import summarize_player_records
from pairings.engine.standings.prizes import PrizeRow
from pairings.models import Qualifier
from pairings.queries.standings.prizes import Award, AwardList, PrizeTable
from pairings.queries.standings.qualified import QualifiedList, QualifiedPlayer
from pairings.queries.standings.standing_explained import ExplainedStep, Neighbor, PlaceExplanation
from tests.config.paper.people import ADDRESS, EVENT, HALL, ROUNDS, matches, members, teams
from tournaments.documents.personal_links import LinkRow, LinkSheet
from tournaments.engine.advance import AdvancementGate
from tournaments.engine.roster_rows import AttendanceListRow
from tournaments.models import Division, Entry


def slips(of: Sequence[EntryPerson], paper: Any, *, of_teams: bool = False, **options: Any) -> Sheet:
    of = teams(of) if of_teams else of
    empty = MatchRow(1, 1, of[0], EntryPerson(0, "", "", 0, "", ""), Outcome.PENDING)
    rows = [row for row in matches(of) if row.right] or [empty]
    links = {row.match_id: f"{ADDRESS}/{row.match_id}" for row in rows}
    notes = {row.match_id: "+4 min, 14:32" for row in rows if row.match_id % 2}
    mates = members(of) if of_teams else None
    return MatchSlips(HALL, rows, links=links, notes=notes, teams=mates, paper=paper, **options)


def standings(of: Sequence[EntryPerson], paper: Any, cut: Any = None) -> Sheet:
    rows = [
        StandingRow(place, one, 7, 1, 1, {"owp": 0.6328, "oowp": 1.0})
        for place, one in enumerate(of, start=1)
    ]
    return StandingsSheet(HALL, rows, cut=cut, paper=paper)


def day_two(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    rows = [StandingRow(place, one, 15, 1, 1, {}) for place, one in enumerate(of, start=1)]
    players = [QualifiedPlayer(row.place, row, Qualifier.Mark.HERE) for row in rows]
    listed = QualifiedList("masters", players, rows[-1:])
    return DayTwoSheet(HALL, listed, AdvancementGate(place=len(players)), paper=paper)


def prizes(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    row = PrizeRow(1, len(of), "Playmat with the picture of the event", 50, 18)
    table = PrizeTable(Division(pk=1, tournament=EVENT), "all", (row,))
    awards = tuple(Award(place, one, "512345678901", row) for place, one in enumerate(of, start=1))
    return PrizeSigningSheet(HALL, AwardList(table, awards, 5, True), paper=paper)


def bracket(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    """Return a bracket of at most 32 with all but the final played, one match by walkover."""
    size = size_of(of)
    sides = [BracketSide(seed, one) for seed, one in enumerate(of[:size], start=1)]
    rounds, third = [], None
    while len(sides) > 1:
        over = len(sides) > 2
        boxes = tuple(
            BracketBox(
                replace(up, games=2 if over else None, won=over),
                replace(low, games=1 if over and at else None),
                table=100 + at,
                by_walkover=over and at == 0,
            )
            for at, (up, low) in enumerate(zip(sides[::2], sides[1::2], strict=True))
        )
        if len(sides) == 4:
            third = BracketBox(boxes[0].right, boxes[1].right, table=1)
        rounds.append(BracketRound(f"Round of {len(sides)}", boxes))
        sides = [replace(box.left, games=None, won=False) for box in boxes]
    if not rounds:
        rounds = [BracketRound("Final", (BracketBox(sides[0], BracketSide()),))]
    return BracketSheet(HALL, rounds, third=third, champion=of[0], note="", paper=paper)


def played(of: Sequence[EntryPerson]) -> list[list[MatchRow]]:
    """Return rounds in which every player has a new opponent each time."""
    rounds = []
    for number in range(ROUNDS):
        turned = [*of[number % len(of) :], *of[: number % len(of)]]
        rounds.append(
            [replace(row, outcome=Outcome.LEFT if row.right else row.outcome) for row in matches(turned)]
        )
    return rounds


def crash_records(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    to_come = range(ROUNDS + 1, ROUNDS + 3)
    return RecordsSheet(
        HALL, summarize_player_records(of, played(of)), range(1, ROUNDS + 1), to_come=to_come, paper=paper
    )


def crash_names(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    return PlayersByName(
        HALL, [(one, one.entry_id, str(Entry.AgeDivision.SENIOR.label)) for one in of], paper=paper
    )


def how_it_stands(of: Sequence[EntryPerson], paper: Any, guides: Sequence[Guide] = (PAIR,)) -> Sheet:
    facts = [Fact(one.name, f"{number}") for number, one in enumerate(of, start=1)]
    return StatusSheet(HALL, [("Harbour City", facts)], guides=guides, paper=paper)


def of_draft(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    """Return every guide of a Limited event, each at its maximum length."""
    guides = [draft_guide(subtype, tapped=subtype != "sealed") for subtype in DRAFTS]
    guides += [
        deck_building_guide("limited", "deck_and_unused", "LOCKED_BUT_REDRAFT", 3),
        redraft_guide("all_drafted", "deck_and_unused"),
        draft_again_guide(),
        redraft_guide("new_draft", "deck", paired=True),
    ]
    return how_it_stands(of, paper, [*guides, *pair_guides((0, 1), [("", 2), ("Harbour City Masters", 3)])])


def resistance(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    """Return the resistance of the first of at most ten players, who met all others."""
    met = list(of[:10])
    results = [
        ranking.PlayedMatch(number, met[0].entry_id, other.entry_id, Outcome.LEFT)
        for number, other in enumerate(met[1:], start=1)
    ] or [ranking.PlayedMatch(1, met[0].entry_id, None, Outcome.BYE)]
    competitors = [
        ranking.Competitor(one.entry_id, dropped_in=2 if one.dropped else None, tie_break_number=one.entry_id)
        for one in met
    ]
    figures = ranking.explain_standing(competitors, results, met[0].entry_id)
    names = {one.entry_id: one for one in met}
    steps = tuple(ExplainedStep(names[one.opponent] if one.opponent else None, one) for one in figures.met)
    below = Neighbor(met[-1], 2, 27, {"owp": 0.5, "oowp": 0.5}, beaten=False) if len(met) > 1 else None
    why = PlaceExplanation(met[0], len(results), 1, 27, 0, figures, steps, below)
    return ResistanceSheet(HALL, why, paper=paper)


def door(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    rows = [
        AttendanceListRow(
            one.entry_id,
            one.first_name,
            one.last_name,
            str(Entry.AgeDivision.SENIOR.label),
            "512345678901",
            checked_in=one.entry_id % 2 == 0,
            dropped=one.dropped,
        )
        for one in of
    ]
    return AttendanceListSheet(HALL, rows, paper=paper)


def links(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    address = "https://events.harbour-city-games.example/my/abcdefghijklmnopqrstuvwx"
    return LinkSheet(HALL, [LinkRow(one.name, one.sort_name, address) for one in of], paper=paper)


def nobody(_of: Sequence[EntryPerson]) -> Sequence[EntryPerson]:
    """Return no one, or a few who represent the others."""
    return ()


def paired(of: Sequence[EntryPerson]) -> Sequence[EntryPerson]:
    """Return the players with an opponent, as slips are for matches of two."""
    return of[:-1] if len(of) % 2 and len(of) > 1 else of


def seeded(of: Sequence[EntryPerson]) -> Sequence[EntryPerson]:
    return of[: size_of(of)]


def size_of(of: Sequence[EntryPerson]) -> int:
    """Return the number of players in the bracket."""
    return next(size for size in (32, 16, 8, 4, 2, 1) if size <= len(of))
