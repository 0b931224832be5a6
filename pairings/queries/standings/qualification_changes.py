"""Seats in day 2 or the cut that players would gain or lose if results were different."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from pairings.engine.display_rows import EntryPerson
from pairings.engine.standings import ResultColumns, StandingLine
from pairings.models import Match, Qualifier, Round, Stage
from pairings.queries.rounds import engine_fields, match_rows
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, present_entries
from pairings.queries.standings import advancing, swiss_standings
from tournaments.engine.advance import AdvancementGate
from tournaments.models import Entry, Tournament

Lists = Mapping[str, Iterable[StandingLine]]


@dataclass(frozen=True, slots=True)
class ChangedSeat:
    """A seat that would change. The player would gain it if `comes` is true, and lose it otherwise.

    `size` is the number of players who would advance, to day 2 if `day_two` is true and to the cut otherwise.
    """

    person: EntryPerson
    age_division: str
    size: int
    comes: bool
    day_two: bool


@dataclass(frozen=True, slots=True)
class _Move:
    """A seat that a player would gain (`comes`) or lose. It is a `ChangedSeat` with an entry key."""

    entry: int
    age_division: str
    size: int
    comes: bool


def changed_qualification_seats(newest: Round, lists_now: Lists, lists_then: Lists) -> list[ChangedSeat]:
    """Return the seats of the next stage that would change if the standings did.

    The stage after round `newest` is day 2 or the cut; the result is empty if it is not planned or if a
    bracket exists. `lists_now` and `lists_then` are the standings by age division.
    """
    division = newest.division
    if division.stages.filter(kind=Stage.Kind.ELIMINATION).exists():
        return []
    to_day_two = division.has_day_two and engine_fields.day_two_stage(division) is None
    gates: dict[str, AdvancementGate] = {}
    if to_day_two:
        gates = advancing.day_two_gates(division, newest)
    elif division.tournament.structure == Tournament.Structure.SWISS_CUT:
        gates = advancing.cut_gates(division, newest)
    if not gates:
        return []
    active_ids = set(present_entries(division).filter(STILL_IN_SWISS).values_list("id", flat=True))
    return _as_changed_seats(_seat_moves(gates, active_ids, lists_now, lists_then), day_two=to_day_two)


def day_two_seat_differences(
    match: Match, changed: Callable[[ResultColumns], ResultColumns]
) -> list[ChangedSeat]:
    """Return the seats of day 2 that would differ if `match`, a match of day 1, were corrected.

    `changed` converts the stored results to the corrected ones. Seats are only reported, not changed,
    since day 2 has started. Changes that agree with the actual players of day 2 are left out. The result
    is empty for a match of day 2, and before day 2.
    """
    division = match.round.division
    stage = engine_fields.day_two_stage(division)
    if stage is None or match.round.stage.position:
        return []
    last_round = match.round.stage.rounds.order_by("-number")[0]
    results = engine_fields.swiss_results(division, until=last_round.number)
    lines_now = swiss_standings.standings_after(division, last_round.number, results=results)
    lines_then = swiss_standings.standings_after(division, last_round.number, results=changed(results))
    still_in = Q(dropped_in=None) | Q(dropped_in__gt=last_round.number)
    active_ids = set(division.entries.filter(still_in, disqualified=False).values_list("id", flat=True))
    qualified = set(Qualifier.objects.filter(stage=stage).values_list("entry_id", flat=True))
    moves = _seat_moves(advancing.day_two_gates(division, last_round), active_ids, lines_now, lines_then)
    return _as_changed_seats(
        [move for move in moves if move.comes != (move.entry in qualified)], day_two=True
    )


def _seat_moves(
    gates: Mapping[str, AdvancementGate], active_ids: set[int], lists_now: Lists, lists_then: Lists
) -> list[_Move]:
    """Return the players who would gain or lose a seat if `lists_now` became `lists_then`.

    `gates` are the conditions by age division. Only the entries `active_ids` can have a seat.
    """
    moves = []
    for age_division, gate in gates.items():
        admitted_by_list = []
        for lists in (lists_now, lists_then):
            playing_lines = [line for line in lists.get(age_division, ()) if line.id in active_ids]
            size = gate.size([line.points for line in playing_lines])
            admitted_by_list.append(
                [line.id for line in playing_lines[:size]] if size >= advancing.MIN_ADVANCING else []
            )
        admitted_before, admitted_after = admitted_by_list
        moves += [
            _Move(entry, age_division, len(admitted_after), comes=True)
            for entry in admitted_after
            if entry not in admitted_before
        ]
        moves += [
            _Move(entry, age_division, len(admitted_after), comes=False)
            for entry in admitted_before
            if entry not in admitted_after
        ]
    return moves


def _as_changed_seats(moves: list[_Move], *, day_two: bool) -> list[ChangedSeat]:
    """Return the moves as changed seats with the players' names."""
    entries = Entry.objects.filter(pk__in=[move.entry for move in moves]).select_related("player")
    people = {entry.pk: match_rows.person_of_entry(entry) for entry in entries} if moves else {}
    return [
        ChangedSeat(people[move.entry], move.age_division, move.size, move.comes, day_two) for move in moves
    ]
