"""The report of an event: attendance, rounds, penalties, calls, checks and staff in figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from core.requests import StaffRequest
from core.responses import render_page
from floor.queries.event_summary import event_summary
from floor.words.event_summary import summary_figures, summary_sections
from floor.words.event_summary.sections import Section
from pairings.queries.rounds.event_progress import is_event_over
from tournaments.access import event_page
from tournaments.models import Tournament


@dataclass(frozen=True, kw_only=True)
class EventSummaryPage:
    """Context of the report. `over`: whether all rounds are played, so that its figures are final."""

    page: str
    figures: Sequence[tuple[int, str]]
    sections: Sequence[Section]
    over: bool


@require_safe
@event_page("view")
def event_summary_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the figures of the event so far, for its staff."""
    summary = event_summary(event)
    page = EventSummaryPage(
        page="summary",
        figures=summary_figures(summary),
        sections=summary_sections(summary),
        over=is_event_over(event),
    )
    return render_page(request, "floor/event_summary.html", page)
