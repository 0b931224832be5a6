"""Ranges of tables that move with the tables of a division."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class TableRange:
    """A range of tables, both ends included."""

    first: int
    last: int

    def includes(self, table: int) -> bool:
        return self.first <= table <= self.last

    def moved(self, by: int) -> "TableRange":
        """Return the range `by` tables further. It never begins before table 1."""
        first = max(1, self.first + by)
        return TableRange(first, max(first, self.last + by))


def first_table_in_use(
    planned: int | None, in_play: Collection[int], *, last_of_hall: int | None = None
) -> int | None:
    """Return the first table of a division: the lowest table of its round in play, or else the planned one.

    Once a round uses the last table of the hall, it may go on at lower tables. Then the planned first table counts
    if it is in play. Return None for a division without tables.
    """
    if not in_play or (planned in in_play and last_of_hall in in_play):
        return planned
    return min(in_play)


def uncovered_ranges(tables: Iterable[int], covered: Collection[TableRange]) -> tuple[TableRange, ...]:
    """Return the tables that are in no range, with neighbors joined. Tables that do not exist join no neighbors."""
    ranges: list[TableRange] = []
    follows = False
    for table in sorted(set(tables)):
        if any(table_range.includes(table) for table_range in covered):
            follows = False
        elif follows:
            ranges[-1] = TableRange(ranges[-1].first, table)
        else:
            ranges.append(TableRange(table, table))
            follows = True
    return tuple(ranges)
