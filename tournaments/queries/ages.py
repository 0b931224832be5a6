"""Seasons as engine values, and the resulting age divisions of an event."""

from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Count

from core.engine.refused import Refused
from tournaments.engine import divisions as ages
from tournaments.models import Season, Tournament


def seasons() -> tuple[ages.Season, ...]:
    """Return the seasons of this installation in order of their start, by default the shipped seasons."""
    rows = Season.objects.order_by("starts_on").values_list("year", "starts_on", "junior_from", "senior_from")
    return tuple(ages.Season(*row) for row in rows) or ages.SEASONS


def start_day_of(event: Tournament) -> date:
    """Return the local day on which an event starts."""
    return event.starts_at.astimezone(ZoneInfo(event.timezone)).date()


def season_at(event: Tournament) -> ages.Season:
    """Return the season of an event. Refused: SEASON_UNKNOWN (day, first)."""
    return ages.season_of(start_day_of(event), seasons())


def age_division_by_birth(event: Tournament, birth_year: int | None) -> str:
    """Return the age division of a birth year in this event.

    Return "" if the year is None or no season covers the day of the event.
    """
    if birth_year is None:
        return ""
    try:
        return ages.age_division_of(birth_year, season_at(event))
    except Refused:
        return ""


def player_counts_by_age(event: Tournament) -> dict[str, int]:
    """Count active players per age division; once any player is checked in, only those checked in."""
    active = event.entries.filter(dropped_in=None, disqualified=False)
    rows = active.values_list("age_division").annotate(all=Count("id"), present=Count("checked_in_at"))
    counts = {age_division: (entered, present) for age_division, entered, present in rows}
    any_present = any(present for _, present in counts.values())
    return {
        # False selects the number of all players, True that of the players present.
        age_division: counts_of_division[any_present]
        for age_division, counts_of_division in counts.items()
    }


def proposed_divisions(event: Tournament) -> tuple[str, ...]:
    """Return the divisions in which TOM would pair the players of an event (M-031). Empty without players."""
    return ages.divisions_by_tom_rule(player_counts_by_age(event))
