"""Access to pages by personal link: without an account, not cached or indexed, and with no referrer sent.

The phone may store a copy for reading offline (`core.offline`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core import offline, phones, stamps
from core.live import PagePolling
from core.requests import PlayerRequest
from core.responses import make_response_private, set_view_attributes
from tournaments import scopes
from tournaments.models import Entry, PersonalLink, Tournament, User
from tournaments.queries import personal_links
from tournaments.queries.entries import own_entries
from tournaments.rules import powers
from tournaments.services import personal_links as services
from tournaments.words.entrants import naming_entrants


class HasEntry(Protocol):
    """The row to which a link gives access: the link or another row of its player."""

    @property
    def entry(self) -> Entry: ...


Row = TypeVar("Row", bound=HasEntry)
View = Callable[Concatenate[PlayerRequest, Row, ...], HttpResponse]


def behind_link(find: Callable[[str], Row | None]) -> Callable[[View[Row]], Callable[..., HttpResponse]]:
    """Decorate `view(request, row, …)` for URLs with the token of a personal link.

    `find` returns the row for a token, or None for an invalid token. The phone stores the link in a cookie, or
    removes it if the view sets `request.forgets_link`.
    """

    def decorate(view: View[Row]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: PlayerRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
            position = stamps.current_stamp_position()
            row = find(token)
            if row is None:
                return unknown_link_page(request, token)
            event = row.entry.tournament
            request.home, request.can = event, powers(request.user, event)
            request.live, request.forgets_link = PagePolling(position, event.pk), False
            request.live.follow(scopes.entry_scope(row.entry.pk))
            with (
                timezone.override(event.timezone),
                naming_entrants(event),
                services.marking_lines_as_player(row.entry),
            ):
                response = view(request, row, *args, **kwargs)
            update_phone = (
                phones.forget_link_on_phone if request.forgets_link else phones.remember_personal_link
            )
            update_phone(request, response, token, event.slug)
            offline.allow_offline_copy_for_person(request, response, token)
            return make_response_private(response)

        return set_view_attributes(page, behind_link=True)

    return decorate


player_page = behind_link(personal_links.link_by_token)
"""Decorate `view(request, link, …)`."""


def unknown_link_page(request: HttpRequest, token: str) -> HttpResponse:
    """Render the 404 page for an invalid link, and remove the link from the phone's cookie.

    The reader may be a player who lost a phone, or the person who found it.
    """
    response = render(request, "tournaments/unknown_link.html", status=404)
    phones.forget_link_on_phone(request, response, token)
    return make_response_private(response)


def own_links(request: HttpRequest, event: Tournament) -> list[PersonalLink]:
    """List the links of an event that belong to this account or are stored on this phone.

    Missing links of the account's entries are created.
    """
    links_of_phone = personal_links.links_by_tokens(phones.opened_tokens(request), event=event)
    if not isinstance(request.user, User):
        return links_of_phone
    entries = {link.entry_id for link in links_of_phone}
    other_entries = [entry for entry in own_entries(request.user, event) if entry.pk not in entries]
    return [*(services.ensure_link(entry) for entry in other_entries), *links_of_phone]
