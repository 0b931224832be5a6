"""Where rooms to the right answer what this one asks. Each adds its function when the program starts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet

from checks.engine.check_sheet import Counted
from checks.models import DeckCheck
from pairings.models import Match


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """What a check means for penalties: the names of the infractions found, the heaviest first, and the address where
    the penalty is given. `given`: one was given to the player since the check ended.
    """

    infractions: tuple[str, ...]
    url: str
    given: bool


penalty_advice: list[Callable[[DeckCheck, Counted], PenaltyAdvice]] = []

tables_played_out: list[Callable[[QuerySet[Match]], set[int]]] = []
"""Which of these matches have played their extra turns, by key."""
