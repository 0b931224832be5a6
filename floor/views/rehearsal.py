"""Practice events (rehearsals) with made-up players, created on the front page and played minute by minute."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.requests import SignedInRequest, StaffRequest
from floor.forms.rehearsal import MinuteForm, RehearsalForm
from floor.services import rehearsal
from floor.services.rehearsal import hall
from pairings.models import Round
from tournaments.access import creates_events, event_page
from tournaments.models import Tournament

PLAYERS = 64
MINUTES = (5, 15, 30, 45, 60)


@require_POST
@creates_events
def create_rehearsal(request: SignedInRequest) -> HttpResponse:
    """Create a private event organized by the requesting user, with 64 players by default."""
    form = RehearsalForm(request.POST)
    if not form.is_valid():
        for error in form.errors["players"]:
            messages.error(request, str(error))
        return redirect(f"{reverse('tournaments:home')}#fold-try")
    players = form.cleaned_data["players"] or PLAYERS
    event = rehearsal.create_rehearsal(by=request.user, players=players)
    messages.success(
        request, _("%(count)s made-up players are checked in. Pair round 1.") % {"count": players}
    )
    return redirect("floor:rehearsal", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("organize")
def rehearsal_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Simulate the posted rounds of a rehearsal up to a minute, and advance their clocks.

    Events with real players and public events are refused.
    """
    if not hall.is_rehearsal(event):
        return render(request, "floor/rehearsal.html", {"real": True, "page": "rehearsal"})
    posted_rounds = Round.objects.select_related("division__tournament", "stage").filter(
        division__tournament=event, state=Round.State.POSTED
    )
    form = MinuteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        minute, by = form.cleaned_data["minute"], request.user
        performed = sum(hall.simulate_round_until(round_, minute, by=by) for round_ in posted_rounds)
        for round_ in posted_rounds:
            hall.advance_clock(round_, minute, by=by)
        text = ngettext(
            "%(count)d thing happened in the hall.", "%(count)d things happened in the hall.", performed
        )
        messages.success(request, text % {"count": performed})
        return redirect("floor:rehearsal", event.slug)
    minutes = sorted({*MINUTES, event.round_minutes})
    return render(
        request,
        "floor/rehearsal.html",
        {"playing": list(posted_rounds), "minutes": minutes, "page": "rehearsal"},
    )
