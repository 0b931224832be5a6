"""Access checks for an event's pages: `core.access` with the names and types of this app."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.access import creates_homes as creates_events
from core.access import edits_under_lock, home_page
from core.engine.numbers import whole_number
from core.requests import home_of
from tournaments.models import Division, Entry, Tournament, User

__all__ = [
    "account_of",
    "creates_events",
    "division_of",
    "edits_under_lock",
    "entry_of",
    "event_of",
    "event_page",
]

event_page = home_page
"""Decorate `view(request, event, …)`: see `core.access.home_page`."""


def division_of(event: Tournament, key: int) -> Division:
    """Return a division of this event, or raise Http404."""
    return get_object_or_404(event.divisions.select_related("tournament"), pk=key)


def entry_of(event: Tournament, key: int | str) -> Entry:
    """Return the entry with this key, with its person and division.

    `key` is text from a URL or a form. Raises Http404 unless it is the key of an entry of this event.
    """
    rows = event.entries.select_related("player", "division__tournament", "tournament")
    return get_object_or_404(rows, pk=whole_number(key) if isinstance(key, str) else key)


def account_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None for a visitor or a phone with only a personal link."""
    return request.user if isinstance(request.user, User) else None


def event_of(request: HttpRequest) -> Tournament | None:
    """Return the event of the page, or None on pages outside an event."""
    home = home_of(request)
    return home if isinstance(home, Tournament) else None
