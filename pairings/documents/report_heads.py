"""Shared parts of an event's reports: header and times."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from core.engine.sheet_heads import SheetHead
from core.queries.seals import newest_seal_digest
from tournaments.models import Tournament

ROW_HEIGHT = 20.0
"""Height of a row, in points."""


def report_head(event: Tournament, page: str, absolute: Callable[[str], str]) -> SheetHead:
    """Build the header of a report.

    `page`: URL name of the same content on screen. `absolute`: function that makes a URL absolute.
    """
    printed_at = timezone.localtime(timezone=ZoneInfo(event.timezone))
    return SheetHead(
        event.name, "", "", printed_at, absolute(reverse(page, args=[event.slug])), newest_seal_digest(event)
    )


def time_on_paper(at: datetime, event: Tournament) -> str:
    """Format a time in the event's time zone for a column of a sheet, such as "29 Jul, 12:30"."""
    return date_format(at.astimezone(ZoneInfo(event.timezone)), "j M, H:i")


def time_in_cell(at: datetime | None, event: Tournament) -> datetime | None:
    """Convert a time to the event's time zone for a cell; None stays None."""
    return at.astimezone(ZoneInfo(event.timezone)) if at else None
