"""Files: what goes out to other programs, and what comes in from TOM."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pairings.documents import exports
from pairings.forms.files import TakeOverForm, TomFileForm
from pairings.services import tom
from pairings.views.reports.scoreboard import board
from tournaments.access import creates_events, event_page
from tournaments.engine.refused import Refused
from tournaments.forms.event import own_zone
from tournaments.models import Tournament, User
from tournaments.sentences import say_refused

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@event_page("view")
def files(request: HttpRequest, event: Tournament) -> HttpResponse:
    return _page(request, event, TomFileForm())


def _page(request: HttpRequest, event: Tournament, form: TomFileForm) -> HttpResponse:
    context = {"page": "files", "board": board(event), "form": form, "bound": form.is_bound}
    return render(request, "pairings/files.html", context, status=422 if form.errors else 200)


@require_POST
@event_page("run")
def take_roster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The players of a file of TOM join this event."""
    form = TomFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form)
    data, filename = form.data_of()
    try:
        count = tom.import_roster(event, data, by=_who(request), filename=filename)
    except Refused as refused:
        form.add_error("file", say_refused(refused))
        return _page(request, event, form)
    said = ngettext("%(count)d player added from %(file)s.", "%(count)d players added from %(file)s.", count)
    messages.success(request, said % {"count": count, "file": filename})
    return redirect("pairings:files", event.slug)


@creates_events
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """A whole event of TOM, running or finished, becomes one of ours."""
    form = TakeOverForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, filename = form.data_of()
        try:
            event = tom.import_event(
                data,
                by=_who(request),
                filename=filename,
                name=form.cleaned_data["name"],
                timezone=form.cleaned_data["timezone"],
                otherwise=own_zone(request),
            )
        except Refused as refused:
            form.add_error("file", say_refused(refused))
        else:
            return _taken(request, event)
    return render(request, "pairings/take_over.html", {"form": form}, status=422 if form.errors else 200)


def _taken(request: HttpRequest, event: Tournament) -> HttpResponse:
    messages.success(request, _("%(event)s is here with everything the file holds.") % {"event": event.name})
    for one in tom.renamed(event):
        facts = {"known": one.known, "in_file": one.in_file, "player_id": one.player_id}
        text = _(
            "Player ID %(player_id)s is known here as %(known)s; the file says %(in_file)s. The known name was kept."
        )
        messages.warning(request, text % facts)
    return redirect(reverse("pairings:standings", args=[event.slug]))


def _who(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101
    return request.user


@require_safe
@event_page("view")
def spreadsheet(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Standings and pairings as XLSX."""
    return _download(exports.spreadsheet(event), XLSX, f"{event.slug}.xlsx")


@require_safe
@event_page("view")
def standings_csv(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Standings as CSV."""
    return _download(exports.standings_csv(event), "text/csv; charset=utf-8", f"{event.slug}-standings.csv")


def _download(data: bytes, kind: str, filename: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return HttpResponse(data, content_type=kind, headers=headers)
