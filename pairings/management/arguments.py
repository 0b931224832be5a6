"""Arguments and refusals shared by the commands of this app."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from tournaments.models import Tournament, User


def event_by_slug(slug: str) -> Tournament:
    """Return the event with this slug. Raises CommandError if it does not exist."""
    event = Tournament.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(_("There is no event “%(slug)s”.") % {"slug": slug})
    return event


def organizer_by_username(username: str | None) -> User | None:
    """Return the organizer of a new event, or None if no name is given.

    Raises CommandError if the account does not exist.
    """
    if not username:
        return None
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(_("No account is called “%(name)s”.") % {"name": username})
    return user


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Turn a refusal into a CommandError with its sentence, which exits with code 1."""
    try:
        yield
    except Refused as refused:
        raise CommandError(refusal_text(refused)) from refused
