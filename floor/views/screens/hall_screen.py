"""A hall screen: one public address for a television, controlled from the desk."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.engine.numbers import whole_number
from floor.engine.hall_screens import WITH_RESULTS, Part, Settings
from floor.models import HallScreen
from floor.queries import hall_lines
from floor.views.screens import leaves
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page()
def screen(request: HttpRequest, event: Tournament, code: str) -> HttpResponse:
    """The screen with this code; a removed one is automatic."""
    row = get_object_or_404(event.screens, code=code)
    if row.removed_at is not None:
        return _page(request, event, Settings(), HallScreen(code=code))
    return _page(request, event, row.settings, row)


@require_safe
@event_page()
def automatic(request: HttpRequest, event: Tournament) -> HttpResponse:
    """An automatic screen for any television. `?show=`: one part alone, `?division=`: one division."""
    part = request.GET.get("show", "")
    parts = (part,) if part in list(Part) and part != Part.FEATURE else ()
    division = _number(request, "division")
    # Lines of a screen are cached by division, so only those of this event are accepted.
    if division is not None and not event.divisions.filter(pk=division).exists():
        division = None
    return _page(request, event, Settings(parts, division=division), HallScreen())


@require_safe
def short(_request: HttpRequest, code: str) -> HttpResponse:
    """Redirect from an address short enough for a remote control."""
    row = get_object_or_404(HallScreen.objects.select_related("tournament"), code=code)
    return redirect("floor:screen", row.tournament.slug, row.code)


def _page(request: HttpRequest, event: Tournament, settings: Settings, row: HallScreen) -> HttpResponse:
    """Render all pages at once, which the screen turns by itself. Without a script `?p=` selects one."""
    wall = leaves.wall(request, event, settings, timezone.now())
    place = ((_number(request, "p") or 1) - 1) % len(wall.leaves)
    results = not WITH_RESULTS.isdisjoint(wall.parts)
    request.live.hall_screen(event.pk, row.code, results=results)  # type: ignore[attr-defined]
    query = request.GET.copy()
    query["p"] = str((place + 1) % len(wall.leaves) + 1)
    whole_wall = row.message if row.message_fills else ""
    # The clock in the corner, if one division plays and it is not shown alone.
    board: Mapping[str, object] = {"line": "", "clock": None}
    if wall.parts != (Part.CLOCK,):
        board = scoreboard.of_rounds(hall_lines.playing(event, settings.division))
    context = {
        "screen": row,
        "leaves": wall.leaves,
        "current": wall.leaves[place],
        "seconds": settings.seconds,
        "next_url": f"?{query.urlencode()}",
        "here": request.get_full_path(),
        "due": scoreboard.milliseconds(wall.due),
        "now": scoreboard.milliseconds(timezone.now()),
        "made_of": f"{static('js/screen.js')} {static('css/floor.css')} {static('css/stadium.css')}",
        "alone": whole_wall,
        "board": board,
        **leaves.qr_context(request, reverse("pairings:pairings", args=[event.slug])),
    }
    response = render(request, "floor/screens/screen.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.GET.get(name, ""), digits=9)
