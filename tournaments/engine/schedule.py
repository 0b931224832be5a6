"""The schedule of a day, and its expected times when it runs late (R-116)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

UNTIMED_MINUTES = 60
"""The planned length of an untimed round."""

CHECK_IN, MEETING, ROUND, LUNCH, CUT_ROUND = "check_in", "meeting", "round", "lunch", "cut_round"
TITLES = (CHECK_IN, MEETING, ROUND, LUNCH, CUT_ROUND)
"""Titles that are codes. Any other title is text typed by staff."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a day, with lengths in minutes; 0 omits an item.

    `turnaround` is the time between two rounds, and `lunch_after` the number of the round before lunch. The
    rounds of the cut and of day 2, which begins at `later_start`, continue the numbering.
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
class PlannedItem:
    """One planned item, with its length in minutes. `round_number` is None if it is not a round."""

    title: str
    round_number: int | None
    start: datetime
    minutes: int


def planned_items(first_start: datetime, plan: Plan) -> tuple[PlannedItem, ...]:
    """Return the items of a day in order; `first_start` is the start of round 1."""
    items = []
    meeting_start = first_start - timedelta(minutes=plan.meeting)
    if plan.check_in:
        items.append(
            PlannedItem(CHECK_IN, None, meeting_start - timedelta(minutes=plan.check_in), plan.check_in)
        )
    if plan.meeting:
        items.append(PlannedItem(MEETING, None, meeting_start, plan.meeting))
    start, swiss_rounds = first_start, plan.rounds + plan.later_rounds
    for number in range(1, swiss_rounds + plan.cut_rounds + 1):
        is_swiss = number <= swiss_rounds
        if number == plan.rounds + 1 and plan.later_rounds and plan.later_start:
            start = max(start, plan.later_start)
        minutes = (plan.round_minutes if is_swiss else plan.cut_round_minutes) or UNTIMED_MINUTES
        items.append(PlannedItem(ROUND if is_swiss else CUT_ROUND, number, start, minutes))
        start += timedelta(minutes=minutes + plan.turnaround)
        if number == plan.lunch_after and plan.lunch:
            items.append(PlannedItem(LUNCH, None, start, plan.lunch))
            start += timedelta(minutes=plan.lunch)
    return tuple(items)


@dataclass(frozen=True, slots=True)
class ScheduleItemTimes:
    """A planned item and its actual times, each None while unknown."""

    start: datetime
    minutes: int
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)


@dataclass(frozen=True, slots=True)
class ExpectedItem:
    """The state of one item.

    `state` is done, running, past (without a start time, but ended or followed by an item that has started)
    or to_come. `delay` is in whole minutes, negative if early, or None for a past item. `start` and `end` are
    actual times if known, otherwise expected ones.
    """

    state: str
    delay: int | None
    start: datetime
    end: datetime


def expected_schedule_items(points: Iterable[ScheduleItemTimes], now: datetime) -> tuple[ExpectedItem, ...]:
    """Return the state of each item at `now`, in planned order.

    An upcoming item starts after the previous one, and is late once its planned time has passed. It is never
    expected before its planned time, since players rely on that.
    """
    items = list(points)
    last_started_index = max((index for index, item in enumerate(items) if item.started_at), default=-1)
    expected_items, delay_so_far = list[ExpectedItem](), timedelta()
    for index, item in enumerate(items):
        started, ended, is_passed = item.started_at, item.ended_at, index < last_started_index
        if started is None and (is_passed or ended):
            expected_items.append(ExpectedItem("past", None, item.start, ended or item.end))
        elif started is None:
            delay_so_far = max(delay_so_far, now - item.start, timedelta())
            expected_items.append(
                ExpectedItem(
                    "to_come",
                    _whole_minutes(delay_so_far),
                    item.start + delay_so_far,
                    item.end + delay_so_far,
                )
            )
        else:
            planned_end = started + timedelta(minutes=item.minutes)
            is_done = ended is not None or is_passed
            end = (ended or planned_end) if is_done else max(now, planned_end)
            state, delay = "done" if is_done else "running", _whole_minutes(started - item.start)
            expected_items.append(ExpectedItem(state, delay, started, end))
            delay_so_far = end - item.end
    return tuple(expected_items)


def _whole_minutes(length: timedelta) -> int:
    """Round a length to whole minutes, so that 29 seconds do not count as a delay."""
    return round(length.total_seconds() / 60)
