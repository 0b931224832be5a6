"""Shared by the commands: events and divisions by name, and refusals as sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from tournaments.models import Tournament, User


def event_of(slug: str) -> Tournament:
    """The event of a slug, or a sentence on stderr."""
    event = Tournament.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(_("There is no event “%(slug)s”.") % {"slug": slug})
    return event


def organizer_of(username: str | None) -> User | None:
    """The organizer of a new event; None unless named."""
    if not username:
        return None
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(_("No account is called “%(name)s”.") % {"name": username})
    return user


@contextmanager
def spoken() -> Iterator[None]:
    """Turn a refusal into its sentence on stderr and exit code 1."""
    try:
        yield
    except Refused as refused:
        raise CommandError(refusal_text(refused)) from refused
