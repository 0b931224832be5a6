"""What delays a round, for a printed sheet: tables without a result, empty seats, players not checked in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from core.engine.alphabet import sort_key
from floor.engine.table import Due
from floor.queries import empty_seats
from floor.queries.floor import Floor, TableNow, floor
from pairings.models import Round
from pairings.queries.reports import clock_page, clocks
from tournaments.models import Tournament

OVER_TIME = ("missing", "extraturns")


@dataclass(frozen=True, slots=True)
class TableRow:
    """An open table. `ends`: when its own time is over, in the event's time zone, None without a clock. `late`: it
    is over.
    """

    table: TableNow
    ends: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat marked empty `since`, and the penalties due for it (M-075)."""

    table: int | None
    name: str
    since: datetime
    due: tuple[Due, ...]


@dataclass(frozen=True, slots=True)
class OpenTables:
    """`tables`: those over time first, each part by number. `absent`: players not checked in, by last name."""

    rounds: tuple[Round, ...]
    tables: tuple[TableRow, ...]
    seats: tuple[EmptySeat, ...]
    absent: tuple[str, ...]


def open_tables(event: Tournament, now: datetime, *, round_: Round | None = None) -> OpenTables:
    """Everything open in the posted rounds of an event, or in one of them. A fixed number of queries."""
    zone = ZoneInfo(event.timezone)
    here = floor(event, now)
    rounds = tuple(one for one in here.rounds if round_ is None or one.pk == round_.pk)
    keys = {one.pk for one in rounds}
    ends = _ends(here, zone)
    rows = [_row(one, ends, now) for one in here.tables if one.state != "done" and one.round in keys]
    return OpenTables(
        rounds=rounds,
        tables=tuple(sorted(rows, key=lambda row: (not row.late, row.table.table))),
        seats=tuple(_seats(event, now, zone, keys)),
        absent=_absent(event, round_.division_id if round_ else None),
    )


def _row(table: TableNow, ends: dict[int, datetime], now: datetime) -> TableRow:
    at = ends.get(table.match) or ends.get(-table.round)
    return TableRow(table, at, late=table.state in OVER_TIME or (at is not None and at <= now))


def _ends(here: Floor, zone: ZoneInfo) -> dict[int, datetime]:
    """Ends by match for tables with their own time, by negative round key for all others."""
    found = {}
    for round_ in here.rounds:
        clock = clocks.clock(round_)
        if clock is not None and (at := clock.ends_at()):
            found[-round_.pk] = at.astimezone(zone)
    for match, table in clock_page.of_tables(list(here.rounds)).items():
        if at := table.ends_at():
            found[match] = at.astimezone(zone)
    return found


def _seats(event: Tournament, now: datetime, zone: ZoneInfo, rounds: Collection[int]) -> Sequence[EmptySeat]:
    return [
        EmptySeat(one.match.table, seat.name, seat.since.astimezone(zone), one.due)
        for one in empty_seats.open_tables(event, now)
        if one.match.round_id in rounds
        for seat in one.seats
        if seat.since
    ]


def _absent(event: Tournament, division: int | None) -> tuple[str, ...]:
    rows = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if division is not None:
        rows = rows.filter(division=division)
    rows = rows.select_related("player")
    return tuple(row.sort_name for row in sorted(rows, key=lambda row: sort_key(row.sort_name)))
