"""A player's pages and the tabs on every page behind the personal link."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from core import phones
from decks.models import ListRules
from tournaments.models import PersonalLink, Tournament
from tournaments.queries import links


def tabs(link: PersonalLink) -> dict[str, str]:
    """URLs: `table`, and `deck` if the event collects lists. One query."""
    lists = ListRules.objects.filter(tournament=link.entry.tournament_id).exists()
    return {
        "table": reverse("floor:my", args=[link.token]),
        "deck": reverse("decks:mine", args=[link.token]) if lists else "",
    }


def tabs_of_phone(request: HttpRequest, event: Tournament) -> dict[str, str]:
    """The tabs of the player whose link was last opened on this phone; empty if none is of this event."""
    held = links.of_tokens(phones.remembered(request), event=event)
    return tabs(held[0]) if held else {}


def tabs_of_all(event: Tournament) -> dict[str, str]:
    """The tabs for anyone with a personal link of the event: URLs that find it. One query."""
    lists = ListRules.objects.filter(tournament=event).exists()
    return {
        "table": reverse("floor:my_here", args=[event.slug]),
        "deck": reverse("decks:mine_here", args=[event.slug]) if lists else "",
    }


def pool_context(link: PersonalLink) -> dict[str, Any]:
    """The context around the pages of a pool. One query."""
    return {
        "page": "pool",
        "link": link,
        "entry": link.entry,
        "my": tabs(link) | {"pool": reverse("decks:my_pool", args=[link.token])},
        "board": {"line": ""},
    }
