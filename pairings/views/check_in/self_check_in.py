"""The settings of self check-in: its times, and the hall code."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.engine.refused import Refused
from core.requests import StaffRequest
from core.responses import make_response_private
from core.sentences import refusal_text
from pairings.forms.check_in import SelfCheckInForm
from tournaments import queries
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament
from tournaments.queries.self_check_in import self_check_in_of
from tournaments.services.self_check_in import renew_hall_code


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@locks_home_for_edit
def self_check_in_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the times and the hall code; a POST saves the times."""
    form = SelfCheckInForm(request.POST if request.method == "POST" else None, event=event)
    if form.is_bound and form.is_valid() and form.save(by=request.user):
        messages.success(request, _("Self check-in saved."))
        return redirect("pairings:self_check_in", event.slug)
    row = self_check_in_of(event)
    context = {
        "form": form,
        "row": row if row is not None and row.is_on else None,
        "phase": row.phase(timezone.now()).value if row else "off",
        "counts": queries.door_counts(event),
        "page": "door",
    }
    return make_response_private(
        render(request, "pairings/check_in/self_check_in.html", context, status=422 if form.errors else 200)
    )


@require_POST
@event_page("run")
def replace_hall_code(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Replace the hall code, which invalidates the old one."""
    try:
        row = renew_hall_code(event, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    else:
        messages.success(request, _("The new code is %(code)s. Print the sheet again.") % {"code": row.code})
    return redirect(reverse("pairings:self_check_in", args=[event.slug]))
