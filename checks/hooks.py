"""Hooks to which packages that depend on this one add functions at startup."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet

from checks.engine.check_sheet import CountedDeck
from checks.models import DeckCheck
from pairings.models import Match


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """The penalties that a check suggests.

    - `infractions`: names of infractions, most serious first.
    - `url`: page on which to give a penalty.
    - `given`: whether the player has received one since the check ended.
    """

    infractions: tuple[str, ...]
    url: str
    given: bool


penalty_advice: list[Callable[[DeckCheck, CountedDeck], PenaltyAdvice]] = []
"""Functions that return the penalties suggested by a check and its counts."""

tables_played_out: list[Callable[[QuerySet[Match]], set[int]]] = []
"""Functions that return the keys of those matches that have played their extra turns."""
