"""Create an event from three answers."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.models import Team
from core.queries.teams import teams_of
from core.requests import SignedInRequest
from tournaments.access import creates_events
from tournaments.forms.event import browser_zone
from tournaments.forms.new_event import (
    NewEventForm,
    answers_with_current_defaults,
    answers_with_defaults,
    blank_event_form,
    refilled_event_form,
)
from tournaments.queries.team_entries import takes_teams


@creates_events
def new_event_page(request: SignedInRequest) -> HttpResponse:
    """Show the guided form, and create the event.

    The card on the home page posts its three answers to this view, and all other settings get defaults. A POST
    with `refill` only shows the form again, with the defaults of the chosen kind for untouched settings.
    """
    if request.method != "POST":
        return _render_new_event_form(
            request, blank_event_form(request.GET.dict(), zone=browser_zone(request))
        )
    if "refill" in request.POST:
        return _render_new_event_form(
            request, refilled_event_form(request.POST, changed=request.htmx.trigger_name or "")
        )
    answers = request.POST
    form = NewEventForm(
        # Only the guided form has the hidden field `usual`, the card on the home page does not.
        answers_with_current_defaults(answers)
        if "usual" in answers
        else answers_with_defaults(answers, zone=browser_zone(request))
    )
    event = form.save_new(by=request.user, team=_chosen_organizer_team(request)) if form.is_valid() else None
    if event is None:
        return _render_new_event_form(request, form)
    if takes_teams(event):
        messages.success(request, _("%(event)s is created. Now add teams.") % {"event": event.name})
        return redirect("tournaments:team_entries", event.slug)
    messages.success(request, _("%(event)s is created. Now add players.") % {"event": event.name})
    if event.features is None:
        return redirect("tournaments:event", event.slug)
    return redirect("pairings:enter", event.slug)


def _render_new_event_form(request: SignedInRequest, form: NewEventForm) -> HttpResponse:
    teams = teams_of(request.user)
    selected_team = _chosen_organizer_team(request) or next(iter(teams), None)
    return render(request, "tournaments/new.html", {"form": form, "teams": teams, "chosen": selected_team})


def _chosen_organizer_team(request: SignedInRequest) -> Team | None:
    """Return the chosen team if the user belongs to it, or None for a new team."""
    key = request.POST.get("team", "")
    return next((team for team in teams_of(request.user) if str(team.pk) == key), None)
