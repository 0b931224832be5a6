"""The files page: exports for other programs, and imports from TOM."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core.documents.spreadsheets import CSV, XLSX
from core.engine.refused import Refused
from core.sentences import refusal_text
from core.views import steps
from pairings.documents import exports
from pairings.engine.refusals import PairingRefusal
from pairings.forms.files import TomRosterForm
from pairings.services import tom
from pairings.views.reports.scoreboard import board
from tournaments.access import event_page
from tournaments.models import Tournament, User


@require_safe
@event_page("view")
def files(request: HttpRequest, event: Tournament) -> HttpResponse:
    return _page(request, event, TomRosterForm())


def _page(request: HttpRequest, event: Tournament, form: TomRosterForm) -> HttpResponse:
    context = {"page": "files", "board": board(event), "form": form, "bound": form.is_bound}
    return render(request, "pairings/files.html", context, status=422 if form.errors else 200)


@require_POST
@event_page("run")
def take_roster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Add the players of a TOM file to this event."""
    form = TomRosterForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form)
    data, filename = form.data_of()
    seen = steps.newest(event)
    try:
        assert isinstance(request.user, User)  # noqa: S101 - the page lets in nobody else
        count = tom.import_roster(
            event, data, by=request.user, filename=filename, same_people=form.same_people
        )
    except Refused as refused:
        if refused.code == PairingRefusal.TOM_OTHER_PEOPLE:
            form.ask()
        form.add_error("file", refusal_text(refused))
        return _page(request, event, form)
    message = ngettext(
        "%(count)d player added from %(file)s.", "%(count)d players added from %(file)s.", count
    )
    messages.success(request, message % {"count": count, "file": filename})
    steps.add_news(request, event, since=seen)
    return redirect("pairings:files", event.slug)


@require_safe
@event_page("view")
def spreadsheet(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Standings and pairings as XLSX."""
    return _download(exports.spreadsheet(event), XLSX, f"{event.slug}.xlsx")


@require_safe
@event_page("view")
def standings_csv(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Standings as CSV."""
    return _download(exports.standings_csv(event), CSV, f"{event.slug}-standings.csv")


def _download(data: bytes, kind: str, filename: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return HttpResponse(data, content_type=kind, headers=headers)
