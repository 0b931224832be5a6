"""Report an event to Play! Pokémon: documents to submit, deadline, and whether it is done (R-099)."""

from collections.abc import Iterable
from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.requests import StaffRequest
from pairings.queries.desk.division_state import DivisionState, Phase, load_division_state
from pairings.queries.rounds.event_progress import event_finished_at, progress_of_divisions
from pairings.views.tom.tom_files import tom_omission_sentences
from tournaments.access import event_page
from tournaments.engine.kinds import REPORT_WITHIN_DAYS
from tournaments.models import Division, Tournament
from tournaments.queries import report_state
from tournaments.queries.report_state import ReportState
from tournaments.services import events


@require_safe
@event_page("organize")
def event_report_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the file and the sheets to submit, the deadline, and the box to tick once the event is reported."""
    over_at = event_finished_at(progress_of_divisions(event, unposted=True))
    last_day = timezone.localtime(over_at or event.starts_at).date()
    due_day = last_day + timedelta(days=REPORT_WITHIN_DAYS)
    context = {
        "page": "report",
        "report": report_state(event, finished_at=over_at),
        "over": over_at is not None,
        "due": due_day,
        "late": timezone.localdate() > due_day,
        **vars(tom_omission_sentences(event)),
    }
    return render(request, "pairings/tom/event_report.html", context)


def build_report_reminder(standpoint: DivisionState, divisions: Iterable[Division]) -> ReportState | None:
    """Return the state of the report to Play! Pokémon, for the desk.

    The report is due once all divisions with players are over.
    """
    other_divisions = (division for division in divisions if division.pk != standpoint.division.pk)
    # A division without players has no rounds to play.
    played_divisions = (
        other_division
        for other_division in other_divisions
        if other_division.entries.filter(dropped_in=None, disqualified=False).exists()
    )
    phases = (load_division_state(division).phase for division in played_divisions)
    all_over = all(phase in (Phase.SWISS_OVER, Phase.OVER) for phase in phases)
    over_at = standpoint.newest.closed_at if standpoint.newest and all_over else None
    return report_state(standpoint.division.tournament, finished_at=over_at)


@require_POST
@event_page("organize")
def mark_event_reported(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Mark the event as reported if the field `reported` is "yes", otherwise as not reported."""
    if request.POST.get("reported") == "yes":
        events.mark_event_as_reported(event, by=request.user)
        day = date_format(timezone.localtime(), "j F Y, H:i")
        messages.success(request, _("Saved: reported on %(day)s.") % {"day": day})
    else:
        events.mark_event_as_not_reported(event, by=request.user)
        messages.success(request, _("Saved: not reported yet."))
    return redirect("pairings:event_report", event.slug)
