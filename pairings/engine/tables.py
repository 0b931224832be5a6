"""Assign a table number to each match."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal


@dataclass(frozen=True)
class Numbering:
    """Table numbers of a round.

    tables: one number per pair, in the order of the pairs.
    unmet: (entry, table) of each fixed table that could not be assigned, because another division or an earlier
    pair uses it, or because the opponent has a fixed table as well.
    """

    tables: tuple[int, ...]
    unmet: tuple[tuple[int, int], ...] = ()


def number_tables(
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
    first, last: inclusive range of numbers; no end if `last` is None.
    blocked: numbers to skip.
    taken: numbers used by another division.
    fixed: permanent table by entry, even outside the range or blocked.
    reserved: free numbers of other divisions, used only if no other numbers up to `last` remain.
    lowest: numbers from `lowest` to `first` are used before reserved ones.
    Refused: NOT_ENOUGH_TABLES (needed, have), numbers that do not include fixed tables.
    """
    fixed_by_position, unmet = _fixed_tables(pairs, fixed or {}, frozenset(taken))
    unavailable = frozenset(blocked) | frozenset(taken) | frozenset(fixed_by_position.values())
    needed = len(pairs) - len(fixed_by_position)
    lowest = first if lowest is None else lowest
    if last is not None:
        have = sum(table not in unavailable for table in range(lowest, last + 1))
        if have < needed:
            raise Refused(PairingRefusal.NOT_ENOUGH_TABLES, needed=needed, have=have)
    # Prefer numbers from `first` on, then the numbers before it, then reserved numbers.
    reserved = frozenset(reserved)
    upward = count(first) if last is None else range(first, last + 1)
    available_tables = [table for table in range(lowest, (last or 0) + 1) if table not in unavailable]
    free_tables = chain(
        (table for table in upward if table not in unavailable and table not in reserved),
        (table for table in available_tables if table < first and table not in reserved),
        (table for table in available_tables if table in reserved),
    )
    tables = tuple(
        fixed_by_position[position] if position in fixed_by_position else next(free_tables)
        for position in range(len(pairs))
    )
    return Numbering(tables, tuple(unmet))


def renumber_tables(
    pairs: Sequence[tuple[int, int]],
    *,
    freed: Collection[int],
    taken: Collection[int] = (),
    fixed: Mapping[int, int] | None = None,
) -> Numbering:
    """Renumber some pairs of a round: fixed tables first, all others at the tables `freed`.

    freed: at least one number per pair, used in ascending order.
    taken: numbers used by other pairs of the round and by other divisions.
    fixed: permanent table by entry.
    """
    fixed_by_position, unmet = _fixed_tables(pairs, fixed or {}, frozenset(taken) - frozenset(freed))
    free_tables = iter(sorted(set(freed) - set(fixed_by_position.values())))
    tables = tuple(
        fixed_by_position[position] if position in fixed_by_position else next(free_tables)
        for position in range(len(pairs))
    )
    return Numbering(tables, tuple(unmet))


def _fixed_tables(
    pairs: Sequence[tuple[int, int]], fixed: Mapping[int, int], taken: frozenset[int]
) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Return the fixed tables by position of the pair, and the fixed tables that cannot be assigned."""
    table_by_position: dict[int, int] = {}
    unmet: list[tuple[int, int]] = []
    for position, pair in enumerate(pairs):
        for entry in pair:
            table = fixed.get(entry)
            if table is None or table_by_position.get(position) == table:
                continue
            if position in table_by_position or table in taken or table in table_by_position.values():
                unmet.append((entry, table))
            else:
                table_by_position[position] = table
    return table_by_position, unmet
