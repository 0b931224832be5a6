"""The divisions of an event and how many play in each."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from tournaments import hooks
from tournaments.engine.advance import PLACE, Gate, likely_size
from tournaments.engine.divisions import CATEGORIES
from tournaments.engine.structure import deciding, structure_for
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """One division. `category` is a code; `rounds` and `cut` are what is set, else what the attendance table
    gives for the players there are now, where several age divisions are paired together for the largest of them
    (M-031), as long as no round was paired; `by_table` says which. `cut_points` bring a player into the cut too, or
    alone (`cut` 0), 0 where they do not count; `likely_cut` is how many will be in. `later_rounds` are those of day 2.
    None of the players counted has left.
    """

    division: int
    category: str
    by_age: bool
    players: int
    checked_in: int
    rounds: int
    cut: int
    cut_points: int
    likely_cut: int
    later_rounds: int
    by_table: bool
    third_place: bool
    first_table: int | None
    started_at: datetime | None


def division_rows(event: Tournament) -> list[DivisionRow]:
    """The divisions in their order. One query, and that of `hooks.rounds_begun`."""
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    here = active & Q(entries__checked_in_at__isnull=False)
    of_age = {age: Q(entries__category=age) for age in CATEGORIES}
    rows = event.divisions.annotate(
        players=Count("entries", filter=active),
        here=Count("entries", filter=here),
        **{f"players_{age}": Count("entries", filter=active & one) for age, one in of_age.items()},
        **{f"here_{age}": Count("entries", filter=here & one) for age, one in of_age.items()},
    )
    table = event.attendance_table or "league_challenge"
    begun = {pk: rounds for asked in hooks.rounds_begun for pk, rounds in asked(event).items()}
    made = []
    for row in rows:
        counted = _attendance(row)
        asked = structure_for(deciding(counted), table, official=False)
        with_cut = event.structure != Tournament.Structure.SWISS
        by_hand = row.cut_size if row.cut_size is not None else (asked.cut if with_cut else 0)
        rounds = begun.get(row.pk) or row.rounds_planned or asked.rounds
        gate = Gate(row.cut_by if row.cut_size != 0 else PLACE, by_hand, row.cut_points or 0)
        later = (row.day_two_rounds or asked.later_rounds) if row.day_two_by else 0
        made.append(
            DivisionRow(
                division=row.pk,
                category=row.category,
                by_age=row.by_age,
                players=row.players,
                checked_in=row.here,
                rounds=rounds,
                cut=by_hand if gate.by_place else 0,
                cut_points=gate.points if gate.by_points else 0,
                likely_cut=likely_size(gate, max(counted), rounds + later) if gate.by_points else by_hand,
                later_rounds=later,
                by_table=row.rounds_planned is None and row.pk not in begun,
                third_place=row.third_place,
                first_table=row.first_table,
                started_at=row.started_at,
            )
        )
    return made


def _attendance(row: Any) -> list[int]:
    """How many of each age division are here, or entered while nobody is; in all where one list serves everybody."""
    which = "here" if row.here else "players"
    if not row.by_age:
        return [getattr(row, which)]
    return [getattr(row, f"{which}_{age}") for age in CATEGORIES]
