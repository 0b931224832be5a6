"""The schedule of an event as a calendar that phones and computers subscribe to (RFC 5545)."""

from datetime import UTC

from icalendar import Calendar
from icalendar import Event as Point

from tournaments.models import Tournament
from tournaments.queries.schedule import ScheduleRow
from tournaments.wording import schedule_title


def calendar(event: Tournament, rows: list[ScheduleRow], *, address: str, host: str) -> bytes:
    """Each point of the day at the time it is expected, or was; in UTC, so that any calendar puts it right.

    `address` is the page of the schedule. `host` ends the names of the points, which stay the same when their times
    change; each is stamped with its planned start, so that the same day gives the same bytes.
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
