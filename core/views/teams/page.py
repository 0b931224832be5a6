"""The settings of a team's public page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.forms.teams import TeamPageForm
from core.models import Team
from core.queries.homes import core_page_address
from core.requests import TeamRequest
from core.sentences import refusal_text
from core.services import team_pages
from core.team_access import as_page_of_team


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_team(owner=True)
def team_page_settings(request: TeamRequest, team: Team) -> HttpResponse:
    """Show and save the texts of the page, and whether it is public."""
    form = TeamPageForm(initial=_initial_team_page_values(team))
    if request.method == "POST":
        with team_pages.locked_team(team) as locked:
            form = TeamPageForm(request.POST, initial=_initial_team_page_values(locked))
            if _save_team_page_form(request, form, locked):
                return redirect(core_page_address("team_page", team.pk))
    context = {"team": team, "form": form}
    return render(request, "core/teams/page.html", context, status=422 if form.errors else 200)


def _initial_team_page_values(team: Team) -> dict[str, str | bool]:
    return {
        "is_public": team.page_is_public,
        "about": team.about,
        "venue": team.venue,
        "map_link": team.map_link,
    }


def _save_team_page_form(request: TeamRequest, form: TeamPageForm, team: Team) -> bool:
    """Save the form if it is valid, and return whether it was saved. Otherwise the form contains the errors."""
    if not form.is_valid():
        return False
    try:
        saved = team_pages.change_team_page(team, by=request.user, **form.cleaned_data)
    except Refused as refused:
        form.add_error("map_link", refusal_text(refused))
        return False
    text = _("The page is public.") if saved.page_is_public else _("Saved. The page is not public.")
    messages.success(request, text)
    return True
