"""A hall screen: one public address for a television, controlled from the desk."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.engine.numbers import whole_number
from core.requests import HomeRequest
from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from floor.engine.hall_screens import WITH_RESULTS, ScreenPart, ScreenSettings
from floor.models import HallScreen
from floor.queries import hall_lines
from floor.views.screens import qr_codes, screen_pages
from pairings.models import Round
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.labels import division_letter
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DivisionClock:
    """The clock of one of several divisions. `letter` is the letter on its badge."""

    division: str
    letter: str
    face: ClockFace


@require_safe
@event_page()
def screen_page(request: HomeRequest, event: Tournament, code: str) -> HttpResponse:
    """Show the screen with this code. A removed screen is automatic."""
    screen = get_object_or_404(event.screens, code=code)
    if screen.removed_at is not None:
        return _render_screen(request, event, ScreenSettings(), HallScreen(code=code))
    return _render_screen(request, event, screen.settings, screen)


@require_safe
@event_page()
def automatic_screen(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show an automatic screen for any television. `?show=` selects one part, `?division=` one division."""
    part = request.GET.get("show", "")
    parts = (part,) if part in list(ScreenPart) and part != ScreenPart.FEATURE else ()
    division = whole_number(request.GET.get("division", ""), digits=9)
    # Lines of a screen are cached by division, so only divisions of this event are accepted.
    if division is not None and not event.divisions.filter(pk=division).exists():
        division = None
    return _render_screen(request, event, ScreenSettings(parts, division=division), HallScreen())


@require_safe
def redirect_to_screen(_request: HttpRequest, code: str) -> HttpResponse:
    """Redirect from an address that is short enough to type with a remote control."""
    screen = get_object_or_404(HallScreen.objects.select_related("tournament"), code=code)
    return redirect("floor:screen", screen.tournament.slug, screen.code)


def _division_clocks(rounds: Sequence[Round]) -> list[DivisionClock]:
    """List the clocks of the rounds.

    The list is empty for a single round, because the scoreboard already shows its clock.
    """
    if len(rounds) < 2:
        return []
    faces = [(round_.division, scoreboard.clock_of_posted_round(round_)) for round_ in rounds]
    return [
        DivisionClock(str(division), division_letter(division.age_division), face)
        for division, face in faces
        if face
    ]


def _render_screen(
    request: HomeRequest, event: Tournament, settings: ScreenSettings, screen: HallScreen
) -> HttpResponse:
    """Render all pages of a screen. A script switches between them.

    Without a script, `?p=` selects a page.
    """
    wall = screen_pages.screen_pages(request, event, settings, timezone.now())
    number = whole_number(request.GET.get("p", ""), digits=9) or 1
    page_index = (number - 1) % len(wall.leaves)
    shows_results = not WITH_RESULTS.isdisjoint(wall.parts)
    request.live.hall_screen(event.pk, screen.code, results=shows_results)
    query = request.GET.copy()
    query["p"] = str((page_index + 1) % len(wall.leaves) + 1)
    full_screen_message = screen.message if screen.message_fills else ""
    # The screen has a small clock in the corner unless it shows only the clock.
    board = Scoreboard()
    division_clocks: list[DivisionClock] = []
    if wall.parts != (ScreenPart.CLOCK,):
        rounds = hall_lines.rounds_in_play(event, settings.division)
        board, division_clocks = scoreboard.scoreboard_of_rounds(rounds), _division_clocks(rounds)
    context = {
        "screen": screen,
        "leaves": wall.leaves,
        "current": wall.leaves[page_index],
        "seconds": settings.seconds,
        "next_url": f"?{query.urlencode()}",
        "here": request.get_full_path(),
        "due": scoreboard.milliseconds(wall.due),
        "now": scoreboard.milliseconds(timezone.now()),
        "made_of": f"{static('js/screen.js')} {static('css/wall.css')} {static('css/stadium.css')}",
        "alone": full_screen_message,
        "board": board,
        "clocks": division_clocks,
        **vars(qr_codes.qr_code_of_path(request, reverse("pairings:pairings", args=[event.slug]))),
    }
    response = render(request, "floor/screens/screen.html", context)
    response["Cache-Control"] = "no-store"
    return response
