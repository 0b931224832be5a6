from datetime import datetime

from ninja import Schema


class EventOut(Schema):
    """An event. Times are in UTC; `timezone` is the venue's time zone. `public` is false if only staff see it."""

    slug: str
    name: str
    kind: str
    card_format: str
    decks: str
    structure: str
    official: bool
    starts_at: datetime
    timezone: str
    venue: str
    city: str
    country: str
    public: bool


class EventsPage(Schema):
    items: list[EventOut]
    next: str | None


class DivisionOut(Schema):
    """Players who are paired together. `round` is the latest posted round, or None before round 1."""

    id: int
    age_division: str
    name: str
    by_age: bool
    round: int | None
    round_state: str | None


class RoundOut(Schema):
    """A posted or closed round. `stage` is swiss or elimination."""

    division: int
    number: int
    name: str
    stage: str
    state: str
    posted_at: datetime | None
    closed_at: datetime | None


class PointOut(Schema):
    """An item of the schedule.

    `state` is done, running, past or to_come. `delay` is in minutes. `start` and `end` are the currently expected
    times.
    """

    id: int
    title: str
    round: int | None
    planned_start: datetime
    planned_end: datetime
    start: datetime
    end: datetime
    state: str
    delay: int | None


class ScheduleOut(Schema):
    delay: int
    ends_at: datetime | None
    points: list[PointOut]


class ClockOut(Schema):
    """The clock of a posted round. `phase` is waiting, setup, running, stopped or over.

    `seconds_left` is as of this response. To show a running clock, count down to `ends_at` unless it is None.
    """

    division: int
    round: int
    name: str
    phase: str
    stopped: bool
    seconds_left: int
    starts_at: datetime | None
    ends_at: datetime | None
    window_ends_at: datetime | None
