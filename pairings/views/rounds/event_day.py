"""Warn if round 1 is paired on a different day than the event's."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.models import Tournament


def warn_of_other_day(event: Tournament) -> dict[str, str]:
    """Return the event's date and today's date for a warning, if the event has not started and is on another day.

    Both dates are in the event's time zone. Otherwise the context is empty.
    """
    zone = ZoneInfo(event.timezone)
    starts_at, today = timezone.localtime(event.starts_at, zone), timezone.localtime(timezone=zone)
    if starts_at.date() == today.date() or event.divisions.filter(started_at__isnull=False).exists():
        return {}
    return {"dated": date_format(starts_at, "l j F Y"), "today": date_format(today, "l j F Y")}
