"""The public page of an event's deck requirements."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from cards.engine.formats import deck_rule_lines
from core.requests import HomeRequest
from decks.forms.deck_check import event_query_string
from decks.models import ListRules
from decks.queries.lists import judging
from decks.words.requirement_words import requirement_text
from tournaments.access import event_page
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Tournament


@require_safe
@event_page()
def requirements_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the deck requirements: only the lines for htmx, otherwise the whole page."""
    is_team_battle = event.kind == Tournament.Kind.TEAM_BATTLE
    rules = ListRules.objects.filter(tournament=event).first()
    deck_context = judging.deck_context_of_event(event, rules, complete=True)
    check_url = f"{reverse('decks:check')}?{event_query_string(deck_context)}"
    tiebreaker = EDITIONS[event.edition].tiebreaker_game
    requirements = deck_rule_lines(event.play_style, team_battle=is_team_battle, tiebreaker_game=tiebreaker)
    lines = [requirement_text(line) for line in requirements]
    template = "decks/about/lines.html" if request.htmx else "decks/about.html"
    response = render(request, template, {"lines": lines, "check": check_url, "page": "event"})
    patch_vary_headers(response, ["HX-Request"])
    return response
