"""Choose which decks to check, and how many an event should check (R-035, R-038).

The same candidates and seed give the same picks, so that staff can explain to players why they were picked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["random", "top", "cut", "suspicion"]
KINDS: tuple[Kind, ...] = ("random", "top", "cut", "suspicion")
Why = Literal["never_checked", "checked_before", "top_table", "cut", "suspicion"]

TARGET_PERCENT = 10
"""Percentage of decks recommended by R-035."""


@dataclass(frozen=True, slots=True)
class CheckCandidate:
    """A player whose deck could be checked.

    - `order`: position of the table from the top, counted from 1.
    - `table`: None while the player has no table.
    - `checks`: how often the deck was checked during the event.
    - `before`: whether it was checked before the event.
    - `open`: whether a check of the deck is waiting or running, so that it cannot be picked.
    """

    entry: int
    division: int
    table: int | None = None
    order: int = 0
    checks: int = 0
    open: bool = False
    before: bool = False

    def can_be_picked(self, *, again: bool) -> bool:
        """Return whether the deck has no open check and, unless `again`, was not checked during the event."""
        return not self.open and (again or not self.checks)


@dataclass(frozen=True, slots=True)
class Pick:
    """A deck to check.

    - `place`: position of its table in the random order or from the top; 0 if tables do not matter.
    - `among`: number of tables in that order; for the cut, number of candidates; otherwise 0.
    """

    entry: int
    division: int
    table: int | None
    why: Why
    place: int = 0
    among: int = 0


def count_decks_to_check(decks: int, percent: int = TARGET_PERCENT) -> int:
    """Return how many decks the event should check: `percent` of them, rounded up (R-038).

    >>> count_decks_to_check(23)
    3
    """
    return -(-decks * percent // 100)


def count_missing_checks(decks: int, done: int, percent: int = TARGET_PERCENT) -> int:
    """Return how many more decks to pick, if `done` decks are already checked or picked."""
    return max(0, count_decks_to_check(decks, percent) - done)


def pick_decks_at_random(
    candidates: Sequence[CheckCandidate],
    number_by_division: Mapping[int, int],
    *,
    seed: int,
    whole_tables: bool = False,
) -> tuple[Pick, ...]:
    """Pick decks at random, table by table: at most `number_by_division` of each division.

    Decks that were checked during the event, or are picked already, are skipped. Unchecked decks are picked
    first, then decks that were checked only before the event, since a deck may not change afterwards (R-032).
    Tables with two such decks are picked first, so that few matches are delayed. `whole_tables` takes both decks
    of the last table, even if this exceeds the number.
    """
    random = Random(seed)
    picks: list[Pick] = []
    for division, deck_count in sorted(number_by_division.items()):
        remaining = deck_count
        for is_checked_before, why in _DRAWS:
            tables: dict[tuple[int, int], list[CheckCandidate]] = {}
            for candidate in sorted(candidates, key=lambda candidate: candidate.entry):
                is_in_draw = candidate.division == division and candidate.before == is_checked_before
                if is_in_draw and candidate.can_be_picked(again=False):
                    # A player without a table is drawn like a table with one player.
                    key = (candidate.table, 0) if candidate.table is not None else (0, candidate.entry)
                    tables.setdefault(key, []).append(candidate)
            shuffled = list(tables.values())
            random.shuffle(shuffled)
            # Sorting is stable, so tables with equally many decks remain in random order.
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
"""The draws in order: whether they are from decks checked before the event, and the reason stored with their picks."""


def pick_top_tables(
    candidates: Iterable[CheckCandidate], tables: int, *, again: bool = False
) -> tuple[Pick, ...]:
    """Pick both decks of the first `tables` tables of each division.

    With `again`, include decks that were already checked during the event.
    """
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


def pick_whole_cut(candidates: Iterable[CheckCandidate], *, again: bool = True) -> tuple[Pick, ...]:
    """Pick the decks of all players in the cut, who are the `candidates`.

    Unless `again`, decks already checked during the event are left out.
    """
    ordered = sorted(candidates, key=lambda candidate: (candidate.division, candidate.order, candidate.entry))
    return tuple(
        Pick(candidate.entry, candidate.division, candidate.table, "cut", among=len(ordered))
        for candidate in ordered
        if candidate.can_be_picked(again=again)
    )


def pick_suspected(candidate: CheckCandidate) -> Pick:
    """Pick the deck that a judge requested, regardless of earlier checks."""
    return Pick(candidate.entry, candidate.division, candidate.table, "suspicion")
