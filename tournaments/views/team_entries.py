"""Teams in an event: list, add, import and change them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import undo_links
from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from tournaments.access import event_page, locks_home_for_edit
from tournaments.documents import team_entries as documents
from tournaments.engine import team_entries as engine
from tournaments.forms.team_entries import TeamEntryForm, TeamsUpload
from tournaments.models import Tournament
from tournaments.queries import team_entries as queries
from tournaments.services import team_entries as services
from tournaments.words.team_rules import OF_KIND

SHEETS = {"two_on_two": "2-on-2", "team_battle": "team-battle"}
"""Rule sheets for the tables, by kind of event."""


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def team_entries(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show every team with its players by seat, and for users who run the event a form to add one.

    404 if the event takes no teams.
    """
    _require_team_event(event)
    may_enter = request.can["run"]
    form = TeamEntryForm(request.POST if request.method == "POST" and may_enter else None, event=event)
    if form.is_bound and form.is_valid():
        since = undo_links.newest_line_key(event)
        try:
            entry = services.add_team_entry(event, form.entered, by=request.user, division=form.division)
        except Refused as refused:
            form.add_refusal(refused)
        else:
            messages.success(request, _("Team %(name)s added.") % {"name": entry})
            undo_links.add_step_news(request, event, since=since)
            return redirect("tournaments:team_entries", event.slug)
    return _teams_page(request, event, form, TeamsUpload(event=event))


@require_POST
@event_page("run")
def team_entries_load(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Enter all teams of a file, or none."""
    _require_team_event(event)
    form = TeamsUpload(request.POST, request.FILES, event=event)
    if form.is_valid():
        since = undo_links.newest_line_key(event)
        try:
            teams = engine.read_teams(*form.content())
            entered = services.add_team_entries(event, teams, by=request.user, division=form.division)
        except Refused as refused:
            facts = {"row": refused.facts.get("row"), "text": refusal_text(refused)}
            sentence = (
                _("Row %(row)s: %(text)s No team was added.") % facts if facts["row"] else facts["text"]
            )
            form.add_error("file", str(sentence))
        else:
            count = len(entered)
            messages.success(
                request, ngettext("%(n)s team added.", "%(n)s teams added.", count) % {"n": count}
            )
            undo_links.add_step_news(request, event, since=since)
            return redirect("tournaments:team_entries", event.slug)
    return _teams_page(request, event, TeamEntryForm(event=event), form)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@locks_home_for_edit
def team_entry(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show the form of a team, and save its name, players and seats. 404 if there is no such team."""
    _require_team_event(event)
    row = next((team for team in queries.team_rows(event) if team.entry == pk), None)
    if row is None:
        raise Http404
    form = TeamEntryForm(request.POST if request.method == "POST" else None, event=event, row=row)
    if form.is_bound and form.is_valid():
        entry = get_object_or_404(event.entries, pk=pk)
        try:
            services.change_team_entry(entry, form.entered, by=request.user)
        except Refused as refused:
            form.add_refusal(refused)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": form.entered.name})
            return redirect("tournaments:team_entries", event.slug)
    context = {"page": "players", "row": row, "form": form}
    return render(request, "tournaments/team_entry.html", context, status=422 if form.errors else 200)


@require_safe
@event_page("view")
def team_entries_export(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return the teams as CSV or XLSX, with the columns of an import file."""
    _require_team_event(event)
    file = documents.teams_spreadsheet(event, queries.team_rows(event), kind)
    return spreadsheet_response(file, f"{event.slug}-teams", kind)


def _require_team_event(event: Tournament) -> None:
    if not queries.takes_teams(event):
        raise Http404


def _teams_page(
    request: HttpRequest, event: Tournament, form: TeamEntryForm, upload: TeamsUpload
) -> HttpResponse:
    """Render the teams with the form for one team and the upload; status 422 if either has errors."""
    context = {
        "page": "players",
        "rows": [(row, row.members) for row in queries.team_rows(event)],
        "singles": [str(entry) for entry in event.entries.filter(teammates=None)],
        "alone": event.kind not in engine.TEAMS_ONLY,
        "rules": OF_KIND[event.kind],
        "sheet": SHEETS[event.kind],
        "form": form,
        "upload": upload,
    }
    failed = bool(form.errors or upload.errors)
    return render(request, "tournaments/team_entries.html", context, status=422 if failed else 200)
