"""The state of decks in checks before an event. A deck is checked once, and again if its list changes (R-034)."""

from dataclasses import dataclass
from typing import Literal

DeckState = Literal["waiting", "changed", "running", "needs", "passed", "no_list"]
DECK_STATES: tuple[DeckState, ...] = ("waiting", "changed", "running", "needs", "passed", "no_list")
TO_CHECK: tuple[DeckState, ...] = ("changed", "waiting")
"""States of decks to check next, first decks whose list was changed after their check."""

Legibility = Literal["", "readable", "rewrite"]
Legality = Literal["", "legal", "settled", "unknown", "problems"]
"""Verdict on a list, or "" without a list; "settled" if a judge ruled on its problems."""


@dataclass(frozen=True, slots=True)
class LatestCheck:
    """The latest check of a deck before the event.

    - `running`: whether it has not ended.
    - `passed`: whether the player has nothing more to do.
    - `version`: key of the checked version of the list, or None for a list on paper.
    """

    running: bool
    passed: bool = False
    version: int | None = None


def deck_state(latest: LatestCheck | None, *, counts: int | None, collected: bool) -> DeckState:
    """Return the state of a deck in the checks before the event.

    - `latest`: its latest check, or None.
    - `counts`: key of the version of the list that counts, or None without a list.
    - `collected`: whether the event collects lists in Stadium.
    >>> deck_state(LatestCheck(running=False, passed=True, version=1), counts=2, collected=True)
    'changed'
    """
    if latest is None:
        return "no_list" if collected and counts is None else "waiting"
    if latest.running:
        return "running"
    if counts is not None and counts != latest.version:
        return "changed"
    return "passed" if latest.passed else "needs"


def legality(*, listed: bool, errors: int, settled: int, unknown: int = 0) -> Legality:
    """Return the legality of a list, or "" without a list (`listed`).

    - `errors`: number of unresolved errors.
    - `settled`: number of errors that a judge ruled on (R-002).
    - `unknown`: number of cards that are not in the catalogue.
    """
    if not listed:
        return ""
    if errors:
        return "problems"
    return "unknown" if unknown else "settled" if settled else "legal"
