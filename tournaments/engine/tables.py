"""The tables of each division, without overlaps."""

from collections.abc import Collection, Iterator, Sequence
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
    given: dict[int, tuple[int, ...]] = {}
    named = sorted((need.first, spot) for spot, need in enumerate(needs) if need.first is not None)
    for first, spot in named:
        after = min((other for other, _ in named if other > first), default=None)
        held = {table for tables in given.values() for table in tables} | set(blocked)
        free = _free(first, after, held)
        given[spot] = tuple(islice(free, needs[spot].tables))
    fixed = {table for tables in given.values() for table in tables}
    for spot, need in enumerate(needs):
        if need.first is None:
            given[spot] = _gap(start, need.tables, fixed, blocked)
            start = max((start - 1, *given[spot])) + 1
    return tuple(given[spot] for spot in range(len(needs)))


def _free(first: int, after: int | None, held: Collection[int]) -> Iterator[int]:
    numbers = count(first) if after is None else range(first, after)
    return (table for table in numbers if table not in held)


def _gap(start: int, tables: int, fixed: Collection[int], blocked: Collection[int]) -> tuple[int, ...]:
    """The first `tables` numbers from `start` on with none of another division between them."""
    found: list[int] = []
    for table in count(start):
        if len(found) == tables:
            break
        if table in fixed:
            found = []
        elif table not in blocked:
            found.append(table)
    return tuple(found)


def as_range(tables: Sequence[int]) -> tuple[int, int] | None:
    """The first and last of some numbers; None for none."""
    return (tables[0], tables[-1]) if tables else None
