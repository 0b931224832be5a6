"""What is late in the hall and where, in a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from floor.engine.lateness import Delay, is_late
from floor.engine.table import NoShowLossDue
from floor.queries import empty_seats
from floor.queries.floor_board import Floor, TableNow, load_floor_tables
from floor.queries.queue import queue_entries
from floor.queries.queue.queue_sources import THERE, WAITING, QueueEntry
from floor.queries.sectors import SectorNow, SectorsNow, sectors_now
from pairings.models import Extension, Match, Round
from pairings.queries.reports import clock_page, clocks
from tournaments.models import Tournament
from tournaments.queries.schedule import ScheduleRow, schedule_of_event

KINDS = ("call", "dispute", "extension", "check")
"""Kinds of entries of the queue that can be late."""


@dataclass(frozen=True, slots=True)
class LateTable:
    """A table that is still playing after its time, which ended at `ended_at`."""

    table: TableNow
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class LateSector:
    """The late tables of a sector, the longest overdue first. `sector` is None for tables without one."""

    sector: SectorNow | None
    tables: tuple[LateTable, ...]


@dataclass(frozen=True, slots=True)
class LateSeat:
    """A seat that was marked empty at `since`, with the losses due for it (M-075)."""

    match: Match
    name: str
    since: datetime
    due: tuple[NoShowLossDue, ...]


@dataclass(frozen=True, slots=True)
class Late:
    """What is late, each most urgent first: see `Delay`.

    `on` are the newest rounds, `rounds` those that are posted. `checks` are deck checks and other stopwatches.
    `plan` are the rounds behind the schedule. `hall` has all sectors, and `idle` those without a table in play while
    others have some.
    """

    on: tuple[Round, ...]
    rounds: tuple[Round, ...]
    calls: tuple[QueueEntry, ...]
    disputes: tuple[QueueEntry, ...]
    seats: tuple[LateSeat, ...]
    sectors: tuple[LateSector, ...]
    checks: tuple[QueueEntry, ...]
    plan: tuple[ScheduleRow, ...]
    hall: SectorsNow
    idle: tuple[SectorNow, ...]

    def count_by_delay(self) -> dict[Delay, int]:
        """Count what is late of each kind, in the order of urgency."""
        return {
            Delay.CALL: len(self.calls),
            Delay.DISPUTE: len(self.disputes),
            Delay.SEAT: len(self.seats),
            Delay.TABLE: sum(len(sector.tables) for sector in self.sectors),
            Delay.CHECK: len(self.checks),
            Delay.ROUND: len(self.plan),
        }


def what_is_late(event: Tournament, now: datetime) -> Late:
    """Collect what is late in an event. A fixed number of queries for any number of players, tables and sectors."""
    floor, sectors = load_floor_tables(event, now), sectors_now(event)
    entries = queue_entries.queue_entries(event, now, kinds=KINDS)
    return Late(
        on=floor.on,
        rounds=floor.rounds,
        calls=tuple(_late_calls(entries, now)),
        disputes=tuple(_longest_first(entry for entry in entries if entry.kind == "dispute")),
        seats=tuple(_late_seats(event, now)),
        sectors=_late_sectors(_late_tables(floor, now), sectors),
        checks=tuple(_late_checks(entries, now)),
        plan=_rounds_behind(event, now),
        hall=sectors,
        idle=tuple(row for row in sectors.rows if floor.tables and not row.in_play),
    )


def _longest_first(entries: Iterable[QueueEntry]) -> list[QueueEntry]:
    return sorted(entries, key=lambda entry: (entry.since, entry.pk))


def _late_calls(entries: Iterable[QueueEntry], now: datetime) -> list[QueueEntry]:
    """Return the calls that have been unanswered for long, unclaimed ones first.

    A claimed call is late if its judge has been on the way for as long.
    """
    late_calls = [
        entry
        for entry in entries
        if entry.kind == "call"
        and entry.state != THERE
        and is_late(Delay.CALL, entry.since if entry.state == WAITING else entry.row.claimed_at, now)
    ]
    return sorted(late_calls, key=lambda entry: (entry.state != WAITING, entry.since, entry.pk))


def _late_checks(entries: list[QueueEntry], now: datetime) -> list[QueueEntry]:
    """Return the running deck checks, and the stopwatches for anything else, that take long."""
    stopwatches = (
        entry
        for entry in entries
        if entry.kind == "check"
        or (entry.kind == "extension" and entry.row.cause != Extension.Cause.DECK_CHECK)
    )
    return _longest_first(
        entry for entry in stopwatches if entry.state == THERE and is_late(Delay.CHECK, entry.since, now)
    )


def _late_seats(event: Tournament, now: datetime) -> list[LateSeat]:
    """Return the seats marked empty, those that cost the most first. Four queries."""
    seats = [
        LateSeat(table.match, seat.name, seat.since, table.due)
        for table in empty_seats.open_tables_with_seats(event, now)
        for seat in table.seats
        if seat.since is not None
    ]
    return sorted(
        seats,
        key=lambda seat: (-sum(due.is_due(now) for due in seat.due), seat.since, seat.match.table or 0),
    )


def _late_tables(floor: Floor, now: datetime) -> list[LateTable]:
    """Return the tables without a result after their time, longest first. At most one query.

    While a judge's stopwatch runs at a table, the time of its round counts.
    """
    round_ends = {
        round_.pk: clock.ends_at() for round_ in floor.rounds if (clock := clocks.clock_of_round(round_))
    }
    table_ends = {
        match: clock.ends_at()
        for match, clock in clock_page.extended_table_clocks(list(floor.rounds)).items()
    }
    late_tables = []
    for table in floor.tables:
        ends = table_ends.get(table.match) or round_ends.get(table.round)
        if table.is_open and ends is not None and ends <= now:
            late_tables.append(LateTable(table, ends))
    return sorted(late_tables, key=lambda late: (late.ended_at, late.table.table))


def _late_sectors(tables: Iterable[LateTable], sectors: SectorsNow) -> tuple[LateSector, ...]:
    """Group late tables by the first sector that includes each, in the order of their first table."""
    grouped: dict[int | None, list[LateTable]] = {}
    rows = {row.sector.pk: row for row in sectors.rows}
    for late in tables:
        own_sector = next(iter(sectors.of_table(late.table.table)), None)
        grouped.setdefault(own_sector.sector.pk if own_sector else None, []).append(late)
    return tuple(LateSector(rows.get(pk or 0), tuple(group)) for pk, group in grouped.items())


def _rounds_behind(event: Tournament, now: datetime) -> tuple[ScheduleRow, ...]:
    """Return the running rounds and the next one that are behind the schedule. One query."""
    rows = [row for row in schedule_of_event(event, now).rows if row.round_number is not None]
    behind = [
        row for row in rows if row.state == "running" and is_late(Delay.ROUND, row.planned_start, row.start)
    ]
    next_round = next((row for row in rows if row.state == "to_come"), None)
    if next_round is not None:
        # Before round 1, a check-in that staff did not end delays nothing: only the planned start counts.
        has_begun = any(row.state in ("running", "done") for row in rows)
        if is_late(Delay.ROUND, next_round.planned_start, next_round.start if has_begun else now):
            behind.append(next_round)
    return tuple(behind)
