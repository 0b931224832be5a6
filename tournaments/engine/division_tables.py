"""Assign table numbers to divisions without overlaps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count, islice


@dataclass(frozen=True, slots=True)
class TableNeed:
    """The tables that a division needs.

    `tables` is their number, and `first` the first table, or None to follow the previous division.
    """

    first: int | None
    tables: int


def assign_table_numbers(
    needs: Sequence[TableNeed], *, start: int = 1, blocked: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the table numbers of each division, in the order of the needs, without overlaps.

    A division with a first table gets the free numbers from there up to the first table of another division,
    even if they are too few. The other divisions get, in order, the next gap from `start` on that is large
    enough. `blocked` numbers are not used.
    """
    tables_by_position: dict[int, tuple[int, ...]] = {}
    first_tables = sorted(
        (need.first, position) for position, need in enumerate(needs) if need.first is not None
    )
    for first, position in first_tables:
        next_first = min(
            (other_first for other_first, _ in first_tables if other_first > first), default=None
        )
        used = {table for tables in tables_by_position.values() for table in tables} | set(blocked)
        candidates = count(first) if next_first is None else range(first, next_first)
        free_tables = (table for table in candidates if table not in used)
        tables_by_position[position] = tuple(islice(free_tables, needs[position].tables))
    assigned = {table for tables in tables_by_position.values() for table in tables}
    for position, need in enumerate(needs):
        if need.first is None:
            # Take the first numbers without another division's table between them.
            gap: list[int] = []
            for table in count(start):
                if len(gap) == need.tables:
                    break
                if table in assigned:
                    gap = []
                elif table not in blocked:
                    gap.append(table)
            tables_by_position[position] = tuple(gap)
            start = max((start - 1, *gap)) + 1
    return tuple(tables_by_position[position] for position in range(len(needs)))
