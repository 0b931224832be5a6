"""Access checks for an event's pages, and who may create events: `core.access` with the names and types of this app."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.access import as_page_of_home, locks_home_for_edit
from core.access import requires_right_to_create_homes as creates_events
from core.engine.numbers import whole_number
from core.requests import home_of_request
from tournaments.models import Division, Entry, Tournament, User

__all__ = [
    "creates_events",
    "event_of_request",
    "event_page",
    "get_division_or_404",
    "get_entry_or_404",
    "locks_home_for_edit",
    "may_create_events",
    "signed_in_user_or_none",
]

event_page = as_page_of_home
"""Decorate `view(request, event, …)`: see `core.access.as_page_of_home`."""


def may_create_events(user: User | AnonymousUser) -> bool:
    """Return whether a user may create events.

    If EVENT_CREATION is "open", every user may; otherwise the user needs the permission to add an event.
    """
    if not user.is_authenticated:
        return False
    return settings.EVENT_CREATION == "open" or user.has_perm("tournaments.add_tournament")


def get_division_or_404(event: Tournament, key: int) -> Division:
    """Return a division of this event, or raise Http404."""
    return get_object_or_404(event.divisions.select_related("tournament"), pk=key)


def get_entry_or_404(event: Tournament, key: int | str) -> Entry:
    """Return the entry with this key, with its person and division.

    `key` is text from a URL or a form. Raises Http404 unless it is the key of an entry of this event.
    """
    rows = event.entries.select_related("player", "division__tournament", "tournament")
    return get_object_or_404(rows, pk=whole_number(key) if isinstance(key, str) else key)


def signed_in_user_or_none(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None for a visitor or a phone with only a personal link."""
    return request.user if isinstance(request.user, User) else None


def event_of_request(request: HttpRequest) -> Tournament | None:
    """Return the event of the page, or None on pages outside an event."""
    home = home_of_request(request)
    return home if isinstance(home, Tournament) else None
