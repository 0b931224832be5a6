"""Building clocks, which time how long players may build decks (R-055, R-057)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

FIELD = 0
"""Pod number of a clock for the whole field."""


@dataclass(frozen=True, slots=True)
class BuildingClockState:
    """The state of a building clock.

    - `began`: when it started, or None before that; `first`: its first start, if it was restarted.
    - `ends`: when time runs out; None before the start and while paused.
    - `rest`: the time left while paused, otherwise None.
    - `ended`: when staff, or the posting of the round, ended it; None if the time only ran out.
    - `given`: minutes added.
    """

    began: datetime | None = None
    ends: datetime | None = None
    rest: timedelta | None = None
    ended: datetime | None = None
    given: int = 0
    first: datetime | None = None

    @property
    def paused(self) -> bool:
        return self.rest is not None

    def is_running(self, now: datetime) -> bool:
        """Return whether building has begun and is not over, including pauses and the last second."""
        return self.began is not None and self.over_at(now) is None

    def over_at(self, now: datetime) -> datetime | None:
        """Return when building ended, or None before the start and while time is left."""
        ran_out_at = self.ends if self.ends is not None and now > self.ends else None
        return min((moment for moment in (self.ended, ran_out_at) if moment), default=None)

    def seconds_left(self, now: datetime) -> int | None:
        """Return the remaining whole seconds, rounded up, or None before the start."""
        if self.began is None:
            return None
        if self.ended is not None:
            return 0
        time_left = self.rest if self.rest is not None else (self.ends or now) - now
        return max(0, ceil(time_left.total_seconds()))


@dataclass(frozen=True, slots=True)
class Clock:
    """The building clock of one pod or, in Sealed, of the whole field (pod 0).

    `by_hand`: whether staff started it, rather than the draft on paper reaching its building step.
    """

    pod: int
    building: BuildingClockState
    by_hand: bool


def end_at_posting(building: BuildingClockState, at: datetime | None) -> BuildingClockState:
    """Return the clock, ended when its round was posted unless it had already ended.

    `at`: when the round for which the decks are built was posted (R-057), or None if it is not posted yet.
    """
    if at is None or building.began is None:
        return building
    return replace(building, ended=min(filter(None, (building.ended, at))))
