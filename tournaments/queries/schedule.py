"""The day as planned, as it went and as expected from now (R-116)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.engine.schedule import Point, expected
from tournaments.models import Tournament
from tournaments.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """One item. `title` is a code or text, see `wording.schedule_title`; state and delay as in `engine.schedule`."""

    item: int
    title: str
    round_number: int | None
    planned_start: datetime
    planned_end: datetime
    planned_minutes: int
    started_at: datetime | None
    ended_at: datetime | None
    state: str
    delay: int | None
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Schedule:
    """The day. `delay` is the current delay in minutes; `ends_at` when the last item is expected to end."""

    rows: list[ScheduleRow]
    delay: int
    ends_at: datetime | None


def schedule(event: Tournament, now: datetime) -> Schedule:
    """The schedule at `now`. One query."""
    items = list(event.schedule.all())
    points = [
        Point(item.planned_start, item.planned_minutes, item.started_at, item.ended_at) for item in items
    ]
    rows = [
        ScheduleRow(
            item.pk,
            item.title,
            item.round_number,
            item.planned_start,
            item.planned_start + timedelta(minutes=item.planned_minutes),
            item.planned_minutes,
            item.started_at,
            item.ended_at,
            stands.state,
            stands.delay,
            stands.start,
            stands.end,
        )
        for item, stands in zip(items, expected(points, now), strict=True)
    ]
    # The delay of the next item, else of the newest one timed.
    coming = [row.delay for row in rows if row.state == "to_come"]
    timed = [row.delay for row in rows if row.delay is not None]
    delay = (coming[:1] or timed[-1:] or [0])[0] or 0
    return Schedule(rows, delay, rows[-1].end if rows else None)


def has_schedule(event: Tournament) -> bool:
    """Whether anything is planned. Cached per process, else one query."""
    return remembered_of(event, "schedule", event.schedule.exists)
