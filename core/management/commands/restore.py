"""Restore a home from a snapshot: manage.py restore FILE [--as SLUG]."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core import hooks
from core.engine.refused import Refused
from core.management.base import StadiumCommand
from core.sentences import refusal_text
from core.services.snapshots import staff_actions


class Command(StadiumCommand):
    help = (
        "Restore an event from a snapshot as a new event; existing events are not changed. "
        "The last line printed is its slug."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the snapshot file")
        parser.add_argument("--as", dest="slug", metavar="SLUG", default="", help="slug of the new event")
        parser.add_argument("--organizer", metavar="USER", help="username of its organizer")
        parser.add_argument(
            "--no-staff",
            action="store_true",
            help="do not give the staff roles of the snapshot to accounts with the same usernames; by default "
            "they are given, and listed on stderr",
        )
        parser.add_argument(
            "--rehearsal", action="store_true", help="restore as a test copy, which is not public"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by = None
        if name := options["organizer"]:
            by = get_user_model()._default_manager.filter(username=name).first()
            if by is None:
                raise CommandError(_("There is no account %(name)s.") % {"name": name})
        try:
            data = Path(options["file"]).read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        try:
            home = staff_actions.restore_snapshot(
                data,
                by=by,
                slug=options["slug"],
                trusted=True,
                rehearsal=options["rehearsal"],
                staff=not options["no_staff"],
            )
        except Refused as refused:
            raise CommandError(refusal_text(refused)) from refused
        for user, role in (member for find_staff in hooks.staff_of_home for member in find_staff(home)):
            self.stderr.write(f"{user.username}: {role}")
        self.stdout.write(home.slug)
