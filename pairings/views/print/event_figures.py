"""The figures of a running event, for pages without access to rounds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from pairings.queries.print.event_figures import divisions_now, finished_at
from pairings.views.reports import scoreboard
from pairings.views.reports.own_clock import OwnClock
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries import report_state
from tournaments.wording import division_label


@event_page()
def panel(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The state of each division, and for organizers whether results are to be reported (R-099)."""
    can = request.can  # type: ignore[attr-defined]
    rows, own = divisions_now(event, unposted=can["view"]), OwnClock(request, event)
    divisions = []
    for row in rows:
        face = None
        if row.round is not None:
            home = row.round.division_id
            face = own.face(home) if own.plays_in(home) else scoreboard.clock(row.round)
        label = division_label(row.age_division) if len(rows) > 1 else ""
        divisions.append({"row": row, "label": label, "face": face})
    context = {
        "divisions": divisions,
        "report": report_state(event, finished_at=finished_at(rows)) if can["organize"] else None,
        "page": "event",
    }
    template = "pairings/panel/figures.html" if request.htmx else "pairings/event_figures.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
