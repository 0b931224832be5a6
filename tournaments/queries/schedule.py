"""The schedule of the day: planned, actual and currently expected times (R-116)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournaments.engine.schedule import ScheduleItemTimes, expected_schedule_items
from tournaments.models import ScheduleItem, Tournament
from tournaments.scopes import cached_for_home


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """One item of the schedule, with its key `item`.

    `title` is a code or a text, see `labels.schedule_title`. `state`, `delay`, `start` and `end` are as
    returned by `engine.schedule.expected_schedule_items`.
    """

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

    @property
    def has_actual_or_expected_time(self) -> bool:
        """Whether the actual time is known, or expected to differ from the plan."""
        return self.state in ("done", "running") or (self.state == "to_come" and bool(self.delay))


@dataclass(frozen=True, slots=True)
class Schedule:
    """The schedule of the day, with the current delay in minutes.

    `ends_at` is the expected end of the last item, or None if there are no items.
    """

    rows: list[ScheduleRow]
    delay: int
    ends_at: datetime | None


def schedule_of_event(event: Tournament, now: datetime) -> Schedule:
    """Return the schedule at `now`. Makes one query."""
    items = list(event.schedule.all())
    points = [
        ScheduleItemTimes(item.planned_start, item.planned_minutes, item.started_at, item.ended_at)
        for item in items
    ]
    rows = [
        ScheduleRow(
            item.pk,
            item.title,
            item.round_number,
            item.planned_start,
            item.planned_end,
            item.planned_minutes,
            item.started_at,
            item.ended_at,
            times.state,
            times.delay,
            times.start,
            times.end,
        )
        for item, times in zip(items, expected_schedule_items(points, now), strict=True)
    ]
    # The current delay is the delay of the next item, otherwise of the last item with a known time.
    upcoming_delays = [row.delay for row in rows if row.state == "to_come"]
    known_delays = [row.delay for row in rows if row.delay is not None]
    delay = (upcoming_delays[:1] or known_delays[-1:] or [0])[0] or 0
    return Schedule(rows, delay, rows[-1].end if rows else None)


def has_schedule(event: Tournament) -> bool:
    """Return whether anything is planned. Cached per process, else one query."""
    return cached_for_home(event, "schedule", event.schedule.exists)


def schedule_ends(events: Collection[int]) -> dict[int, datetime]:
    """Return the planned end of each event's schedule, by event key. Makes one query.

    Events without a schedule are omitted.
    """
    ends: dict[int, datetime] = {}
    for item in ScheduleItem.objects.filter(tournament__in=events):
        ends[item.tournament_id] = max(item.planned_end, ends.get(item.tournament_id, item.planned_end))
    return ends
