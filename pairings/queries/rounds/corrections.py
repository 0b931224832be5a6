"""Predict the effects of correcting a closed round by running the standings engine twice."""

from dataclasses import dataclass, replace

import numpy as np

from core.models import JournalEvent
from pairings.engine.display_rows import EntryPerson
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import ResultColumns
from pairings.engine.standings.competitors import CODE_OF
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import engine_fields, match_rows
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import qualification_changes, swiss_standings
from pairings.queries.standings.qualification_changes import ChangedSeat
from tournaments.models import Entry

Figures = tuple[int, TieBreaks]
"""Points and tie-breaks of one player."""


@dataclass(frozen=True, slots=True)
class MovedPlayer:
    """A player whose row in one list changes because of a correction.

    `place` is (before, after). `now` are the figures before the correction, `then` those after it.
    """

    person: EntryPerson
    age_division: str
    place: tuple[int, int]
    now: Figures
    then: Figures


@dataclass(frozen=True, slots=True)
class Consequences:
    """Effects of a result on the standings after round `after`.

    places: players whose place changes, by list and new place.
    figures: players whose points or tie-breaks change but whose place does not.
    seats: seats that change in the next stage, day 2 or the cut.
    day_two: seats of day 2 that would have changed if it had not started.
    bracket: whether a cut has started; its seeds do not change.
    unposted: number of an unposted round paired by the old points.
    played: number of later rounds whose pairings do not change.
    """

    after: int
    places: list[MovedPlayer]
    figures: list[MovedPlayer]
    seats: list[ChangedSeat]
    day_two: list[ChangedSeat]
    bracket: bool
    unposted: int | None
    played: int

    @property
    def is_empty(self) -> bool:
        """Whether no player's place, points or tie-breaks change."""
        return not self.places and not self.figures


def predict_correction_consequences(match: Match, outcome: Outcome) -> Consequences | None:
    """Predict the effects of changing a match of a closed Swiss round to `outcome`.

    Return None if the match is in a bracket or the division has no standings. The number of queries does not depend
    on the size of the field.
    """
    division = match.round.division
    latest_round = ranked_rounds(division).order_by("-number").first()
    if latest_round is None or match.round.stage.kind != Stage.Kind.SWISS:
        return None
    results = engine_fields.swiss_results(division, until=latest_round.number)
    lines_now = swiss_standings.standings_after(division, latest_round.number, results=results)
    lines_then = swiss_standings.standings_after(
        division, latest_round.number, results=_with_outcome(results, match, outcome)
    )
    line_before = {line.id: line for lines in lines_now.values() for line in lines}
    changed_lines = []
    for age_division in sorted(lines_then, key=list(match_rows.AGE_DIVISION_ORDER).index):
        for line in lines_then[age_division]:
            old_line = line_before[line.id]
            if (line.place, line.points, line.tie_breaks) != (
                old_line.place,
                old_line.points,
                old_line.tie_breaks,
            ):
                changed_lines.append((age_division, old_line, line))
    changed_ids = [line.id for _, line, _ in changed_lines]
    people = {entry.pk: entry for entry in Entry.objects.filter(pk__in=changed_ids).select_related("player")}
    moved_players = []
    for age_division, old_line, line in changed_lines:
        person = match_rows.person_of_entry(
            people[line.id], (line.points, f"{line.wins}-{line.losses}-{line.ties}")
        )
        places = (old_line.place, line.place)
        figures = (old_line.points, old_line.tie_breaks), (line.points, line.tie_breaks)
        moved_players.append(MovedPlayer(person, age_division, places, *figures))
    later_rounds = list(division.rounds.filter(number__gt=match.round.number).values_list("number", "state"))
    return Consequences(
        after=latest_round.number,
        places=[row for row in moved_players if row.place[0] != row.place[1]],
        figures=[row for row in moved_players if row.place[0] == row.place[1]],
        seats=qualification_changes.changed_qualification_seats(latest_round, lines_now, lines_then),
        day_two=day_two_seats_changed_by_result(match, outcome),
        bracket=division.stages.filter(kind=Stage.Kind.ELIMINATION).exists(),
        unposted=next((number for number, state in later_rounds if state == Round.State.UNPOSTED), None),
        played=sum(state != Round.State.UNPOSTED for _, state in later_rounds),
    )


def day_two_seats_changed_by_result(match: Match, outcome: Outcome) -> list[ChangedSeat]:
    """Return the seats of day 2 that the result would have changed if day 2 had not started.

    The players of day 2 do not change.
    """
    return qualification_changes.day_two_seat_differences(
        match, lambda results: _with_outcome(results, match, outcome)
    )


def _with_outcome(results: ResultColumns, match: Match, outcome: Outcome) -> ResultColumns:
    """Return a copy of the results with a different outcome of one match."""
    of_match = (results.round == match.round.number) & (results.left == match.left_id)
    return replace(results, outcome=np.where(of_match, CODE_OF[outcome], results.outcome))


def moves_of_last_correction(match: Match) -> tuple[list[tuple[EntryPerson, int, int]], int] | None:
    """Return the moves of the last correction of a match, and the number of all players it moved.

    A move is (player, old place, new place); the journal may store only the first of them. Corrections that
    were undone do not count. Return None if no correction is left, or if it stored no moves.
    """
    corrections = JournalEvent.objects.filter(
        division=match.round.division, kind="ResultCorrected", facts__match=match.pk, undone_by__isnull=True
    )
    last_correction = corrections.order_by("-id").first()
    if last_correction is None or "moved" not in last_correction.facts:
        return None
    moved = last_correction.facts["moved"]
    entries = Entry.objects.filter(pk__in=[pk for pk, _, _ in moved]).select_related("player")
    people = {entry.pk: match_rows.person_of_entry(entry) for entry in entries}
    places = [(people[pk], old_place, new_place) for pk, old_place, new_place in moved if pk in people]
    return places, last_correction.facts["moved_count"]
