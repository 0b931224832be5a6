"""Report an event to Play! Pokémon: what to submit, the deadline, and whether it is done (R-099)."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pairings.queries.print.event_figures import divisions_now, finished_at
from pairings.views.tom.tom_files import lacks
from tournaments.access import event_page, signed_in
from tournaments.engine.kinds import REPORT_WITHIN_DAYS
from tournaments.models import Tournament
from tournaments.queries import report_state
from tournaments.services import events


@require_safe
@event_page("organize")
def event_report(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The file and the sheets to submit, the deadline, and the tick."""
    over_at = finished_at(divisions_now(event, unposted=True))
    last_day = timezone.localtime(over_at or event.starts_at).date()
    due = last_day + timedelta(days=REPORT_WITHIN_DAYS)
    context = {
        "page": "report",
        "report": report_state(event, finished_at=over_at),
        "over": over_at is not None,
        "due": due,
        "late": timezone.localdate() > due,
        **lacks(event),
    }
    return render(request, "pairings/tom/event_report.html", context)


@require_POST
@event_page("organize")
def event_reported(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Tick the report as done, or untick it."""
    if request.POST.get("reported") == "yes":
        events.report(event, by=signed_in(request))
        day = date_format(timezone.localtime(), "j F Y, H:i")
        messages.success(request, _("Saved: reported on %(day)s.") % {"day": day})
    else:
        events.withdraw_report(event, by=signed_in(request))
        messages.success(request, _("Saved: not reported yet."))
    return redirect("pairings:event_report", event.slug)
