"""The schedule of a day, and its expected times once things run late (R-116)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

UNTIMED_MINUTES = 60
"""The planned length of an untimed round."""

CHECK_IN, MEETING, ROUND, LUNCH, CUT_ROUND = "check_in", "meeting", "round", "lunch", "cut_round"
TITLES = (CHECK_IN, MEETING, ROUND, LUNCH, CUT_ROUND)
"""Titles that are codes; every other title is text typed by staff."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a day; lengths in minutes, 0 omits an item.

    `turnaround` is the time between two rounds; `lunch_after` is the number of the round before lunch. The cut's rounds
    continue the numbering, and so do those of day 2, which begins at `later_start`.
    """

    rounds: int
    round_minutes: int
    turnaround: int = 10
    check_in: int = 60
    meeting: int = 10
    lunch_after: int | None = None
    lunch: int = 45
    cut_rounds: int = 0
    cut_round_minutes: int = 75
    later_rounds: int = 0
    later_start: datetime | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """One planned item."""

    title: str
    round_number: int | None
    start: datetime
    minutes: int


def points(first_start: datetime, plan: Plan) -> tuple[Planned, ...]:
    """The items of a day in order; `first_start` is when round 1 starts."""
    items = []
    meeting = first_start - timedelta(minutes=plan.meeting)
    if plan.check_in:
        items.append(Planned(CHECK_IN, None, meeting - timedelta(minutes=plan.check_in), plan.check_in))
    if plan.meeting:
        items.append(Planned(MEETING, None, meeting, plan.meeting))
    start, whole = first_start, plan.rounds + plan.later_rounds
    for number in range(1, whole + plan.cut_rounds + 1):
        swiss = number <= whole
        if number == plan.rounds + 1 and plan.later_rounds and plan.later_start:
            start = max(start, plan.later_start)
        minutes = (plan.round_minutes if swiss else plan.cut_round_minutes) or UNTIMED_MINUTES
        items.append(Planned(ROUND if swiss else CUT_ROUND, number, start, minutes))
        start += timedelta(minutes=minutes + plan.turnaround)
        if number == plan.lunch_after and plan.lunch:
            items.append(Planned(LUNCH, None, start, plan.lunch))
            start += timedelta(minutes=plan.lunch)
    return tuple(items)


@dataclass(frozen=True, slots=True)
class Point:
    """A planned item and its actual times, None while unknown."""

    start: datetime
    minutes: int
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)


@dataclass(frozen=True, slots=True)
class Expected:
    """The state of one item.

    `state`: done, running, past (something later has started) or to_come. `delay` in whole minutes, below 0 when early;
    None for a past item without times. `start` and `end` are actual if known, else expected.
    """

    state: str
    delay: int | None
    start: datetime
    end: datetime


def expected(day: Iterable[Point], now: datetime) -> tuple[Expected, ...]:
    """The state of the day at `now`, item by item in planned order.

    An upcoming item waits for the one before it, and is late itself once its time has passed; being early does not pull
    the next one forward, since players were given the planned time.
    """
    rows = list(day)
    newest = max((index for index, point in enumerate(rows) if point.started_at), default=-1)
    states, behind = list[Expected](), timedelta()
    for index, point in enumerate(rows):
        started, ended, passed = point.started_at, point.ended_at, index < newest
        if started is None and (passed or ended):
            states.append(Expected("past", None, point.start, ended or point.end))
        elif started is None:
            behind = max(behind, now - point.start, timedelta())
            states.append(Expected("to_come", _minutes(behind), point.start + behind, point.end + behind))
        else:
            due = started + timedelta(minutes=point.minutes)
            is_done = ended is not None or passed
            end = (ended or due) if is_done else max(now, due)
            state, delay = "done" if is_done else "running", _minutes(started - point.start)
            states.append(Expected(state, delay, started, end))
            behind = end - point.end
    return tuple(states)


def _minutes(length: timedelta) -> int:
    """Rounded to whole minutes; 29 seconds are no delay."""
    return round(length.total_seconds() / 60)
