"""Where a deck stands before an event: each is held against its list once, and again when that changed (R-034)."""

from dataclasses import dataclass
from typing import Literal

Stand = Literal["waiting", "changed", "running", "needs", "passed", "no_list"]
STANDS: tuple[Stand, ...] = ("waiting", "changed", "running", "needs", "passed", "no_list")
TO_CHECK: tuple[Stand, ...] = ("changed", "waiting")
"""Decks somebody can take next; those whose list changed were here before, so they come first."""

Legibility = Literal["", "readable", "rewrite"]
Legality = Literal["", "legal", "settled", "unknown", "problems"]


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest check of a deck before the event. `version`: the list it was held against, None for one on paper."""

    running: bool
    passed: bool = False
    version: int | None = None


def stand(seen: Seen | None, *, counts: int | None, collected: bool) -> Stand:
    """Where a deck stands. `counts`: the list that counts now; `collected`: whether the event collects lists here.

    >>> stand(Seen(running=False, passed=True, version=1), counts=2, collected=True)
    'changed'
    """
    if seen is None:
        return "no_list" if collected and counts is None else "waiting"
    if seen.running:
        return "running"
    if counts is not None and counts != seen.version:
        return "changed"
    return "passed" if seen.passed else "needs"


def legality(*, listed: bool, errors: int, settled: int, unknown: int = 0) -> Legality:
    """What to say about a list; empty if there is nothing. `errors` are open, `settled` ones were ruled on by a judge
    (R-002); `unknown` cards are not in the catalogue.
    """
    if not listed:
        return ""
    if errors:
        return "problems"
    return "unknown" if unknown else "settled" if settled else "legal"
