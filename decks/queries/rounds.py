"""Which rounds of a division the players have seen, told by the app of rounds, which this one does not know."""

from collections.abc import Callable
from datetime import datetime

from tournaments.models import Division

Posted = dict[int, datetime]
"""When each round was posted, by its number."""

TOLD_BY: list[Callable[[Division], Posted]] = []
"""Who knows of rounds says so here."""


def posted(division: Division) -> Posted:
    """Every round that is posted or closed."""
    return {number: at for tell in TOLD_BY for number, at in tell(division).items()}
