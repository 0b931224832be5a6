"""Packs of a draft: numbered, divided among the seats, and checked (R-054, R-093)."""

from collections import Counter
from collections.abc import Sequence

from core.engine.refused import Refused
from decks.engine.faults import DeckFault
from decks.engine.legality.context import Problem
from drafts.engine.moves import Card, Pack
from drafts.engine.refusals import DraftRefusal

TOGETHER = 2
"""Packs opened together in Rochester (R-093)."""


def check_pack_expansions(boosters: Sequence[str], *, override: bool = False) -> tuple[Problem, ...]:
    """Check that all packs are of one expansion (R-054), which a judge may override with a reason."""
    counts = Counter(boosters)
    if len(counts) < 2:
        return ()
    most_common = counts.most_common(1)[0][0]
    facts = {"expansions": tuple(counts), "most": most_common}
    return (Problem(DeckFault.POOL_MIXED_EXPANSIONS, "warning" if override else "error", (), "R-054", facts),)


def check_even_pack_count(packs_each: int) -> tuple[Problem, ...]:
    """Check that each player has an even number of packs, as Rochester opens two at a time (R-093)."""
    if packs_each % TOGETHER == 0 and packs_each > 0:
        return ()
    facts = {
        "packs_each": packs_each,
        "less": packs_each - 1,
        # The next even number, or 2 for no packs.
        "more": packs_each + packs_each % TOGETHER or 2,
    }
    return (Problem(DraftRefusal.ODD_PACKS_FOR_ROCHESTER, "error", (), "R-093", facts),)


def numbered_packs(packs: Sequence[Sequence[str]]) -> tuple[Pack, ...]:
    """Build packs from card names. Cards and packs are numbered consecutively from 0."""
    packs_of_cards: list[Pack] = []
    number = 0
    for index, names in enumerate(packs):
        packs_of_cards.append(tuple(Card(number + offset, name, index) for offset, name in enumerate(names)))
        number += len(names)
    return tuple(packs_of_cards)


def packs_by_seat(packs: Sequence[Pack], seats: int) -> tuple[tuple[Pack, ...], ...]:
    """Divide packs among the seats in order, the same number for each seat.

    Raises ValueError if they cannot be divided evenly.
    """
    packs_each, remainder = divmod(len(packs), seats)
    if remainder or not packs_each:
        raise ValueError(f"{len(packs)} packs for {seats} seats")
    return tuple(tuple(packs[seat * packs_each : (seat + 1) * packs_each]) for seat in range(seats))


def require_equal_packs_per_seat(seats: int, packs: Sequence[Sequence[str]]) -> None:
    """Require the same number of packs for each seat, none of them empty. Refused: PACKS_NOT_EVEN."""
    if not packs or len(packs) % seats or not all(packs):
        raise Refused(DraftRefusal.PACKS_NOT_EVEN, packs=len(packs), seats=seats)
