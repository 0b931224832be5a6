"""Rounds and penalties of one player: a panel of the player's page, or a page without script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from floor.queries.penalties import of_players
from floor.views import penalties
from pairings.engine.outcomes import Result
from pairings.models import Standing
from pairings.queries.rounds.player_matches import player_matches as matches_of
from tournaments.access import entry_of, event_page
from tournaments.models import Tournament

WORDS = {
    Result.OPEN: ("missing", "", _("No result yet")),
    Result.WIN: ("good", "", pgettext_lazy("one match", "Won")),
    Result.LOSS: ("playing", "minus", pgettext_lazy("one match", "Lost")),
    Result.TIE: ("info", "swap", _("Tie")),
    Result.DOUBLE_LOSS: ("playing", "minus", _("Double loss")),
    Result.BYE: ("good", "", _("Bye")),
    Result.AWARDED_BYE: ("good", "", _("Bye awarded in advance")),
    Result.LATE_LOSS: ("playing", "minus", _("Loss, round missed")),
}
"""State, icon (empty for the default) and word of each result, from the player's view."""


@event_page("view")
def player_matches(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show round, opponent, table, result and points."""
    entry = entry_of(event, pk)
    lines = [(line, *WORDS[line.result]) for line in matches_of(entry)]
    part = request.htmx  # type: ignore[attr-defined]
    template = "floor/player_matches.html" if part else "floor/player_matches_page.html"
    context = {
        "page": "players",
        "entry": entry,
        "lines": lines,
        "ranked": Standing.objects.filter(entry=entry).exists(),
        "penalties": penalties.lines(event, of_players([entry])[entry.pk]),
    }
    return render(request, template, context)
