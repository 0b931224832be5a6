"""The deck crests beside the names of a page."""

from collections.abc import Mapping

from core.requests import HomeRequest
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.queries.print.published_lists import public_crests
from tournaments import scopes
from tournaments.models import Tournament


def crests_of_page(request: HomeRequest, event: Tournament) -> Mapping[int, DeckCrest]:
    """Return the crests of an event's public decks by entry, and declare that the page depends on these decks."""
    crests = public_crests(event)
    if crests:
        request.live.add_content(scopes.results_scope(event.pk))
    return crests
