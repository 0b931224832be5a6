"""Progress of a running event, loaded into pages of apps that must not import rounds."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from core.requests import HomeRequest
from core.scoreboard.clock_face import ClockFace
from pairings.queries.reports import clocks
from pairings.queries.rounds.event_progress import DivisionProgress, event_finished_at, progress_of_divisions
from pairings.views.reports import scoreboard
from pairings.views.reports.own_clock import OwnClock
from tournaments.access import event_page
from tournaments.labels import division_label
from tournaments.models import Tournament
from tournaments.queries import report_state


@dataclass(frozen=True, slots=True)
class DivisionFigures:
    """Progress of one division.

    - `row`: its state.
    - `label`: its name, or "" if it is the only one.
    - `face`: the clock of its round or of the reader's table.
    - `share`: percentage of the round's time left, 0 between rounds, None before round 1 or without a clock.
    """

    row: DivisionProgress
    label: str
    face: ClockFace | None = None
    share: int | None = None
    is_own: bool = False
    """Whether one of the reader's players is in the division."""


@event_page()
def division_progress_panel(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Render the state of each division, and for organizers whether results must be reported (R-099).

    For htmx, this is only the panel, otherwise a page.
    """
    can = request.can
    division_states, own_clock = progress_of_divisions(event, unposted=can["view"]), OwnClock(request, event)
    divisions = []
    for state in division_states:
        label = division_label(state.age_division) if len(division_states) > 1 else ""
        if state.round is None:
            divisions.append(DivisionFigures(state, label, share=None if state.state == "waiting" else 0))
            continue
        division = state.round.division_id
        is_own = own_clock.plays_in(division)
        face = own_clock.face(division) if is_own else scoreboard.clock_of_posted_round(state.round)
        seconds = 60 * clocks.minutes_of_round(state.round)
        share = min(100, round(100 * face.seconds / seconds)) if face and seconds else None
        divisions.append(DivisionFigures(state, label, face, share, is_own))
    context = {
        "divisions": divisions,
        "report": report_state(event, finished_at=event_finished_at(division_states))
        if can["organize"]
        else None,
        "page": "event",
    }
    template = "pairings/panel/figures.html" if request.htmx else "pairings/event_figures.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
