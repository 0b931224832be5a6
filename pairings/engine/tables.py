"""The table number of each match."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal


@dataclass(frozen=True)
class Numbering:
    """Table numbers of a round.

    tables: one number for each pair, in the order of the pairs.
    unmet: (entry, table) of fixed tables that could not be assigned: another division or an earlier pair has it, or the
    opponent's own fixed table was used.
    """

    tables: tuple[int, ...]
    unmet: tuple[tuple[int, int], ...] = ()


def number(
    pairs: Sequence[tuple[int, int]],
    *,
    first: int = 1,
    last: int | None = None,
    blocked: Collection[int] = (),
    taken: Collection[int] = (),
    fixed: Mapping[int, int] | None = None,
    reserved: Collection[int] = (),
    lowest: int | None = None,
) -> Numbering:
    """Number the tables of a round, the first pair at the lowest table.

    pairs: entry ids, highest points first.
    first, last: the range, `last` included; None has no end.
    blocked: numbers left out of the count.
    taken: numbers used by another division.
    fixed: entry -> the table that entry always plays at, in the range or not, blocked or not.
    reserved: free numbers of other divisions, used where the hall has no others up to `last`; so are those from
    `lowest` to `first`.

    Raises Refused("NOT_ENOUGH_TABLES", needed=…, have=…) in tables without the fixed ones.
    """
    held, unmet = _fixed_tables(pairs, fixed or {}, frozenset(taken))
    closed = frozenset(blocked) | frozenset(taken) | frozenset(held.values())
    needed = len(pairs) - len(held)
    lowest = first if lowest is None else lowest
    if last is not None:
        have = sum(table not in closed for table in range(lowest, last + 1))
        if have < needed:
            raise Refused(PairingRefusal.NOT_ENOUGH_TABLES, needed=needed, have=have)
    free = _count(first, last, lowest, closed, frozenset(reserved))
    tables = tuple(held[spot] if spot in held else next(free) for spot in range(len(pairs)))
    return Numbering(tables, tuple(unmet))


def renumber(
    pairs: Sequence[tuple[int, int]],
    *,
    freed: Collection[int],
    taken: Collection[int] = (),
    fixed: Mapping[int, int] | None = None,
) -> Numbering:
    """Number some pairs of a round again: fixed tables first, the others at the tables `freed`.

    freed: at least as many as there are pairs, used from the lowest.
    taken: numbers of the rest of the round and of other divisions.
    """
    held, unmet = _fixed_tables(pairs, fixed or {}, frozenset(taken) - frozenset(freed))
    free = iter(sorted(set(freed) - set(held.values())))
    tables = tuple(held[spot] if spot in held else next(free) for spot in range(len(pairs)))
    return Numbering(tables, tuple(unmet))


def _fixed_tables(
    pairs: Sequence[tuple[int, int]], fixed: Mapping[int, int], taken: frozenset[int]
) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Table of each pair (by position) that has a fixed one, and the fixed tables that cannot be assigned."""
    held: dict[int, int] = {}
    unmet: list[tuple[int, int]] = []
    for spot, pair in enumerate(pairs):
        for entry in pair:
            table = fixed.get(entry)
            if table is None or held.get(spot) == table:
                continue
            if spot in held or table in taken or table in held.values():
                unmet.append((entry, table))
            else:
                held[spot] = table
    return held, unmet


def _count(
    first: int, last: int | None, lowest: int, closed: frozenset[int], reserved: frozenset[int]
) -> Iterator[int]:
    """The free numbers: from `first` on, then those before it, then those reserved for others."""
    upward = count(first) if last is None else range(first, last + 1)
    yield from (table for table in upward if table not in closed and table not in reserved)
    rest = [table for table in range(lowest, (last or 0) + 1) if table not in closed]
    yield from (table for table in rest if table < first and table not in reserved)
    yield from (table for table in rest if table in reserved)
