"""The divisions of an event, with their sizes and tables."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from tournaments import hooks
from tournaments.engine import divisions as ages
from tournaments.engine.advance import PLACE, AdvancementGate, estimate_advancing
from tournaments.engine.division_tables import TableNeed, assign_table_numbers
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.engine.structure import players_deciding_structure, structure_for_attendance
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.ages import player_counts_by_age


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """One division. `age_division` is a code. Dropped players are not counted.

    `rounds` and `cut` are the numbers that staff set. If they are not set, the attendance table for the
    current players decides until a round is paired (for the largest of several age divisions that are paired
    together, M-031). `by_table` is True if `rounds` comes from the table. `cut` is the number of places in
    the cut, or 0 if places do not count, and `cut_points` the match points for it, or 0 if points do not
    count. `likely_cut` is the expected size of the cut. `later_rounds` is the number of rounds on day 2.
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
    """List the divisions in order. Makes one query, and one for `hooks.rounds_begun`."""
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    present = active & Q(entries__checked_in_at__isnull=False)
    conditions_by_age = {age: Q(entries__age_division=age) for age in AGE_DIVISIONS}
    rows = event.divisions.annotate(
        entered=Count("entries"),
        players=Count("entries", filter=active),
        present=Count("entries", filter=present),
        **{
            f"players_{age}": Count("entries", filter=active & in_age_division)
            for age, in_age_division in conditions_by_age.items()
        },
        **{
            f"present_{age}": Count("entries", filter=present & in_age_division)
            for age, in_age_division in conditions_by_age.items()
        },
    )
    table = event.attendance_table or "league_challenge"
    paired_rounds = {
        pk: rounds for count_rounds in hooks.rounds_begun for pk, rounds in count_rounds(event).items()
    }
    counted_rows = []
    for division in rows:
        # Until one of them is checked in, all active players count.
        counted_players = "present" if division.present else "players"
        names = (
            [f"{counted_players}_{age}" for age in AGE_DIVISIONS] if division.by_age else [counted_players]
        )
        sizes = [getattr(division, name) for name in names]
        planned = structure_for_attendance(players_deciding_structure(sizes), table, official=False)
        with_cut = event.structure != Tournament.Structure.SWISS
        cut_size = division.cut_size if division.cut_size is not None else (planned.cut if with_cut else 0)
        rounds = paired_rounds.get(division.pk) or division.rounds_planned or planned.rounds
        gate = AdvancementGate(
            division.cut_by if division.cut_size != 0 else PLACE, cut_size, division.cut_points or 0
        )
        later_rounds = (division.day_two_rounds or planned.later_rounds) if division.day_two_by else 0
        if division.day_two_by == Division.TABLE:
            is_fixed = division.started_at is not None
            table_rounds = division.day_two_table_rounds if is_fixed else planned.later_rounds
            later_rounds = (division.day_two_rounds or table_rounds or 0) if table_rounds else 0
        counted_rows.append(
            DivisionRow(
                division=division.pk,
                age_division=division.age_division,
                by_age=division.by_age,
                players=division.players,
                checked_in=division.present,
                rounds=rounds,
                cut=cut_size if gate.by_place else 0,
                cut_points=gate.points if gate.by_points else 0,
                likely_cut=estimate_advancing(gate, max(sizes), rounds + later_rounds)
                if gate.by_points
                else cut_size,
                later_rounds=later_rounds,
                by_table=division.rounds_planned is None and division.pk not in paired_rounds,
                third_place=division.third_place,
                first_table=division.first_table,
                started_at=division.started_at,
                left=division.entered - division.players,
            )
        )
    return counted_rows


def divisions_with_entries(event: Tournament) -> list[Division]:
    """List the divisions that have entries, in order; all if there are no entries yet. Makes one query."""
    any_entry = Exists(Entry.objects.filter(division=OuterRef("pk")))
    rows = event.divisions.annotate(has_entries=any_entry).order_by("position", "id")
    divisions_with_players: list[Division] = [row for row in rows if row.has_entries]
    return divisions_with_players or list(rows)


def division_tables(event: Tournament, *, blocked: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """Return the table numbers of each division, by its key. Makes one query.

    A division needs a seat for each active player before round 1, afterwards for each player who was ever
    checked in, dropped or not. `blocked` tables are not used.
    """
    active = Q(entries__dropped_in=None, entries__disqualified=False)
    rows = event.divisions.annotate(
        entered=Count("entries", filter=active), present=Count("entries__checked_in_at")
    ).order_by("position", "id")
    needs = [
        TableNeed(
            division.first_table, ((division.present if division.started_at else division.entered) + 1) // 2
        )
        for division in rows
    ]
    numbers = assign_table_numbers(needs, start=event.table_from, blocked=blocked)
    return {division.pk: tables for division, tables in zip(rows, numbers, strict=True)}


def table_ranges(event: Tournament) -> dict[int, tuple[int, int]]:
    """Return the first and last table of each division that needs tables, by its key.

    Makes one query, and one for `hooks.blocked_tables`.
    """
    blocked = {table for find_blocked in hooks.blocked_tables for table in find_blocked(event)}
    tables_by_division = division_tables(event, blocked=blocked)
    return {pk: (tables[0], tables[-1]) for pk, tables in tables_by_division.items() if tables}


@dataclass(frozen=True, slots=True)
class DivisionArrangement:
    """The current grouping of players into divisions, and TOM's proposal (M-031), as codes of divisions."""

    counts: dict[str, int]
    current: tuple[str, ...]
    proposed: tuple[str, ...]
    started: bool

    @property
    def differs(self) -> bool:
        """Whether the proposal would move any player."""
        return bool(self.proposed) and not set(self.proposed) <= set(self.current)

    @property
    def joins(self) -> bool:
        """Whether the proposal joins divisions that are now separate."""
        return self.differs and any(
            sum(set(PLAYS_IN[current]) < set(PLAYS_IN[proposed]) for current in self.current) > 1
            for proposed in self.proposed
        )


def division_arrangement(event: Tournament) -> DivisionArrangement:
    """Return the current grouping of an event's players, and TOM's proposal. Makes two queries."""
    divisions, counts = list(event.divisions.all()), player_counts_by_age(event)
    return DivisionArrangement(
        counts,
        tuple(division.age_division for division in divisions),
        ages.divisions_by_tom_rule(counts),
        any(division.started_at for division in divisions),
    )
