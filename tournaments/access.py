"""Access to the pages of an event: those of `core.access`, by the names and types of this room."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.access import creates_homes as creates_events
from core.access import edits_alone, home_page
from core.engine.numbers import whole_number
from tournaments.models import Entry, Tournament, User

__all__ = ["creates_events", "edits_alone", "entry_of", "event_page", "signed_in"]

event_page = home_page
"""Decorate `view(request, event, …)`: see `core.access.home_page`."""


def entry_of(event: Tournament, key: int | str) -> Entry:
    """A player of the event by the key in an address or a form, with person and division; 404 for any other text."""
    rows = event.entries.select_related("player", "division__tournament", "tournament")
    return get_object_or_404(rows, pk=whole_number(key) if isinstance(key, str) else key)


def signed_in(request: HttpRequest) -> User:
    """The user of a page that requires a power."""
    assert isinstance(request.user, User)  # noqa: S101 - pages with a power let in nobody else
    return request.user
