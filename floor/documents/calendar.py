"""The schedule of an event as a calendar subscription (RFC 5545)."""

from datetime import UTC

from icalendar import Calendar
from icalendar import Event as Point

from tournaments.models import Tournament
from tournaments.queries.schedule import ScheduleRow
from tournaments.wording import schedule_title


def schedule_calendar(event: Tournament, rows: list[ScheduleRow], *, address: str, host: str) -> bytes:
    """Render each item of the day at its expected or actual time.

    `address` is the page of the schedule. `host` ends the items' ids, which do not change with their times.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Stadium//Schedule//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", event.name)
    for row in rows:
        item = Point()
        item.add("uid", f"{event.slug}-{row.item}@{host}")
        # With the planned start instead of the current time, an unchanged schedule gives the same bytes.
        item.add("dtstamp", row.planned_start.astimezone(UTC))
        item.add("summary", f"{schedule_title(row.title, row.round_number)} – {event.name}")
        item.add("dtstart", row.start.astimezone(UTC))
        item.add("dtend", max(row.start, row.end).astimezone(UTC))
        if location := ", ".join(part for part in (event.venue, event.city) if part):
            item.add("location", location)
        item.add("url", address)
        calendar.add_component(item)
    return calendar.to_ical()
