"""What the reports of an event share: their head, how they tell times, what kind of file they are."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from core.engine.heads import SheetHead
from tournaments.models import Tournament
from tournaments.queries.seals import newest_digest

ROW = 20.0


def report_head(event: Tournament, page: str, absolute: Callable[[str], str]) -> SheetHead:
    """The head of a report; `page` is the URL name of the same thing on the screen."""
    printed_at = timezone.localtime(timezone=ZoneInfo(event.timezone))
    return SheetHead(
        event.name, "", "", printed_at, absolute(reverse(page, args=[event.slug])), newest_digest(event)
    )


def on_paper(at: datetime, event: Tournament) -> str:
    """A time on the clock of the event, as a column of a sheet has it: "29 Jul, 12:30"."""
    return date_format(at.astimezone(ZoneInfo(event.timezone)), "j M, H:i")


def in_cell(at: datetime | None, event: Tournament) -> datetime | None:
    """A time on the clock of the event, as a cell has it; None where there is none."""
    return at.astimezone(ZoneInfo(event.timezone)) if at else None
