"""The seats of the player meeting."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from core.documents.downloads import spreadsheet_response
from core.requests import HomeRequest, StaffRequest
from core.tables import long_lists
from core.tables.letters import letter_pages
from pairings.documents import meeting_spreadsheet as documents
from pairings.queries.rounds import meeting as seating
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries
from tournaments.views.personal_link import own_links


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player with the table at the meeting. `number` is the place in the whole list, from 1."""

    number: int
    name: str
    table: int
    division: str


@require_GET
@event_page()
def meeting_seats_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """List the players by name with their table at the player meeting, those of this phone first.

    A long list comes in pages; `?q=` searches the names of all of them.
    """
    division_names = {division.pk: str(division) for division in divisions_with_entries(event)}
    seats = seating.assign_meeting_seats(event, public=not request.can["view"])
    if long_lists.is_name_index_requested(request):
        return long_lists.name_index_response((seat.person.name, seat.table, "") for seat in seats)
    part = long_lists.requested_list_page(request.GET, seats, name=lambda seat: seat.person.name)

    def line(number: int, seat: seating.MeetingSeat) -> SeatLine:
        division = division_names[seat.division] if len(division_names) > 1 else ""
        return SeatLine(number, seat.person.name, seat.table, division)

    own_entries = {link.entry_id for link in own_links(request, event)}
    context = {
        "page": "print" if request.can["run"] else "pairings",
        "board": scoreboard.scoreboard_of_event(event, None),
        "part": part,
        "lines": [line(number, seat) for number, seat in part.rows],
        "own": [
            line(number, seat)
            for number, seat in enumerate(seats, start=1)
            if seat.person.entry_id in own_entries
        ],
        "letters": letter_pages(part, [seat.person.sort_name for seat in seats]),
        "anybody": bool(seats),
        "title": _("Player meeting"),
    }
    return render(request, "pairings/meeting.html", context)


@require_safe
@event_page("view")
def export_meeting_seats(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download every seat with the full name as CSV or XLSX."""
    division_names = {division.pk: str(division) for division in event.divisions.all()}
    file = documents.meeting_seats_spreadsheet(
        event, seating.assign_meeting_seats(event), division_names, kind
    )
    return spreadsheet_response(file, f"{event.slug}-player-meeting", kind)
