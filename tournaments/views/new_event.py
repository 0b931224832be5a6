"""A new event in three answers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.access import creates_events
from tournaments.forms.event import own_zone
from tournaments.forms.new_event import NewEventForm, blank, completed, refilled, settled


@creates_events
def new(request: HttpRequest) -> HttpResponse:
    """The guided form; the card on the home page sends three answers here."""
    if request.method != "POST":
        return _page(request, blank(request.GET.dict(), zone=own_zone(request)))
    if "refill" in request.POST:
        return _page(request, refilled(request.POST, changed=request.htmx.trigger_name or ""))  # type: ignore[attr-defined]
    typed = request.POST
    form = NewEventForm(settled(typed) if "usual" in typed else completed(typed, zone=own_zone(request)))
    event = form.save_new(by=request.user) if form.is_valid() else None  # type: ignore[arg-type]
    if event is None:
        return _page(request, form)
    messages.success(request, _("%(event)s is created. Now add players.") % {"event": event.name})
    if event.features is None:
        return redirect("tournaments:event", event.slug)
    return redirect("pairings:enter", event.slug)


def _page(request: HttpRequest, form: NewEventForm) -> HttpResponse:
    return render(request, "tournaments/new.html", {"form": form})
