"""Rounds and penalties of one player, as a panel of the player's page or as a separate page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.requests import StaffRequest
from floor.queries.penalties import penalties_of_players
from floor.views import penalties
from pairings.engine.outcomes import Result
from pairings.models import Standing
from pairings.queries.rounds.player_matches import player_matches as matches_of
from tournaments.access import event_page, get_entry_or_404
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
"""State, icon (empty for the default) and word of each result, as the player sees it."""


@event_page("view")
def player_matches_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show each round with opponent, table, result and points, and the player's penalties.

    A request by htmx gets only the panel.
    """
    entry = get_entry_or_404(event, pk)
    rows = [(match, *WORDS[match.result]) for match in matches_of(entry)]
    is_part = request.htmx
    template = "floor/player_matches.html" if is_part else "floor/player_matches_page.html"
    context = {
        "page": "players",
        "entry": entry,
        "lines": rows,
        "ranked": Standing.objects.filter(entry=entry).exists(),
        "penalties": penalties.penalty_rows(event, penalties_of_players([entry])[entry.pk]),
    }
    return render(request, template, context)
