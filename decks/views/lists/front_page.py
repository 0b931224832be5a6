"""Deck lists on the front page of an event."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from core.requests import HomeRequest
from decks.models import ListRules
from decks.queries.lists import submission_window
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page()
def show_list_requirements(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show how and until when to submit lists: a card for htmx, otherwise a page."""
    rules = ListRules.objects.filter(tournament=event).first()
    template = "decks/lists/front_card.html" if request.htmx else "decks/lists/front.html"
    closed_at = submission_window.closing_time_for_all(event, rules, timezone.now()) if rules else None
    window = submission_window.window_code(rules, closed_at) if rules else ""
    response = render(
        request, template, {"rules": rules, "closed": closed_at, "window": window, "page": "event"}
    )
    patch_vary_headers(response, ["HX-Request"])
    return response
