"""The clock of a round, replayed from its marks (R-110 to R-112, M-061).

The position of a clock is the round time elapsed, below zero while the players set up. It advances while the clock runs
and stops with it; time is called when it reaches the time of the round.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

NOTHING = timedelta(0)


class Kind(StrEnum):
    """A kind of mark. A start after a start restarts with the full time."""

    PREGAME = "pregame"
    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    ADJUSTED = "adjusted"


class Phase(StrEnum):
    """WAITING: not started; SETUP: counting down to its start; OVER: time was called."""

    WAITING = "waiting"
    SETUP = "setup"
    RUNNING = "running"
    STOPPED = "stopped"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a clock: `time` of the round from `posted_at` on.

    `delay` until it starts automatically, None for a manual start; `setup` before a start that gives the players time
    to shuffle (R-110); `window` after time was called, None where the rules name none (M-061).
    """

    time: timedelta
    posted_at: datetime
    delay: timedelta | None = NOTHING
    setup: timedelta = timedelta(minutes=2)
    window: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of a clock; `change` of "adjusted" is added, or subtracted where negative."""

    kind: Kind
    at: datetime
    change: timedelta = NOTHING


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock after its last mark: its `position` at `since`, None before any start.

    `time` is the current time of the round, `called_at` when it ran out, as far as the marks show.
    """

    plan: Plan
    time: timedelta
    since: datetime
    position: timedelta | None
    runs: bool
    called_at: datetime | None = None

    def position_at(self, now: datetime) -> timedelta | None:
        if self.position is None or not self.runs:
            return self.position
        return self.position + max(NOTHING, now - self.since)

    def ends_at(self, extra: timedelta = NOTHING) -> datetime | None:
        """When time is called, or was; `extra` is one table's own. None while unknown."""
        if self.called_at is not None and not extra:
            return self.called_at
        if self.position is None or not self.runs:
            return self.called_at + extra if self.called_at else None
        return self.since + (self.time + extra - self.position)

    def left(self, now: datetime, extra: timedelta = NOTHING) -> timedelta:
        """Time left, never below zero; the whole time before the start."""
        position = self.position_at(now)
        passed = max(NOTHING, position) if position is not None else NOTHING
        return max(NOTHING, self.time + extra - passed)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows at one moment; whole seconds, rounded up, never negative.

    `left` of the round, `setup_left` until it starts, `window_left` after time was called (None without a window).
    `starts_at`, `ends_at` and `window_ends_at` are None while the clock does not approach them; `ends_at` remains once
    time was called. `stopped`: by a press, also before its start or after time.
    """

    phase: Phase
    stopped: bool
    left: int
    setup_left: int
    window_left: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    window_ends_at: datetime | None


def replay(plan: Plan, marks: Iterable[Mark]) -> Clock:
    """The clock after `marks`, oldest first; marks from before the posting are ignored, they belong to an
    earlier one.
    """
    starts = plan.delay is not None
    clock = Clock(plan, plan.time, plan.posted_at, -(plan.delay or NOTHING) if starts else None, starts)
    for mark in marks:
        if mark.at >= plan.posted_at:
            clock = _after(clock, mark)
    return clock


def _after(clock: Clock, mark: Mark) -> Clock:
    clock = _moved_to(clock, mark.at)
    if mark.kind in (Kind.PREGAME, Kind.STARTED):
        # Start the clock; changes before the first start apply, a later start has the full time again.
        fresh = clock.position is None or clock.position < NOTHING
        return replace(
            clock,
            time=clock.time if fresh else clock.plan.time,
            position=-clock.plan.setup if mark.kind is Kind.PREGAME else NOTHING,
            runs=True,
            called_at=None,
        )
    if mark.kind is Kind.ADJUSTED:
        # Change the time. Once time was called, added time counts from now on, and none can be subtracted.
        passed = max(NOTHING, clock.position) if clock.position is not None else NOTHING
        if clock.called_at is not None and mark.change > NOTHING:
            return replace(clock, time=passed + mark.change, called_at=None)
        if clock.called_at is not None:
            return clock
        return _moved_to(replace(clock, time=max(passed, clock.time + mark.change)), clock.since)
    return replace(clock, runs=mark.kind is Kind.RESUMED and clock.position is not None)


def _moved_to(clock: Clock, at: datetime) -> Clock:
    """The same clock with its position at a later moment, and `called_at` if time was called until then."""
    at = max(at, clock.since)
    position, called = clock.position_at(at), clock.called_at
    if called is None and position is not None and position >= clock.time:
        assert clock.position is not None  # noqa: S101 - it has a position, as position_at says
        called = clock.since + max(NOTHING, clock.time - clock.position) if clock.runs else clock.since
    return replace(clock, since=at, position=position, called_at=called)


def read(clock: Clock, now: datetime) -> Reading:
    """What the clock shows at `now`."""
    at = _moved_to(clock, now)
    phase = _phase(at)
    before = max(NOTHING, -at.position) if at.position is not None else NOTHING
    window = at.plan.window if phase is Phase.OVER else None
    over = at.position - at.time if at.position is not None and phase is Phase.OVER else NOTHING
    return Reading(
        phase=phase,
        stopped=at.position is not None and not at.runs,
        left=0 if phase is Phase.OVER else ceil(at.left(at.since).total_seconds()),
        setup_left=ceil(before.total_seconds()),
        window_left=None if window is None else ceil(max(NOTHING, window - over).total_seconds()),
        starts_at=at.since + before if phase is Phase.SETUP else None,
        ends_at=at.ends_at(),
        window_ends_at=at.since + window - over if window is not None and at.runs else None,
    )


def _phase(clock: Clock) -> Phase:
    if clock.position is None:
        return Phase.WAITING
    if clock.called_at is not None:
        return Phase.OVER
    if not clock.runs:
        return Phase.STOPPED
    return Phase.SETUP if clock.position < NOTHING else Phase.RUNNING


@dataclass(frozen=True, slots=True)
class TableClock:
    """The time of one table: `extra` was granted; since `held_since` a judge is there and its clock is stopped."""

    clock: Clock
    extra: timedelta = NOTHING
    held_since: datetime | None = None

    def ends_at(self) -> datetime | None:
        """When this table's time is over; None while a judge is there, and while unknown."""
        return None if self.held_since is not None else self.clock.ends_at(self.extra)

    def called(self, now: datetime) -> bool:
        """Whether this table's time is over."""
        if self.clock.position_at(now) is None:
            return False
        held = max(NOTHING, now - self.held_since) if self.held_since is not None else NOTHING
        return not self.clock.left(now, self.extra + held)


def proposed_minutes(began_at: datetime, now: datetime) -> int:
    """Minutes to grant after a judge was at a table: rounded up, at least one (R-113)."""
    return max(1, ceil((now - began_at).total_seconds() / 60))
