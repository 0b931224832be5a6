"""The seats of the player meeting."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.person_names import search_key
from core.requests import HomeRequest, StaffRequest
from pairings.documents import meeting_spreadsheet as documents
from pairings.queries.rounds import meeting as seating
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries


@require_GET
@event_page()
def meeting_seats_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """List all players by name with their table at the player meeting. `?q=` searches names."""
    search_text = request.GET.get("q", "").strip()
    division_names = {division.pk: str(division) for division in divisions_with_entries(event)}
    seats = seating.assign_meeting_seats(event, public=not request.can["view"])
    matching_seats = [seat for seat in seats if search_key(search_text) in search_key(seat.person.name)]
    context = {
        "page": "print" if request.can["run"] else "pairings",
        "board": scoreboard.scoreboard_of_event(event, None),
        "wanted": search_text,
        "lines": [
            {
                "name": seat.person.name,
                "table": seat.table,
                "division": division_names[seat.division] if len(division_names) > 1 else "",
            }
            for seat in matching_seats
        ],
        "anybody": bool(seats),
        "title": _("Player meeting"),
    }
    return render(request, "pairings/meeting.html", context)


@require_safe
@event_page("view")
def export_meeting_seats(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download every seat with the full name as CSV or XLSX."""
    division_names = {division.pk: str(division) for division in event.divisions.all()}
    file = documents.seats_spreadsheet(event, seating.assign_meeting_seats(event), division_names, kind)
    return spreadsheet_response(file, f"{event.slug}-player-meeting", kind)
