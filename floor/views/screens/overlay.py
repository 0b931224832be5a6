"""The lower third of a stream: the feature match of a screen, on a transparent background."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.requests import HomeRequest
from core.scoreboard.clock_face import ClockFace
from floor.queries import hall_lines
from floor.views.screens import feature_match
from floor.views.screens.feature_match import FeatureMatch
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class OverlayPage:
    """The match that a screen features, its round and its clock."""

    feature: FeatureMatch
    division: Division
    round: str
    clock: ClockFace | None

    @property
    def game(self) -> int | None:
        """The number of the game in play. It is None if games are not counted or the match is over."""
        games = [side.games for side in self.feature.sides if side.games is not None]
        return sum(games) + 1 if games and not self.feature.result else None


@require_safe
@event_page()
def overlay_page(request: HomeRequest, event: Tournament, code: str) -> HttpResponse:
    """Show the feature match of the screen with this code. Without a feature match, the page is transparent."""
    screen = get_object_or_404(event.screens, code=code)
    request.live.hall_screen(event.pk, screen.code, results=True)
    overlay = (
        None if screen.removed_at else _load_overlay(event, screen.settings.division, screen.settings.table)
    )
    response = render(request, "floor/screens/overlay.html", {"screen": screen, "overlay": overlay})
    response["Cache-Control"] = "no-store"
    return response


def _load_overlay(event: Tournament, division: int | None, table: int | None) -> OverlayPage | None:
    """Load the match at this table, or at the first feature table if `table` is None. Return None without a match."""
    now, rounds = timezone.now(), hall_lines.newest_rounds(event, division)
    number = feature_match.featured_table(event, rounds, table)
    match = feature_match.feature_match(rounds, number, now) if number else None
    if match is None:
        return None
    round_ = match.match.round
    return OverlayPage(
        feature=match,
        division=round_.division,
        round=clocks.round_text(round_),
        clock=None if match.result else scoreboard.match_clock(match.match, now),
    )
