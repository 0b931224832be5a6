"""Check the boosters of a Limited event: one expansion, and an even number in Rochester (R-054, R-093)."""

from collections import Counter
from collections.abc import Sequence

from decks.engine.faults import DeckFault
from decks.engine.legality.context import Problem
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
