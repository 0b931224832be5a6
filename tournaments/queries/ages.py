"""Seasons as the engine reads them, and what they say of one event."""

from datetime import date
from zoneinfo import ZoneInfo

from tournaments.engine import divisions as ages
from tournaments.models import Season, Tournament


def seasons() -> tuple[ages.Season, ...]:
    """The seasons of this installation in order of their start; without any, those that come with Stadium."""
    rows = Season.objects.order_by("starts_on").values_list("year", "starts_on", "junior_from", "senior_from")
    return tuple(ages.Season(*row) for row in rows) or ages.SEASONS


def day_of(event: Tournament) -> date:
    """The day an event starts, where it is played."""
    return event.starts_at.astimezone(ZoneInfo(event.timezone)).date()


def season_at(event: Tournament) -> ages.Season:
    """The season an event is played in. Refused: SEASON_UNKNOWN (day, first)."""
    return ages.season_of(day_of(event), seasons())
