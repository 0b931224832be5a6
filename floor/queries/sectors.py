"""Sectors with their current tables: a sector of a division moves with the tables of that division."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from floor.engine.sectors import TableRange, uncovered_ranges
from floor.models import Sector
from floor.queries.division_tables import first_table_by_division, tables_in_play
from tournaments.models import StaffMember, Tournament, User
from tournaments.queries.divisions import table_ranges


@dataclass(frozen=True, slots=True)
class SectorNow:
    """A sector with its current tables and its judges.

    `in_play` are the tables of posted rounds in it, in order; `judges` are members of staff with their accounts.
    """

    sector: Sector
    tables: TableRange
    in_play: tuple[int, ...]
    judges: tuple[StaffMember, ...]

    @property
    def judge_names(self) -> str:
        return ", ".join(str(judge.user) for judge in self.judges)


@dataclass(frozen=True, slots=True)
class SectorsNow:
    """All sectors by their current tables. `uncovered` are the tables in play that no sector includes."""

    rows: tuple[SectorNow, ...]
    uncovered: tuple[TableRange, ...]

    def of_table(self, table: int | None) -> tuple[SectorNow, ...]:
        """Return the sectors that include a table."""
        return tuple(row for row in self.rows if table is not None and row.tables.includes(table))

    def of_user(self, user: User) -> list[SectorNow]:
        """Return the sectors that this judge is responsible for."""
        return [row for row in self.rows if any(judge.user_id == user.pk for judge in row.judges)]


def sectors_now(event: Tournament) -> SectorsNow:
    """Load the sectors of an event with their current tables. At most seven queries, three without sectors."""
    sectors = Sector.objects.filter(tournament=event).order_by("table_from", "pk")
    rows = list(sectors.select_related("division").prefetch_related("judges__user"))
    in_play = tables_in_play(event)
    starts = first_table_by_division(event, in_play) if any(row.division_id for row in rows) else {}
    all_tables = sorted({table for tables in in_play.values() for table in tables})
    current = []
    for row in rows:
        tables = current_range(row, starts)
        within = tuple(table for table in all_tables if tables.includes(table))
        current.append(SectorNow(row, tables, within, tuple(row.judges.all())))
    current.sort(key=lambda sector: (sector.tables, sector.sector.pk))
    return SectorsNow(
        tuple(current), uncovered_ranges(all_tables, [sector.tables for sector in current]) if current else ()
    )


def current_range(sector: Sector, starts: Mapping[int, int]) -> TableRange:
    """Return the current tables of a sector. `starts` has the first table of each division, by its key."""
    saved = TableRange(sector.table_from, sector.table_to)
    start = starts.get(sector.division_id or 0)
    if start is None or sector.division_start is None:
        return saved
    return saved.moved(start - sector.division_start)


def division_of_range(event: Tournament, tables: TableRange) -> int | None:
    """Return the key of the division that a range of tables belongs to.

    That is the division at its first table, unless another one plays at its last table: part of a hall does not move
    with a division. Tables of rounds in play count, or else the tables that a division needs. Three queries.
    """
    in_play, ranges = tables_in_play(event), table_ranges(event)

    def division_at(table: int) -> int | None:
        playing = (pk for pk, numbers in in_play.items() if table in numbers)
        planned = (pk for pk, (first, last) in ranges.items() if first <= table <= last)
        return next(playing, None) or next(planned, None)

    division = division_at(tables.first)
    return division if division_at(tables.last) in (None, division) else None


def judges_of_table(event: Tournament, table: int) -> list[StaffMember]:
    """Return the judges of the sectors that include a table. As many queries as `sectors_now`."""
    return [judge for sector in sectors_now(event).of_table(table) for judge in sector.judges]


def is_table_in_sectors(table: int, sectors: Iterable[SectorNow]) -> bool:
    """Return whether a table is in one of these sectors."""
    return any(sector.tables.includes(table) for sector in sectors)
