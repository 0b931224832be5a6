"""What delays a round, for a printed sheet: tables without a result, empty seats, players not checked in."""

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
    rounds = tuple(posted for posted in here.rounds if round_ is None or posted.pk == round_.pk)
    keys = {posted.pk for posted in rounds}
    ends = _ends(here, zone)
    rows = []
    for table in here.tables:
        if table.state != "done" and table.round in keys:
            at = ends.get(table.match) or ends.get(-table.round)
            late = table.state in OVER_TIME or (at is not None and at <= now)
            rows.append(TableRow(table, at, late))
    seats = [
        EmptySeat(table.match.table, seat.name, seat.since.astimezone(zone), table.due)
        for table in empty_seats.open_tables(event, now)
        if table.match.round_id in keys
        for seat in table.seats
        if seat.since
    ]
    absent = event.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if round_ is not None:
        absent = absent.filter(division=round_.division_id)
    names = sorted((entry.sort_name for entry in absent.select_related("player")), key=sort_key)
    return OpenTables(
        rounds=rounds,
        tables=tuple(sorted(rows, key=lambda row: (not row.late, row.table.table))),
        seats=tuple(seats),
        absent=tuple(names),
    )


def _ends(here: Floor, zone: ZoneInfo) -> dict[int, datetime]:
    """Ends by match for tables with their own time, by negative round key for all others."""
    ends = {}
    for round_ in here.rounds:
        clock = clocks.clock(round_)
        if clock is not None and (at := clock.ends_at()):
            ends[-round_.pk] = at.astimezone(zone)
    for match, table in clock_page.of_tables(list(here.rounds)).items():
        if at := table.ends_at():
            ends[match] = at.astimezone(zone)
    return ends
