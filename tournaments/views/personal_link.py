"""Access to pages behind a personal link: no account, nothing cached or indexed, no address passed on.

The phone itself may store a copy for reading without a connection (`core.offline`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core import offline, phones, stamps
from core.live import Live
from core.web import private
from tournaments import scopes
from tournaments.models import Entry, PersonalLink, Tournament, User
from tournaments.queries import links
from tournaments.rules import powers
from tournaments.services import links as services


class OfEntry(Protocol):
    """What a link opens: the link itself, or a row of the same player."""

    @property
    def entry(self) -> Entry: ...


Row = TypeVar("Row", bound=OfEntry)
View = Callable[Concatenate[HttpRequest, Row, ...], HttpResponse]


def behind_link(find: Callable[[str], Row | None]) -> Callable[[View[Row]], Callable[..., HttpResponse]]:
    """Decorate `view(request, row, …)`, routed with the token of a personal link; `find` gets the row by the token.

    The phone remembers the link, unless the response has an attribute `forgotten`.
    """

    def decorate(view: View[Row]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
            position = stamps.position()
            row = find(token)
            if row is None:
                return unknown(request, token)
            event = row.entry.tournament
            request.home, request.can = event, powers(request.user, event)  # type: ignore[attr-defined, arg-type]
            request.live = Live(position, event.pk)  # type: ignore[attr-defined]
            request.live.follow(scopes.entry(row.entry.pk))  # type: ignore[attr-defined]
            with timezone.override(event.timezone), services.acting(row.entry):
                response = view(request, row, *args, **kwargs)
            keep = phones.forget if hasattr(response, "forgotten") else phones.remember
            keep(request, response, token, event.slug)
            offline.allow_own(request, response, token)
            return private(response)

        page.behind_link = True  # type: ignore[attr-defined]
        return page

    return decorate


player_page = behind_link(links.by_token)
"""Decorate `view(request, link, …)`."""


def unknown(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invalid link: for the person who lost a phone, and for its finder."""
    response = render(request, "tournaments/unknown_link.html", status=404)
    phones.forget(request, response, token)
    return private(response)


def own_links(request: HttpRequest, event: Tournament) -> list[PersonalLink]:
    """The links of an event known to this account or phone."""
    found = links.of_tokens(phones.remembered(request), event=event)
    if isinstance(request.user, User):
        known = {link.entry_id for link in found}
        mine = [one for one in links.own_entries(request.user, event) if one.pk not in known]
        found = [*(services.of(entry) for entry in mine), *found]
    return found
