"""Choice of decks to check: how many an event should check (R-035, R-038), and which are picked at random.

The seed is an argument: the same candidates and seed give the same picks, so "why me?" has an answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["random", "top", "cut", "suspicion"]
KINDS: tuple[Kind, ...] = ("random", "top", "cut", "suspicion")
Why = Literal["never_checked", "checked_before", "top_table", "cut", "suspicion"]

TARGET = 10
"""Percentage of decks recommended by R-035."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player whose deck could be checked.

    `order`: position of the table from the top, from 1; `table` None: at no table now. `checks`: how often the deck was
    checked during the event; `before`: whether it was before. `open`: a check waits or runs, so no other is picked.
    """

    entry: int
    division: int
    table: int | None = None
    order: int = 0
    checks: int = 0
    open: bool = False
    before: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One deck to check. `place` of `among`: the drawn position of its table, and the number of tables."""

    entry: int
    division: int
    table: int | None
    why: Why
    place: int = 0
    among: int = 0


def target(decks: int, percent: int = TARGET) -> int:
    """How many decks the event should check: `percent` of them, rounded up (R-038).

    >>> target(23)
    3
    """
    return -(-decks * percent // 100)


def missing(decks: int, done: int, percent: int = TARGET) -> int:
    """How many checks are still to be picked, with `done` decks checked or picked."""
    return max(0, target(decks, percent) - done)


def at_random(
    candidates: Sequence[Candidate], wanted: Mapping[int, int], *, seed: int, whole_tables: bool = False
) -> tuple[Pick, ...]:
    """`wanted` decks of each division, drawn table by table; fewer if there are no more.

    Decks checked during the event or waiting are skipped. Decks never checked come first, then those checked only
    before the event, since a deck may not change afterwards (R-032). Tables with two such decks come first, so that few
    matches are delayed. `whole_tables` takes both decks of the last table.
    """
    rng = Random(seed)
    picks: list[Pick] = []
    for division, number in sorted(wanted.items()):
        mine = [candidate for candidate in candidates if candidate.division == division]
        left = number
        for before, why in _TURNS:
            drawn = _tables(candidate for candidate in mine if candidate.before == before)
            rng.shuffle(drawn)
            drawn.sort(key=len, reverse=True)
            taken = list(_picks(drawn, left, rng, why, whole_tables=whole_tables))
            picks += taken
            left -= len(taken)
    return tuple(picks)


_TURNS: tuple[tuple[bool, Why], ...] = ((False, "never_checked"), (True, "checked_before"))


def _tables(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    """Decks not checked during the event, by table; each player without a table is a separate one."""
    tables: dict[tuple[int, int], list[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.entry):
        if not candidate.checks and not candidate.open:
            key = (candidate.table, 0) if candidate.table is not None else (0, candidate.entry)
            tables.setdefault(key, []).append(candidate)
    return list(tables.values())


def _picks(
    drawn: Sequence[list[Candidate]], number: int, rng: Random, why: Why, *, whole_tables: bool
) -> Iterable[Pick]:
    left = number
    for place, table in enumerate(drawn, start=1):
        if left <= 0:
            return
        fits = len(table) <= left or whole_tables
        for candidate in table if fits else rng.sample(table, left):
            yield Pick(candidate.entry, candidate.division, candidate.table, why, place, len(drawn))
            left -= 1


def top_tables(candidates: Iterable[Candidate], tables: int, *, again: bool = False) -> tuple[Pick, ...]:
    """Both decks of the first `tables` tables of each division; decks checked before only with `again`."""
    rows = [candidate for candidate in candidates if candidate.table is not None]
    picks: list[Pick] = []
    for division in sorted({candidate.division for candidate in rows}):
        mine = [candidate for candidate in rows if candidate.division == division]
        orders = sorted({candidate.order for candidate in mine})[:tables]
        for candidate in sorted(mine, key=lambda candidate: (candidate.order, candidate.entry)):
            if candidate.order in orders and _may(candidate, again=again):
                place = orders.index(candidate.order) + 1
                picks.append(
                    Pick(candidate.entry, division, candidate.table, "top_table", place, len(orders))
                )
    return tuple(picks)


def whole_cut(candidates: Iterable[Candidate], *, again: bool = True) -> tuple[Pick, ...]:
    """Everyone in the cut; decks checked before only with `again`."""
    rows = sorted(candidates, key=lambda candidate: (candidate.division, candidate.order, candidate.entry))
    return tuple(
        Pick(candidate.entry, candidate.division, candidate.table, "cut", among=len(rows))
        for candidate in rows
        if _may(candidate, again=again)
    )


def suspected(candidate: Candidate) -> Pick:
    """The deck a judge requests, regardless of earlier checks."""
    return Pick(candidate.entry, candidate.division, candidate.table, "suspicion")


def _may(candidate: Candidate, *, again: bool) -> bool:
    return not candidate.open and (again or not candidate.checks)
