"""What a command about journals is given: one home by its slug, else all."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.queries.homes import homes


def add_home(parser: ArgumentParser) -> None:
    parser.add_argument(
        "slug", metavar="SLUG", nargs="?", help="the event, as in its address; else all of them"
    )


def homes_named(slug: str | None) -> QuerySet[Any]:
    """The home with a slug, or all. CommandError if there is none with that slug."""
    rows = homes()
    if slug:
        rows = rows.filter(slug=slug)
        if not rows:
            raise CommandError(_("There is no event %(slug)s.") % {"slug": slug})
    return rows
