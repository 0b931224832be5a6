"""Paper size and page header for the documents of an event."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from core.engine.papers import Paper, paper_of_country
from core.engine.sheet_heads import SheetHead
from tournaments.models import Tournament


def usual_paper(event: Tournament) -> Paper:
    """Return the paper size of the event's country: Letter in North America, A4 elsewhere."""
    return paper_of_country(str(event.country))


def sheet_head(event: Tournament) -> SheetHead:
    """Return the header of every page: the event, and the time of printing in its time zone."""
    return SheetHead(event.name, "", "", timezone.now().astimezone(ZoneInfo(event.timezone)))
