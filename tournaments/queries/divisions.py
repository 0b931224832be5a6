"""The divisions of an event and how many play in each."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.engine.structure import structure_for
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """One division. `category` is a code; `rounds` and `cut` are what is set, else what the attendance table
    gives for the players there are now; `by_table` says which. None of the players counted has left.
    """

    division: int
    category: str
    by_age: bool
    players: int
    checked_in: int
    rounds: int
    cut: int
    by_table: bool
    third_place: bool
    first_table: int | None
    started_at: datetime | None


def division_rows(event: Tournament) -> list[DivisionRow]:
    """The divisions in their order. One query."""
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    rows = event.divisions.annotate(
        players=Count("entries", filter=active),
        here=Count("entries", filter=active & Q(entries__checked_in_at__isnull=False)),
    )
    table = event.attendance_table or "league_challenge"
    made = []
    for row in rows:
        asked = structure_for(row.here or row.players, table, official=False)
        with_cut = event.structure != Tournament.Structure.SWISS
        by_hand = row.cut_size if row.cut_size is not None else (asked.cut if with_cut else 0)
        made.append(
            DivisionRow(
                division=row.pk,
                category=row.category,
                by_age=row.by_age,
                players=row.players,
                checked_in=row.here,
                rounds=row.rounds_planned or asked.rounds,
                cut=by_hand,
                by_table=row.rounds_planned is None,
                third_place=row.third_place,
                first_table=row.first_table,
                started_at=row.started_at,
            )
        )
    return made
