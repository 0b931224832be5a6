"""The state of a deck before an event: each is checked against its list once, and again if that changed (R-034)."""

from dataclasses import dataclass
from typing import Literal

Stand = Literal["waiting", "changed", "running", "needs", "passed", "no_list"]
STANDS: tuple[Stand, ...] = ("waiting", "changed", "running", "needs", "passed", "no_list")
TO_CHECK: tuple[Stand, ...] = ("changed", "waiting")
"""States of decks to check next; those with a changed list were here before, so they come first."""

Legibility = Literal["", "readable", "rewrite"]
Legality = Literal["", "legal", "settled", "unknown", "problems"]


@dataclass(frozen=True, slots=True)
class Seen:
    """The latest check of a deck before the event. `version`: its list, None for one on paper."""

    running: bool
    passed: bool = False
    version: int | None = None


def stand(seen: Seen | None, *, counts: int | None, collected: bool) -> Stand:
    """The state of a deck. `counts`: the list that counts now; `collected`: whether the event collects lists here.

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
    """The legality of a list; empty without one.

    `errors`: unresolved ones, `settled`: those a judge ruled on (R-002); `unknown`: cards not in the catalogue.
    """
    if not listed:
        return ""
    if errors:
        return "problems"
    return "unknown" if unknown else "settled" if settled else "legal"
