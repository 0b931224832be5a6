"""Access to the pages of an event: those of `core.access`, by the names and types of this room."""

from django.http import HttpRequest

from core.access import creates_homes as creates_events
from core.access import edits_alone, home_page
from tournaments.models import User

__all__ = ["creates_events", "edits_alone", "event_page", "signed_in"]

event_page = home_page
"""Decorate `view(request, event, …)`: see `core.access.home_page`."""


def signed_in(request: HttpRequest) -> User:
    """The user of a page that requires a power."""
    assert isinstance(request.user, User)  # noqa: S101 - pages with a power let in nobody else
    return request.user
