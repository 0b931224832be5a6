"""The divisions of an event, with their sizes and tables."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from tournaments import hooks
from tournaments.engine.advance import PLACE, Gate, likely_size
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.engine.structure import deciding, structure_for
from tournaments.engine.tables import TableNeed, as_range, ranges
from tournaments.models import Division, Entry, Tournament


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """One division. `age_division` is a code. `rounds` and `cut` are as set, else by the attendance table for the
    current players (if several age divisions are paired together, for the largest of them, M-031) until a round is
    paired; `by_table` says whether. `cut_points` qualify for the cut too, or alone (`cut` 0), 0 if unused; `likely_cut`
    is its expected size. `later_rounds` are those of day 2. Players who left are not counted.
    """

    division: int
    age_division: str
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
    left: int = 0
    """Players who dropped or were disqualified."""


def division_rows(event: Tournament) -> list[DivisionRow]:
    """The divisions in order. One query, and that of `hooks.rounds_begun`."""
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    here = active & Q(entries__checked_in_at__isnull=False)
    of_age = {age: Q(entries__age_division=age) for age in AGE_DIVISIONS}
    rows = event.divisions.annotate(
        entered=Count("entries"),
        players=Count("entries", filter=active),
        here=Count("entries", filter=here),
        **{f"players_{age}": Count("entries", filter=active & of_it) for age, of_it in of_age.items()},
        **{f"here_{age}": Count("entries", filter=here & of_it) for age, of_it in of_age.items()},
    )
    table = event.attendance_table or "league_challenge"
    begun = {pk: rounds for count in hooks.rounds_begun for pk, rounds in count(event).items()}
    made = []
    for row in rows:
        # Checked in, or entered while none are.
        which = "here" if row.here else "players"
        names = [f"{which}_{age}" for age in AGE_DIVISIONS] if row.by_age else [which]
        counted = [getattr(row, name) for name in names]
        planned = structure_for(deciding(counted), table, official=False)
        with_cut = event.structure != Tournament.Structure.SWISS
        by_hand = row.cut_size if row.cut_size is not None else (planned.cut if with_cut else 0)
        rounds = begun.get(row.pk) or row.rounds_planned or planned.rounds
        gate = Gate(row.cut_by if row.cut_size != 0 else PLACE, by_hand, row.cut_points or 0)
        later = (row.day_two_rounds or planned.later_rounds) if row.day_two_by else 0
        made.append(
            DivisionRow(
                division=row.pk,
                age_division=row.age_division,
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
                left=row.entered - row.players,
            )
        )
    return made


def played_divisions(event: Tournament) -> list[Division]:
    """The divisions that have players, in order; all if there are no players yet. One query."""
    anybody = Exists(Entry.objects.filter(division=OuterRef("pk")))
    rows = event.divisions.annotate(peopled=anybody).order_by("position", "id")
    peopled: list[Division] = [row for row in rows if row.peopled]
    return peopled or list(rows)


def division_tables(event: Tournament, *, blocked: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """The table numbers of each division, by its key. One query.

    Before round 1 a division needs a seat for each entered player, afterwards for each checked-in one.
    """
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    rows = event.divisions.annotate(
        whole=Count("entries", filter=active), came=Count("entries__checked_in_at")
    ).order_by("position", "id")
    needs = [
        TableNeed(row.first_table, ((row.came if row.started_at else row.whole) + 1) // 2) for row in rows
    ]
    found = ranges(needs, start=event.table_from, blocked=blocked)
    return {row.pk: tables for row, tables in zip(rows, found, strict=True)}


def table_ranges(event: Tournament) -> dict[int, tuple[int, int]]:
    """The first and last table of each division with players, by key. One query, and that of `hooks.blocked_tables`."""
    blocked = {table for find in hooks.blocked_tables for table in find(event)}
    found = {pk: as_range(tables) for pk, tables in division_tables(event, blocked=blocked).items()}
    return {pk: between for pk, between in found.items() if between}
