"""The clock of a round, replayed from its marks (R-110 to R-112, M-061).

A clock's position is the elapsed time of the round, negative during setup; it advances while the clock runs.
Time is called when it reaches the time of the round.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from pairings.engine.refusals import PairingRefusal

ZERO_TIME = timedelta(0)


class Kind(StrEnum):
    """Kind of a mark. A second start restarts the clock with the full time."""

    PREGAME = "pregame"
    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    ADJUSTED = "adjusted"


class Phase(StrEnum):
    """Phase of a round's clock.

    WAITING: not started. SETUP: counting down to the start. OVER: time was called.
    """

    WAITING = "waiting"
    SETUP = "setup"
    RUNNING = "running"
    STOPPED = "stopped"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a round's clock: the round lasts `time` and was posted at `posted_at`.

    `delay` is the wait before an automatic start, or None for a manual start. `setup` is the time to shuffle
    after a start that grants it (R-110). `window` is the period after time is called, or None if the rules have
    no such period (M-061).
    """

    time: timedelta
    posted_at: datetime
    delay: timedelta | None = ZERO_TIME
    setup: timedelta = timedelta(minutes=2)
    window: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of a clock. `change` belongs to "adjusted" marks and shortens the round if negative."""

    kind: Kind
    at: datetime
    change: timedelta = ZERO_TIME


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The state of a clock after its last mark: at the moment `since`, its position was `position`.

    `position` is None before the first start. `time` is the current length of the round. `called_at` is the moment
    time was called, or None if that has not happened by `since`.
    """

    plan: Plan
    time: timedelta
    since: datetime
    position: timedelta | None
    runs: bool
    called_at: datetime | None = None

    def position_at(self, now: datetime) -> timedelta | None:
        """Return the position at a moment after `since`, or None before the first start."""
        if self.position is None or not self.runs:
            return self.position
        return self.position + max(ZERO_TIME, now - self.since)

    def ends_at(self, extra: timedelta = ZERO_TIME) -> datetime | None:
        """Return when time is or was called at a table with `extra` time.

        Return None before the first start, and while the clock is stopped before time was called.
        """
        if self.called_at is not None and not extra:
            return self.called_at
        if self.position is None or not self.runs:
            return self.called_at + extra if self.called_at else None
        return self.since + (self.time + extra - self.position)

    def left(self, now: datetime, extra: timedelta = ZERO_TIME) -> timedelta:
        """Return the remaining time of a table with `extra` time, which is never negative.

        Before the start, it is the whole length of the round.
        """
        position = self.position_at(now)
        passed = max(ZERO_TIME, position) if position is not None else ZERO_TIME
        return max(ZERO_TIME, self.time + extra - passed)

    def moved_to(self, moment: datetime) -> "RoundClock":
        """Return the clock at a later moment, with `called_at` set if time was called by then."""
        moment = max(moment, self.since)
        position, called_at = self.position_at(moment), self.called_at
        if called_at is None and position is not None and position >= self.time:
            assert self.position is not None  # noqa: S101 - otherwise position_at returns None
            called_at = self.since + max(ZERO_TIME, self.time - self.position) if self.runs else self.since
        return replace(self, since=moment, position=position, called_at=called_at)

    def after(self, mark: Mark) -> "RoundClock":
        """Return the clock after a mark."""
        clock = self.moved_to(mark.at)
        if mark.kind in (Kind.PREGAME, Kind.STARTED):
            # Adjustments made before the first start apply to it; a restart gets the full time again.
            is_first = clock.position is None or clock.position < ZERO_TIME
            return replace(
                clock,
                time=clock.time if is_first else clock.plan.time,
                position=-clock.plan.setup if mark.kind is Kind.PREGAME else ZERO_TIME,
                runs=True,
                called_at=None,
            )
        if mark.kind is Kind.ADJUSTED:
            # Once time has been called, added time counts from now, and subtracting has no effect.
            passed = max(ZERO_TIME, clock.position) if clock.position is not None else ZERO_TIME
            if clock.called_at is not None and mark.change > ZERO_TIME:
                return replace(clock, time=passed + mark.change, called_at=None)
            if clock.called_at is not None:
                return clock
            return replace(clock, time=max(passed, clock.time + mark.change)).moved_to(clock.since)
        return replace(clock, runs=mark.kind is Kind.RESUMED and clock.position is not None)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Display of a clock at one moment, in whole seconds, rounded up, never negative.

    `left` is the time left in the round, `setup_left` the time until it starts, `window_left` the time left
    after time was called (None without a window). `starts_at`, `ends_at` and `window_ends_at` are None while
    the clock does not run toward them, but `ends_at` stays set once time was called. `stopped` means paused by
    hand, even before the start or after time.
    """

    phase: Phase
    stopped: bool
    left: int
    setup_left: int
    window_left: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    window_ends_at: datetime | None

    def refusal(self, kind: Kind, *, restart: bool) -> PairingRefusal | None:
        """Return why pressing this button makes no sense now, such as after an accidental double tap.

        Return None if it makes sense, otherwise CLOCK_RUNS, CLOCK_NOT_STARTED or CLOCK_STANDS. `restart` allows
        the start of a clock that has already started.
        """
        started = self.phase is not Phase.WAITING
        runs_already = {
            Kind.PREGAME: started and not restart,
            Kind.STARTED: started and not self.setup_left and not restart,
            Kind.RESUMED: started and not self.stopped,
        }
        if runs_already.get(kind, False):
            return PairingRefusal.CLOCK_RUNS
        if kind in (Kind.PAUSED, Kind.RESUMED) and not started:
            return PairingRefusal.CLOCK_NOT_STARTED
        if kind is Kind.PAUSED and self.stopped:
            return PairingRefusal.CLOCK_STANDS
        return None


def replay_clock(plan: Plan, marks: Iterable[Mark]) -> RoundClock:
    """Replay `marks`, oldest first, and return the clock after the last one.

    Marks before the posting belong to an earlier clock and are ignored.
    """
    is_automatic = plan.delay is not None
    clock = RoundClock(
        plan, plan.time, plan.posted_at, -(plan.delay or ZERO_TIME) if is_automatic else None, is_automatic
    )
    for mark in marks:
        if mark.at >= plan.posted_at:
            clock = clock.after(mark)
    return clock


def read_clock(clock: RoundClock, now: datetime) -> ClockReading:
    """Return the reading of the clock at `now`."""
    current = clock.moved_to(now)
    if current.position is None:
        phase = Phase.WAITING
    elif current.called_at is not None:
        phase = Phase.OVER
    elif not current.runs:
        phase = Phase.STOPPED
    else:
        phase = Phase.SETUP if current.position < ZERO_TIME else Phase.RUNNING

    until_start = max(ZERO_TIME, -current.position) if current.position is not None else ZERO_TIME
    window = current.plan.window if phase is Phase.OVER else None
    overtime = (
        current.position - current.time if current.position is not None and phase is Phase.OVER else ZERO_TIME
    )
    return ClockReading(
        phase=phase,
        stopped=current.position is not None and not current.runs,
        left=0 if phase is Phase.OVER else ceil(current.left(current.since).total_seconds()),
        setup_left=ceil(until_start.total_seconds()),
        window_left=None if window is None else ceil(max(ZERO_TIME, window - overtime).total_seconds()),
        starts_at=current.since + until_start if phase is Phase.SETUP else None,
        ends_at=current.ends_at(),
        window_ends_at=current.since + window - overtime if window is not None and current.runs else None,
    )


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of one table: the clock of its round, with the `extra` time granted to the table.

    `held_since` is the moment a judge stopped the table's clock, or None while it runs.
    """

    clock: RoundClock
    extra: timedelta = ZERO_TIME
    held_since: datetime | None = None

    def ends_at(self) -> datetime | None:
        """Return when time ends at this table, or None if unknown or while a judge has stopped its clock."""
        return None if self.held_since is not None else self.clock.ends_at(self.extra)

    def called(self, now: datetime) -> bool:
        """Return whether time is over at this table, which is False before the start.

        Time does not pass while a judge has stopped the table's clock.
        """
        if self.clock.position_at(now) is None:
            return False
        held_time = max(ZERO_TIME, now - self.held_since) if self.held_since is not None else ZERO_TIME
        return not self.clock.left(now, self.extra + held_time)


def proposed_extension_minutes(began_at: datetime, now: datetime) -> int:
    """Propose the minutes of an extension after a judge was at a table: rounded up, at least one (R-113)."""
    return max(1, ceil((now - began_at).total_seconds() / 60))
