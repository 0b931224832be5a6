"""Seats of day 2 or of the cut that other results would change, before it begins and after."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from pairings.engine.rows import Person
from pairings.engine.standings import Line, Results
from pairings.models import Match, Qualifier, Round, Stage
from pairings.queries.rounds import fields, rows
from pairings.queries.standings import advancing, ranks
from tournaments.engine.advance import Gate
from tournaments.models import Entry, Tournament

Lists = Mapping[str, Iterable[Line]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that would change: `comes` for a player who would get one, else for one who would lose it.

    `size`: the number who would advance. `day_two`: to day 2, else to the cut.
    """

    person: Person
    age_division: str
    size: int
    comes: bool
    day_two: bool


@dataclass(frozen=True, slots=True)
class _Move:
    entry: int
    age_division: str
    size: int
    comes: bool


def next_seats(newest: Round, now: Lists, then: Lists) -> list[Seat]:
    """Changed seats of the next stage after round `newest`: day 2, or the cut; empty where it has begun or none is
    planned.
    """
    division = newest.division
    if division.stages.filter(kind=Stage.Kind.ELIMINATION).exists():
        return []
    to_day_two = bool(division.day_two_by) and fields.day_two(division) is None
    gates: dict[str, Gate] = {}
    if to_day_two:
        gates = advancing.day_two_gates(division, newest)
    elif division.tournament.structure == Tournament.Structure.SWISS_CUT:
        gates = advancing.cut_gates(division, newest)
    if not gates:
        return []
    here = set(fields.present(division).filter(fields.GOES_ON).values_list("id", flat=True))
    return _named(_moves(gates, here, now, then), day_two=to_day_two)


def day_two_differences(match: Match, changed: Callable[[Results], Results]) -> list[Seat]:
    """Seats of day 2 that would have changed with the results `changed` of `match` of day 1.

    Day 2 has begun, so its players stay. Empty for a match of day 2 and before it begins.
    """
    division = match.round.division
    stage = fields.day_two(division)
    if stage is None or match.round.stage.position:
        return []
    last = match.round.stage.rounds.order_by("-number")[0]
    results = fields.swiss_results(division, until=last.number)
    now = ranks.lines_after(division, last.number, results=results)
    then = ranks.lines_after(division, last.number, results=changed(results))
    here = Q(dropped_in=None) | Q(dropped_in__gt=last.number)
    ids = set(division.entries.filter(here, disqualified=False).values_list("id", flat=True))
    inside = set(Qualifier.objects.filter(stage=stage).values_list("entry_id", flat=True))
    moves = _moves(advancing.day_two_gates(division, last), ids, now, then)
    return _named([move for move in moves if move.comes != (move.entry in inside)], day_two=True)


def _moves(gates: Mapping[str, Gate], here: set[int], now: Lists, then: Lists) -> list[_Move]:
    moves = []
    for age_division, gate in gates.items():
        had, has = (_first(lists.get(age_division, ()), here, gate) for lists in (now, then))
        moves += [_Move(entry, age_division, len(has), comes=True) for entry in has if entry not in had]
        moves += [_Move(entry, age_division, len(has), comes=False) for entry in had if entry not in has]
    return moves


def _first(lines: Iterable[Line], here: set[int], gate: Gate) -> list[int]:
    """The players admitted by a gate, best first; empty where it admits fewer than two."""
    playing = [line for line in lines if line.id in here]
    size = gate.size([line.points for line in playing])
    return [line.id for line in playing[:size]] if size >= advancing.LEAST else []


def _named(moves: list[_Move], *, day_two: bool) -> list[Seat]:
    entries = Entry.objects.filter(pk__in=[move.entry for move in moves]).select_related("player")
    people = {entry.pk: rows.person(entry) for entry in entries} if moves else {}
    return [Seat(people[move.entry], move.age_division, move.size, move.comes, day_two) for move in moves]
