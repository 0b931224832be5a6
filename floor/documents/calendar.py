"""The schedule of an event, and the events of an organizer, as calendar subscriptions (RFC 5545)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from icalendar import Calendar
from icalendar import Event as Point

from core.models import Team
from tournaments.labels import schedule_title
from tournaments.models import Tournament
from tournaments.queries import EventRow
from tournaments.queries.schedule import ScheduleRow


def schedule_calendar(event: Tournament, rows: list[ScheduleRow], *, address: str, host: str) -> bytes:
    """Render the schedule as an iCalendar file, with each item at its expected or actual time.

    `address` is the URL of the schedule page. `host` is the suffix of the items' ids, which stay the same when
    times change.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Stadium//Schedule//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", event.name)
    for row in rows:
        item = Point()
        item.add("uid", f"{event.slug}-{row.item}@{host}")
        # The stamp is the planned start, not the current time, so that an unchanged schedule gives the same bytes.
        item.add("dtstamp", row.planned_start.astimezone(UTC))
        item.add("summary", f"{schedule_title(row.title, row.round_number)} – {event.name}")
        item.add("dtstart", row.start.astimezone(UTC))
        item.add("dtend", max(row.start, row.end).astimezone(UTC))
        if location := ", ".join(part for part in (event.venue, event.city) if part):
            item.add("location", location)
        item.add("url", address)
        calendar.add_component(item)
    return calendar.to_ical()


def events_calendar(
    team: Team,
    rows: Sequence[EventRow],
    ends: Mapping[int, datetime],
    *,
    address: Callable[[str], str],
    host: str,
) -> bytes:
    """Render an iCalendar file with one entry per event.

    `ends` maps event keys to the end of the schedule, for events that have one. `address` returns the URL of an
    event from its slug. `host` is the suffix of the entries' ids, which never change.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Stadium//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", team.name)
    for row in rows:
        entry = Point()
        entry.add("uid", f"{row.slug}@{host}")
        # The stamp is the start, not the current time, so that unchanged events give the same bytes.
        entry.add("dtstamp", row.starts_at.astimezone(UTC))
        entry.add("summary", row.name)
        entry.add("dtstart", row.starts_at.astimezone(UTC))
        if row.pk in ends:
            entry.add("dtend", max(row.starts_at, ends[row.pk]).astimezone(UTC))
        if location := ", ".join(part for part in (row.venue, row.city) if part):
            entry.add("location", location)
        entry.add("url", address(row.slug))
        calendar.add_component(entry)
    return calendar.to_ical()
