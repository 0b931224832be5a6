"""The seats of the player meeting."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.people import search_key
from pairings.documents import meeting_table as documents
from pairings.queries.rounds import meeting as seating
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions


@require_GET
@event_page()
def meeting(request: HttpRequest, event: Tournament) -> HttpResponse:
    """All players by name with a table; the page can find a name."""
    wanted = request.GET.get("q", "").strip()
    names = {division.pk: str(division) for division in played_divisions(event)}
    seats = seating.seats(event, public=not round_chrome.may(request, "view"))
    named = [seat for seat in seats if search_key(wanted) in search_key(seat.person.name)]
    context = {
        "page": "print" if round_chrome.may(request, "run") else "pairings",
        "board": scoreboard.board(event, None),
        "wanted": wanted,
        "lines": [
            {
                "name": seat.person.name,
                "table": seat.table,
                "division": names[seat.division] if len(names) > 1 else "",
            }
            for seat in named
        ],
        "anybody": bool(seats),
        "title": _("Player meeting"),
    }
    return render(request, "pairings/meeting.html", context)


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Every seat with the full name as CSV or XLSX."""
    names = {division.pk: str(division) for division in event.divisions.all()}
    file = documents.spreadsheet(event, seating.seats(event), names, kind)
    return spreadsheet_response(file, f"{event.slug}-player-meeting", kind)
