"""When something in the hall is late."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum


class Delay(StrEnum):
    """What can be late, most urgent first: what players at a table wait for comes before the plan of the day."""

    CALL = "call"
    DISPUTE = "dispute"
    SEAT = "seat"
    TABLE = "table"
    CHECK = "check"
    ROUND = "round"


ALLOWED: Mapping[Delay, timedelta] = {
    Delay.CALL: timedelta(minutes=5),
    Delay.DISPUTE: timedelta(),
    Delay.SEAT: timedelta(),
    Delay.TABLE: timedelta(),
    Delay.CHECK: timedelta(minutes=10),
    Delay.ROUND: timedelta(minutes=5),
}
"""How long each may take before it is late: a call until a judge is there, a deck until it is back at its table.

A result is late from the end of the time of its table, a round from its planned start.
"""


def is_late(delay: Delay, since: datetime, now: datetime) -> bool:
    """Return whether something that began at `since` takes longer than it may."""
    return now - since >= ALLOWED[delay]
