"""Creating an event with three answers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.models import Team
from core.queries.teams import teams_of
from tournaments.access import creates_events, signed_in
from tournaments.forms.event import own_zone
from tournaments.forms.new_event import NewEventForm, blank, completed, refilled, settled


@creates_events
def new(request: HttpRequest) -> HttpResponse:
    """The guided form; the card on the home page posts three answers here."""
    if request.method != "POST":
        return _page(request, blank(request.GET.dict(), zone=own_zone(request)))
    if "refill" in request.POST:
        return _page(request, refilled(request.POST, changed=request.htmx.trigger_name or ""))  # type: ignore[attr-defined]
    typed = request.POST
    form = NewEventForm(settled(typed) if "usual" in typed else completed(typed, zone=own_zone(request)))
    event = form.save_new(by=signed_in(request), team=_team(request)) if form.is_valid() else None
    if event is None:
        return _page(request, form)
    messages.success(request, _("%(event)s is created. Now add players.") % {"event": event.name})
    if event.features is None:
        return redirect("tournaments:event", event.slug)
    return redirect("pairings:enter", event.slug)


def _page(request: HttpRequest, form: NewEventForm) -> HttpResponse:
    teams = teams_of(signed_in(request))
    chosen = _team(request) or next(iter(teams), None)
    return render(request, "tournaments/new.html", {"form": form, "teams": teams, "chosen": chosen})


def _team(request: HttpRequest) -> Team | None:
    """The chosen team, if the user is in it; None for their own."""
    wanted = request.POST.get("team", "")
    return next((one for one in teams_of(signed_in(request)) if str(one.pk) == wanted), None)
