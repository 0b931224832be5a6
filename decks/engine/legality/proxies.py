"""Marked cards and proxies (R-014 to R-018, R-037, S11)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem

HEAD_JUDGE = frozenset({"judge", "head_judge"})
"""Makers of a proxy who count as the head judge, including an unspecified "judge"."""

OTHER_JUDGES = frozenset({"floor_judge", "assistant_judge", "any_judge"})


def check_marked_cards(checking: LegalityCheck) -> Iterator[Problem]:
    """Report cards that are written on or autographed (R-018)."""
    for entry in checking.entries:
        if entry.line.autographed:
            yield Problem(DeckFault.MARKED_CARD, "error", (entry.number,), "R-018", {"card": entry.name})


def check_proxies(checking: LegalityCheck) -> Iterator[Problem]:
    """Report proxies that no authorized judge made (R-015, R-016), or that lack their original (R-037).

    The head judge is authorized and, if S11 says so, any other judge.
    """
    makers = HEAD_JUDGE | OTHER_JUDGES if checking.context.choice("S11") == "any_judge" else HEAD_JUDGE
    for entry in checking.entries:
        maker = entry.line.proxy.strip().casefold().replace("-", "_").replace(" ", "_")
        lines, facts = (entry.number,), {"card": entry.name}
        if maker and maker not in makers:
            setting = "S11" if maker in OTHER_JUDGES else None
            yield Problem(DeckFault.PROXY_NOT_AUTHORIZED, "error", lines, "R-015", facts, setting)
        elif maker and not entry.line.original_kept:
            yield Problem(DeckFault.PROXY_REFERENCE_MISSING, "error", lines, "R-037", facts)
