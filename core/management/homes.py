"""Choosing the homes for a command about journals: one by its slug, or all of them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.queries.homes import all_homes


def add_home_argument(parser: ArgumentParser) -> None:
    """Add the optional argument for the slug of a home."""
    parser.add_argument(
        "slug", metavar="SLUG", nargs="?", help="slug of the event, as in its URL; default: all events"
    )


def select_homes(slug: str | None) -> QuerySet[Any]:
    """Return the home with this slug, or all homes without a slug. Raises CommandError if there is no such home."""
    chosen = all_homes()
    if slug:
        chosen = chosen.filter(slug=slug)
        if not chosen:
            raise CommandError(_("There is no event %(slug)s.") % {"slug": slug})
    return chosen
