"""The effects of a correction of a closed round, from two runs of the standings engine; nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.models import JournalEvent
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import Person
from pairings.engine.standings import Line, Results
from pairings.engine.standings.values import CODE_OF
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import fields, rows
from pairings.queries.standings import qualification_changes, ranks
from pairings.queries.standings.qualification_changes import Seat
from tournaments.models import Entry

Figures = tuple[int, TieBreaks]
"""Points and tie-breaks."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One player of one list: place and figures before and after."""

    person: Person
    age_division: str
    place: tuple[int, int]
    now: Figures
    then: Figures


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a result on the standings after round `after`.

    places: players whose place changes, by list and new place.
    figures: players whose tie-breaks or points change, but not their place.
    seats: changes of the next stage, day 2 or the cut.
    day_two: seats of day 2 that would have changed, had it not begun.
    bracket: whether a cut has begun, whose seeds stay.
    unposted: the number of an unposted round paired by the old points; played: later rounds whose pairings stay.
    """

    after: int
    places: list[Moved]
    figures: list[Moved]
    seats: list[Seat]
    day_two: list[Seat]
    bracket: bool
    unposted: int | None
    played: int

    @property
    def nothing(self) -> bool:
        return not self.places and not self.figures


def of(match: Match, outcome: Outcome) -> Consequences | None:
    """The effects of `match` of a closed Swiss round having `outcome`; None in a bracket.

    A fixed number of queries for any field.
    """
    division = match.round.division
    newest = rows.ranked_rounds(division).order_by("-number").first()
    if newest is None or match.round.stage.kind != Stage.Kind.SWISS:
        return None
    results = fields.swiss_results(division, until=newest.number)
    now = ranks.lines_after(division, newest.number, results=results)
    then = ranks.lines_after(division, newest.number, results=_with(results, match, outcome))
    was = {line.id: line for lines in now.values() for line in lines}
    # By list and new place.
    moved = [
        (age_division, was[line.id], line)
        for age_division in sorted(then, key=list(rows.AGE_DIVISION_ORDER).index)
        for line in then[age_division]
        if _figures(line) != _figures(was[line.id]) or line.place != was[line.id].place
    ]
    ids = [line.id for _, line, _ in moved]
    people = {entry.pk: entry for entry in Entry.objects.filter(pk__in=ids).select_related("player")}
    later = list(division.rounds.filter(number__gt=match.round.number).values_list("number", "state"))
    return Consequences(
        after=newest.number,
        places=[_named(two, people) for two in moved if two[1].place != two[2].place],
        figures=[_named(two, people) for two in moved if two[1].place == two[2].place],
        seats=qualification_changes.next_seats(newest, now, then),
        day_two=day_two_differences(match, outcome),
        bracket=division.stages.filter(kind=Stage.Kind.ELIMINATION).exists(),
        unposted=next((number for number, state in later if state == Round.State.UNPOSTED), None),
        played=sum(state != Round.State.UNPOSTED for _, state in later),
    )


def day_two_differences(match: Match, outcome: Outcome) -> list[Seat]:
    """Seats of day 2 that would have changed, had it not begun; its players stay."""
    return qualification_changes.day_two_differences(match, lambda results: _with(results, match, outcome))


def _with(results: Results, match: Match, outcome: Outcome) -> Results:
    """The results with another outcome of one match."""
    here = (results.round == match.round.number) & (results.left == match.left_id)
    return replace(results, outcome=np.where(here, CODE_OF[outcome], results.outcome))


Two = tuple[str, Line, Line]


def _figures(line: Line) -> Figures:
    return line.points, line.tie_breaks


def _named(two: Two, people: Mapping[int, Entry]) -> Moved:
    age_division, was, line = two
    record = f"{line.wins}-{line.losses}-{line.ties}"
    who = rows.person(people[line.id], (line.points, record))
    return Moved(who, age_division, (was.place, line.place), _figures(was), _figures(line))


def last_moved(match: Match) -> tuple[list[tuple[Person, int, int]], int] | None:
    """(player, old place, new place) of the last correction of a match that was not undone, and the number of players
    moved.

    None without a correction.
    """
    lines = JournalEvent.objects.filter(
        division=match.round.division, kind="ResultCorrected", facts__match=match.pk, undone_by__isnull=True
    )
    newest = lines.order_by("-id").first()
    if newest is None or "moved" not in newest.facts:
        return None
    moved = newest.facts["moved"]
    entries = Entry.objects.filter(pk__in=[pk for pk, _, _ in moved]).select_related("player")
    people = {entry.pk: rows.person(entry) for entry in entries}
    places = [(people[pk], before, after) for pk, before, after in moved if pk in people]
    return places, newest.facts["moved_count"]
