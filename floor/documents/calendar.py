"""The schedule of an event as a calendar subscription (RFC 5545)."""

from datetime import UTC

from icalendar import Calendar
from icalendar import Event as Point

from tournaments.models import Tournament
from tournaments.queries.schedule import ScheduleRow
from tournaments.wording import schedule_title


def calendar(event: Tournament, rows: list[ScheduleRow], *, address: str, host: str) -> bytes:
    """Render each item of the day at its expected or actual time, in UTC so that every calendar places it
    correctly. `address` is the page of the schedule. `host` ends the ids of the items, which are stable when
    their times change; each is stamped with its planned start, so that the same day gives the same bytes.
    """
    file = Calendar()
    file.add("prodid", "-//Stadium//Schedule//EN")
    file.add("version", "2.0")
    file.add("method", "PUBLISH")
    file.add("x-wr-calname", event.name)
    for row in rows:
        point = Point()
        point.add("uid", f"{event.slug}-{row.item}@{host}")
        point.add("dtstamp", row.planned_start.astimezone(UTC))
        point.add("summary", f"{schedule_title(row.title, row.round_number)} – {event.name}")
        point.add("dtstart", row.start.astimezone(UTC))
        point.add("dtend", max(row.start, row.end).astimezone(UTC))
        if where := ", ".join(part for part in (event.venue, event.city) if part):
            point.add("location", where)
        point.add("url", address)
        file.add_component(point)
    return file.to_ical()
