"""Choose the decks to check: how many an event should check (R-035, R-038), and which.

The same candidates and seed give the same picks, so that a player who asks "why me?" gets an answer.
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

    `order`: position of the table from the top, from 1; `table`: None while the player is not at one. `checks`: how
    often the deck was checked during the event; `before`: whether it was checked before the event. `open`: a check of
    it is waiting or running, so that no other is picked.
    """

    entry: int
    division: int
    table: int | None = None
    order: int = 0
    checks: int = 0
    open: bool = False
    before: bool = False

    def can_be_picked(self, *, again: bool) -> bool:
        """Return whether no check is open and, unless `again`, none was made during the event."""
        return not self.open and (again or not self.checks)


@dataclass(frozen=True, slots=True)
class Pick:
    """A deck to check. `place` of `among`: the drawn position of its table, and the number of tables."""

    entry: int
    division: int
    table: int | None
    why: Why
    place: int = 0
    among: int = 0


def target_of(decks: int, percent: int = TARGET) -> int:
    """Return how many decks the event should check: `percent` of them, rounded up (R-038).

    >>> target_of(23)
    3
    """
    return -(-decks * percent // 100)


def missing_checks(decks: int, done: int, percent: int = TARGET) -> int:
    """Return how many more decks to pick when `done` decks are checked or picked already."""
    return max(0, target_of(decks, percent) - done)


def pick_at_random(
    candidates: Sequence[Candidate],
    number_by_division: Mapping[int, int],
    *,
    seed: int,
    whole_tables: bool = False,
) -> tuple[Pick, ...]:
    """Pick decks of each division, as many as `number_by_division` says or as there are, drawn table by table.

    Decks that were checked during the event or are waiting for a check are skipped. Decks never checked come first,
    then those checked only before the event, since a deck may not change afterwards (R-032). Tables with two such decks
    come first, so that few matches are delayed. `whole_tables` takes both decks of the last table.
    """
    random = Random(seed)
    picks: list[Pick] = []
    for division, deck_count in sorted(number_by_division.items()):
        remaining = deck_count
        for is_checked_before, why in _DRAWS:
            tables: dict[tuple[int, int], list[Candidate]] = {}
            for candidate in sorted(candidates, key=lambda candidate: candidate.entry):
                is_in_draw = candidate.division == division and candidate.before == is_checked_before
                if is_in_draw and candidate.can_be_picked(again=False):
                    # A player without a table is drawn as if alone at a table.
                    key = (candidate.table, 0) if candidate.table is not None else (0, candidate.entry)
                    tables.setdefault(key, []).append(candidate)
            shuffled = list(tables.values())
            random.shuffle(shuffled)
            shuffled.sort(key=len, reverse=True)
            for place, table in enumerate(shuffled, start=1):
                if remaining <= 0:
                    break
                is_whole_table = len(table) <= remaining or whole_tables
                decks = table if is_whole_table else random.sample(table, remaining)
                picks += [Pick(deck.entry, division, deck.table, why, place, len(shuffled)) for deck in decks]
                remaining -= len(decks)
    return tuple(picks)


_DRAWS: tuple[tuple[bool, Why], ...] = ((False, "never_checked"), (True, "checked_before"))
"""The draws, in order: whether from decks checked before the event, and why their picks are made."""


def pick_top_tables(candidates: Iterable[Candidate], tables: int, *, again: bool = False) -> tuple[Pick, ...]:
    """Pick both decks of the first `tables` tables of each division. Decks checked before count only with `again`."""
    seated = [candidate for candidate in candidates if candidate.table is not None]
    picks: list[Pick] = []
    for division in sorted({candidate.division for candidate in seated}):
        in_division = [candidate for candidate in seated if candidate.division == division]
        table_orders = sorted({candidate.order for candidate in in_division})[:tables]
        for candidate in sorted(in_division, key=lambda candidate: (candidate.order, candidate.entry)):
            if candidate.order in table_orders and candidate.can_be_picked(again=again):
                place = table_orders.index(candidate.order) + 1
                picks.append(
                    Pick(candidate.entry, division, candidate.table, "top_table", place, len(table_orders))
                )
    return tuple(picks)


def pick_whole_cut(candidates: Iterable[Candidate], *, again: bool = True) -> tuple[Pick, ...]:
    """Pick everyone in the cut. Decks checked before count only with `again`."""
    ordered = sorted(candidates, key=lambda candidate: (candidate.division, candidate.order, candidate.entry))
    return tuple(
        Pick(candidate.entry, candidate.division, candidate.table, "cut", among=len(ordered))
        for candidate in ordered
        if candidate.can_be_picked(again=again)
    )


def pick_suspected(candidate: Candidate) -> Pick:
    """Pick the deck that a judge requests, regardless of earlier checks."""
    return Pick(candidate.entry, candidate.division, candidate.table, "suspicion")
