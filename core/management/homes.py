"""The events of a command: one by its slug, else all."""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Tournament


def add_event(parser: ArgumentParser) -> None:
    parser.add_argument(
        "slug", metavar="SLUG", nargs="?", help="the event, as in its address; else all of them"
    )


def events_named(slug: str | None) -> QuerySet[Tournament]:
    """The event with a slug, or all. CommandError if there is none with that slug."""
    events = Tournament.objects.order_by("pk")
    if slug:
        events = events.filter(slug=slug)
        if not events:
            raise CommandError(_("There is no event %(slug)s.") % {"slug": slug})
    return events
