"""Physical cards: marked ones and proxies (R-014 to R-018, R-037, S11)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem

HEAD_JUDGE = frozenset({"judge", "head_judge"})
"""Makers of a proxy counted as the head judge; a plain "judge" is one."""

OTHER_JUDGES = frozenset({"floor_judge", "assistant_judge", "any_judge"})


def marked_cards(checking: Checking) -> Iterator[Problem]:
    """Report cards written on or autographed (R-018)."""
    for entry in checking.entries:
        if entry.line.autographed:
            yield Problem(DeckFault.MARKED_CARD, "error", (entry.number,), "R-018", {"card": entry.name})


def genuine_cards(checking: Checking) -> Iterator[Problem]:
    """Report proxies not made by a judge (R-015, R-016), or without the original card for reference (R-037)."""
    for entry in checking.entries:
        if code := _proxy_code(checking, entry):
            rule = "R-015" if code == DeckFault.PROXY_NOT_AUTHORIZED else "R-037"
            setting = "S11" if rule == "R-015" and _maker(entry) in OTHER_JUDGES else None
            yield Problem(code, "error", (entry.number,), rule, {"card": entry.name}, setting)


def _maker(entry: CardLine) -> str:
    return entry.line.proxy.strip().casefold().replace("-", "_").replace(" ", "_")


def _proxy_code(checking: Checking, entry: CardLine) -> DeckFault | None:
    maker = _maker(entry)
    if not maker:
        return None
    anyone = checking.context.choice("S11") == "any_judge"
    if maker not in HEAD_JUDGE and not (anyone and maker in OTHER_JUDGES):
        return DeckFault.PROXY_NOT_AUTHORIZED
    return None if entry.line.original_kept else DeckFault.PROXY_REFERENCE_MISSING
