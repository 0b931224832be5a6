"""Causes of delay in a round, for a printed sheet: tables without a result, empty seats, players not checked in."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from core.engine.alphabet import name_sort_key
from floor.engine.table import NoShowLossDue
from floor.queries import empty_seats
from floor.queries.floor_board import TableNow, load_floor_tables
from pairings.models import Round
from pairings.queries.reports import clock_page, clocks
from tournaments.models import Tournament

OVER_TIME = ("missing", "extraturns")


@dataclass(frozen=True, slots=True)
class TableRow:
    """An open table.

    `ends` is the end of the table's time in the event's time zone, or None without a clock. `late` is true once that
    time has passed.
    """

    table: TableNow
    ends: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat that was marked empty at `since`, with the penalties due for it (M-075)."""

    table: int | None
    name: str
    since: datetime
    due: tuple[NoShowLossDue, ...]


@dataclass(frozen=True, slots=True)
class OpenTables:
    """Open tables by number, overdue tables first; empty seats; and players who have not checked in, by last name."""

    rounds: tuple[Round, ...]
    tables: tuple[TableRow, ...]
    seats: tuple[EmptySeat, ...]
    absent: tuple[str, ...]


def open_tables(event: Tournament, now: datetime, *, round_: Round | None = None) -> OpenTables:
    """Collect the open tables, empty seats and absent players of an event's posted rounds.

    With `round_`, only those of this round and its division. A fixed number of queries.
    """
    zone = ZoneInfo(event.timezone)
    now_on_floor = load_floor_tables(event, now)
    rounds = tuple(posted for posted in now_on_floor.rounds if round_ is None or posted.pk == round_.pk)
    keys = {posted.pk for posted in rounds}
    round_ends, table_ends = {}, {}
    for posted in now_on_floor.rounds:
        clock = clocks.clock_of_round(posted)
        if clock is not None and (end := clock.ends_at()):
            round_ends[posted.pk] = end.astimezone(zone)
    for match, table_clock in clock_page.extended_table_clocks(list(now_on_floor.rounds)).items():
        if end := table_clock.ends_at():
            table_ends[match] = end.astimezone(zone)
    rows = []
    for table in now_on_floor.tables:
        if table.state != "done" and table.round in keys:
            ends = table_ends.get(table.match) or round_ends.get(table.round)
            is_late = table.state in OVER_TIME or (ends is not None and ends <= now)
            rows.append(TableRow(table, ends, is_late))
    seats = [
        EmptySeat(table.match.table, seat.name, seat.since.astimezone(zone), table.due)
        for table in empty_seats.open_tables_with_seats(event, now)
        if table.match.round_id in keys
        for seat in table.seats
        if seat.since
    ]
    absent = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if round_ is not None:
        absent = absent.filter(division=round_.division_id)
    names = sorted((entry.sort_name for entry in absent.select_related("player")), key=name_sort_key)
    return OpenTables(
        rounds=rounds,
        tables=tuple(sorted(rows, key=lambda row: (not row.late, row.table.table))),
        seats=tuple(seats),
        absent=tuple(names),
    )
