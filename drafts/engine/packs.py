"""Boosters of a Limited event: how many are needed, from which expansion, and whose they are (R-054, R-093)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from decks.engine.faults import DeckFault
from decks.engine.legality.context import Problem
from drafts.engine.refusals import DraftRefusal

TOGETHER = 2
"""Packs opened together in Rochester (R-093)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card in a pack. `number` distinguishes copies and says nothing about the card."""

    number: int
    name: str
    pack: int


Pack = tuple[Card, ...]


def opened(packs: Sequence[Sequence[str]]) -> tuple[Pack, ...]:
    """Packs as cards, numbered consecutively from 0 in the given order; packs from 0 too."""
    packs_: list[Pack] = []
    number = 0
    for index, names in enumerate(packs):
        packs_.append(tuple(Card(number + at, name, index) for at, name in enumerate(names)))
        number += len(names)
    return tuple(packs_)


def shares(packs: Sequence[Pack], seats: int) -> tuple[tuple[Pack, ...], ...]:
    """The packs of each seat, ordered by seat, the same number for each.

    ValueError if they cannot be divided evenly.
    """
    each, left = divmod(len(packs), seats)
    if left or not each:
        raise ValueError(f"{len(packs)} packs for {seats} seats")
    return tuple(tuple(packs[seat * each : (seat + 1) * each]) for seat in range(seats))


def check_expansions(boosters: Sequence[str], *, override: bool = False) -> tuple[Problem, ...]:
    """Check that all packs are of one expansion (R-054); a judge may override with a reason."""
    counted = Counter(boosters)
    if len(counted) < 2:
        return ()
    most = counted.most_common(1)[0][0]
    facts = {"expansions": tuple(counted), "most": most}
    return (Problem(DeckFault.POOL_MIXED_EXPANSIONS, "warning" if override else "error", (), "R-054", facts),)


def check_even(packs_each: int) -> tuple[Problem, ...]:
    """Check that each player has an even number of packs, as Rochester opens two at a time (R-093)."""
    if packs_each % TOGETHER == 0 and packs_each > 0:
        return ()
    facts = {
        "packs_each": packs_each,
        "less": packs_each - 1,
        "more": packs_each + packs_each % TOGETHER or 2,
    }
    return (Problem(DraftRefusal.ODD_PACKS_FOR_ROCHESTER, "error", (), "R-093", facts),)
