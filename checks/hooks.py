"""Hooks to which rooms further right add their functions at startup."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet

from checks.engine.check_sheet import Counted
from checks.models import DeckCheck
from pairings.models import Match


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """The penalties that a check suggests.

    `infractions`: their names, the most serious first; `url`: where to give one; `given`: whether the player was given
    one since the check ended.
    """

    infractions: tuple[str, ...]
    url: str
    given: bool


penalty_advice: list[Callable[[DeckCheck, Counted], PenaltyAdvice]] = []
"""Functions that return the penalties that a check and its counts suggest."""

tables_played_out: list[Callable[[QuerySet[Match]], set[int]]] = []
"""Functions that return the keys of the matches, among those given, that have played their extra turns."""
