"""The door of a player's pages behind the personal link that need no list: no account, nothing cached or indexed."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from decks.models import ListRules
from tournaments import phones
from tournaments.models import PersonalLink
from tournaments.queries import links
from tournaments.rules import powers

View = Callable[Concatenate[HttpRequest, PersonalLink, ...], HttpResponse]


def player_page(view: View) -> Callable[..., HttpResponse]:
    """Decorates `view(request, link, …)`, routed with the token."""

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        link = links.by_token(token)
        if link is None:
            return unknown(request, token)
        event = link.entry.tournament
        request.event, request.can = event, powers(request.user, event)  # type: ignore[attr-defined, arg-type]
        with timezone.override(event.timezone):
            response = view(request, link, *args, **kwargs)
        phones.remember(request, response, token)
        add_never_cache_headers(response)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "strict-origin"
        return response

    return page


def unknown(request: HttpRequest, token: str) -> HttpResponse:
    """What a link says that opens nothing any more: to whom lost their phone, and to whom found it."""
    response = render(request, "pairings/my_unknown.html", status=404)
    phones.forget(request, response, token)
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def frame(link: PersonalLink) -> dict[str, Any]:
    """What every such page shows around itself. One query."""
    collects = ListRules.objects.filter(tournament=link.entry.tournament).exists()
    return {
        "page": "pool",
        "link": link,
        "entry": link.entry,
        "my": {
            "table": reverse("pairings:my", args=[link.token]),
            "deck": reverse("decks:mine", args=[link.token]) if collects else "",
            "pool": reverse("decks:my_pool", args=[link.token]),
        },
        "board": {"line": ""},
    }
