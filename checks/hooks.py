"""Hooks answered by rooms further right, which add their functions at startup."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet

from checks.engine.check_sheet import Counted
from checks.models import DeckCheck
from pairings.models import Match


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """The penalties a check suggests: names of the infractions found, the most serious first, and the URL to give one.

    `given`: the player got one since the check ended.
    """

    infractions: tuple[str, ...]
    url: str
    given: bool


penalty_advice: list[Callable[[DeckCheck, Counted], PenaltyAdvice]] = []

tables_played_out: list[Callable[[QuerySet[Match]], set[int]]] = []
"""Keys of those matches that have played their extra turns."""
