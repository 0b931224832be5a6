"""Which lists count after a redraft, and from which draft each was built (R-057, R-095, S6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cards.engine.settings import choice

FIRST_REDRAFT = 2
"""The earliest round a redraft can be before, and its round where the plan names none (R-095)."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A draft a player has a pool of, or builds or has built from, since `at`; its decks are for round `round`."""

    number: int
    at: datetime
    round: int


def drafted_by(begun: Iterable[Begun], at: datetime) -> int | None:
    """The number of the draft a list submitted then was built from; None before the first one."""
    return max((begin.number for begin in begun if begin.at <= at), default=None)


def counted_since(
    begun: Iterable[Begun], *, next_round: int, announced: bool, settings: Mapping[str, str]
) -> datetime | None:
    """The earliest submission time that counts; None for any.

    S6 "new_draft": once a player has drafted again for a round already posted or posted next, earlier lists no longer
    count. If built early, the old deck still plays the rounds before (R-095).
    """
    if not announced or choice(settings, "S6") != "new_draft":
        return None
    redrafts = (begin for begin in begun if begin.number > 1 and begin.round <= next_round)
    newest = max(redrafts, key=lambda begin: begin.number, default=None)
    return newest.at if newest else None
