"""The files page: exports for other programs, and imports from TOM."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.views.decorators.http import require_POST, require_safe

from core import stamps, undo_links
from core.documents.downloads import spreadsheet_response
from core.documents.spreadsheets import CSV, XLSX
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from core.services.made_files import FileOrder
from core.views.made_files import FileRequest
from pairings import tasks
from pairings.documents import exports
from pairings.engine.refusals import PairingRefusal
from pairings.forms.tom_files import TomRosterForm
from pairings.services.tom import importing
from pairings.views.reports.scoreboard import scoreboard_of_event
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.scopes import is_event_unchanged


@require_safe
@event_page("view")
def files_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the exports of the event and the form to import players from a TOM file."""
    context = {"page": "files", "board": scoreboard_of_event(event), "form": TomRosterForm(), "bound": False}
    return render(request, "pairings/files.html", context)


@require_POST
@event_page("run")
def import_tom_roster(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Add the players of a TOM file to this event.

    If the file seems to contain other people, the form asks for confirmation (`same_people`).
    """
    form = TomRosterForm(request.POST, request.FILES)
    if form.is_valid():
        data, filename = form.content_and_name()
        newest_before = undo_links.newest_line_key(event)
        try:
            player_count = importing.import_players_from_tom_file(
                event, data, by=request.user, filename=filename, same_people=form.same_people
            )
        except Refused as refused:
            if refused.code == PairingRefusal.TOM_OTHER_PEOPLE:
                form.ask()
            form.add_error("file", refusal_text(refused))
        else:
            message = ngettext(
                "%(count)d player added from %(file)s.",
                "%(count)d players added from %(file)s.",
                player_count,
            )
            messages.success(request, message % {"count": player_count, "file": filename})
            undo_links.add_step_news(request, event, since=newest_before)
            return redirect("pairings:files", event.slug)
    context = {"page": "files", "board": scoreboard_of_event(event), "form": form, "bound": True}
    return render(request, "pairings/files.html", context, status=422)


@require_safe
@event_page("view")
def download_spreadsheet(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Download standings and pairings as XLSX."""
    facts = exports.EventFileFacts(event=event.pk, language=get_language() or "en")
    return FileRequest(
        request=request,
        order=FileOrder(
            task=tasks.make_event_spreadsheet,
            home=event.pk,
            facts=dict(facts),
            version=stamps.current_stamp_position,
            is_current=partial(is_event_unchanged, event.pk),
        ),
        make=partial(exports.event_spreadsheet, event),
        respond=lambda data: spreadsheet_response((data, XLSX), event.slug, "xlsx"),
        count_rows=event.entries.count,
        page="files",
        back=reverse("pairings:files", args=[event.slug]),
    ).answer()


@require_safe
@event_page("view")
def download_standings_csv(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Download the standings as CSV."""
    return spreadsheet_response((exports.standings_csv(event), CSV), f"{event.slug}-standings", "csv")
