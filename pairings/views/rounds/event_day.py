"""Warn if round 1 is posted on a day other than the event's."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.models import Tournament


def other_day_warning(event: Tournament) -> dict[str, str]:
    """Return the event's date and today's date for a warning, if the event should start on another day.

    Both dates are texts in the event's time zone. The result is empty if the event is today or has started.
    """
    zone = ZoneInfo(event.timezone)
    starts_at, today = timezone.localtime(event.starts_at, zone), timezone.localtime(timezone=zone)
    if starts_at.date() == today.date() or event.divisions.filter(started_at__isnull=False).exists():
        return {}
    return {"dated": date_format(starts_at, "l j F Y"), "today": date_format(today, "l j F Y")}
