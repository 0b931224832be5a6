"""The figures of a running event, for pages without access to rounds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from pairings.queries.print.event_figures import DivisionNow, divisions_now, finished_at
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
    context = {
        "divisions": [_division_row(row, own, alone=len(rows) == 1) for row in rows],
        "report": report_state(event, finished_at=finished_at(rows)) if can["organize"] else None,
        "page": "event",
    }
    template = "pairings/panel/figures.html" if request.htmx else "pairings/event_figures.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _division_row(row: DivisionNow, own: OwnClock, *, alone: bool) -> dict[str, object]:
    """The row of a division; without a name if it is `alone`, with the reader's clock if they play in it."""
    face = None
    if row.round is not None:
        home = row.round.division_id
        face = own.face(home) if own.plays_in(home) else scoreboard.clock(row.round)
    return {"row": row, "label": "" if alone else division_label(row.age_division), "face": face}
