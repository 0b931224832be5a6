"""The teams that entered an event: list, add, import, change."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.refused import Refused
from core.sentences import refusal_text
from core.views import steps
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.documents import team_entries as documents
from tournaments.engine import team_entries as engine
from tournaments.forms.team_entries import TeamEntryForm, TeamsUpload
from tournaments.models import Tournament
from tournaments.queries import team_entries as queries
from tournaments.services import team_entries as services


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def team_entries(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every team with its players by seat, and a form to add one; 404 if the event takes no teams."""
    _require_teams(event)
    may_enter = request.can["run"]  # type: ignore[attr-defined]
    form = TeamEntryForm(request.POST if request.method == "POST" and may_enter else None, event=event)
    if form.is_bound and form.is_valid():
        seen = steps.newest(event)
        try:
            entry = services.add(event, form.entered, by=signed_in(request), division=form.division)
        except Refused as refused:
            form.add_refusal(refused)
        else:
            messages.success(request, _("Team %(name)s added.") % {"name": entry})
            steps.add_news(request, event, since=seen)
            return redirect("tournaments:team_entries", event.slug)
    return _page(request, event, form, TeamsUpload(event=event))


@require_POST
@event_page("run")
def team_entries_load(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Enter all teams of a file, or none."""
    _require_teams(event)
    form = TeamsUpload(request.POST, request.FILES, event=event)
    if form.is_valid():
        seen = steps.newest(event)
        try:
            teams = engine.read(*form.content())
            entered = services.add_all(event, teams, by=signed_in(request), division=form.division)
        except Refused as refused:
            facts = {"row": refused.facts.get("row"), "text": refusal_text(refused)}
            whole = _("Row %(row)s: %(text)s No team was added.") % facts if facts["row"] else facts["text"]
            form.add_error("file", str(whole))
        else:
            count = len(entered)
            messages.success(
                request, ngettext("%(n)s team added.", "%(n)s teams added.", count) % {"n": count}
            )
            steps.add_news(request, event, since=seen)
            return redirect("tournaments:team_entries", event.slug)
    return _page(request, event, TeamEntryForm(event=event), form)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@edits_alone
def team_entry(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Change a team's name, players or seats."""
    _require_teams(event)
    row = next((one for one in queries.team_rows(event) if one.entry == pk), None)
    if row is None:
        raise Http404
    form = TeamEntryForm(request.POST if request.method == "POST" else None, event=event, row=row)
    if form.is_bound and form.is_valid():
        entry = get_object_or_404(event.entries, pk=pk)
        try:
            services.change(entry, form.entered, by=signed_in(request))
        except Refused as refused:
            form.add_refusal(refused)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": form.entered.name})
            return redirect("tournaments:team_entries", event.slug)
    context = {"page": "players", "row": row, "form": form}
    return render(request, "tournaments/team_entry.html", context, status=422 if form.errors else 200)


@require_safe
@event_page("view")
def team_entries_export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The teams as CSV or XLSX, with the columns of an import file."""
    _require_teams(event)
    file = documents.spreadsheet(event, queries.team_rows(event), kind)
    return spreadsheet_response(file, f"{event.slug}-teams", kind)


def _require_teams(event: Tournament) -> None:
    if not queries.takes_teams(event):
        raise Http404


def _page(request: HttpRequest, event: Tournament, form: TeamEntryForm, upload: TeamsUpload) -> HttpResponse:
    context = {
        "page": "players",
        "rows": [(row, row.members) for row in queries.team_rows(event)],
        "form": form,
        "upload": upload,
    }
    failed = bool(form.errors or upload.errors)
    return render(request, "tournaments/team_entries.html", context, status=422 if failed else 200)
