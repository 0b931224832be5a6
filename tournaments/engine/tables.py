"""The tables of each division, without overlaps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count, islice


@dataclass(frozen=True, slots=True)
class TableNeed:
    """A division's tables: the first one, None to follow the previous division; and how many."""

    first: int | None
    tables: int


def ranges(
    needs: Sequence[TableNeed], *, start: int = 1, blocked: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """The table numbers of each division, in the order of the needs, without overlaps.

    A division with a first table gets the numbers from there on, up to the next one that has a first table; the others
    fill the first gap from `start` that is large enough. `blocked`: numbers that are not used.
    """
    numbers_of: dict[int, tuple[int, ...]] = {}
    named = sorted((need.first, spot) for spot, need in enumerate(needs) if need.first is not None)
    for first, spot in named:
        after = min((other for other, _ in named if other > first), default=None)
        held = {table for tables in numbers_of.values() for table in tables} | set(blocked)
        numbers = count(first) if after is None else range(first, after)
        free = (table for table in numbers if table not in held)
        numbers_of[spot] = tuple(islice(free, needs[spot].tables))
    fixed = {table for tables in numbers_of.values() for table in tables}
    for spot, need in enumerate(needs):
        if need.first is None:
            numbers_of[spot] = _gap(start, need.tables, fixed, blocked)
            start = max((start - 1, *numbers_of[spot])) + 1
    return tuple(numbers_of[spot] for spot in range(len(needs)))


def _gap(start: int, tables: int, fixed: Collection[int], blocked: Collection[int]) -> tuple[int, ...]:
    """The first `tables` numbers from `start` on with none of another division between them."""
    gap: list[int] = []
    for table in count(start):
        if len(gap) == tables:
            break
        if table in fixed:
            gap = []
        elif table not in blocked:
            gap.append(table)
    return tuple(gap)


def as_range(tables: Sequence[int]) -> tuple[int, int] | None:
    """The first and last of some numbers; None for none."""
    return (tables[0], tables[-1]) if tables else None
