"""The state of building clocks: when the time to build decks began, ends and is over (R-055, R-057)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

FIELD = 0
"""The pod number of a tap on the whole field."""


@dataclass(frozen=True, slots=True)
class Building:
    """The state of a building clock.

    `ends`: when time is over; None before it began and while paused. `rest`: time left while paused; `ended`: when it
    was ended by a tap; `given`: minutes added; `first`: the first start, if it was restarted.
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

    def runs(self, now: datetime) -> bool:
        """Whether decks are being built; the last second counts."""
        return self.began is not None and self.over_at(now) is None

    def over_at(self, now: datetime) -> datetime | None:
        """When building ended; None while it runs and before it began."""
        ends = self.ends if self.ends is not None and now > self.ends else None
        return min((moment for moment in (self.ended, ends) if moment), default=None)

    def left(self, now: datetime) -> int | None:
        """Whole seconds left, rounded up; None before it began."""
        if self.began is None:
            return None
        if self.ended is not None:
            return 0
        rest = self.rest if self.rest is not None else (self.ends or now) - now
        return max(0, ceil(rest.total_seconds()))


@dataclass(frozen=True, slots=True)
class Clock:
    """The building clock of a pod, in Sealed of the whole field (pod 0); `by_hand`: not started by the run."""

    pod: int
    building: Building
    by_hand: bool


def ended(building: Building, at: datetime | None) -> Building:
    """The clock after the round its decks are for was posted at `at` (R-057); None leaves it as it is."""
    if at is None or building.began is None:
        return building
    return replace(building, ended=min(filter(None, (building.ended, at))))
