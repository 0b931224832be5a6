"""Write a snapshot of a home: manage.py snapshot SLUG [-o FILE]."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.management.base import StadiumCommand, command_line
from core.management.homes import select_homes
from core.services import files
from core.services.snapshots.making import make_snapshot


class Command(StadiumCommand):
    help = (
        "Write a whole event to one file: players, lists, drafts, checks, seeds, results and the journal. "
        f"`{command_line('restore')}` restores it, on this machine or another. "
        "The last line printed is its name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="slug of the event, as in its URL")
        parser.add_argument("-o", "--output", metavar="FILE", help="file to write; - for stdout")
        parser.add_argument("--photos", action="store_true", help="include the photos of deck checks")

    def handle(self, *args: Any, **options: Any) -> None:
        (home,) = select_homes(options["slug"])
        snapshot = make_snapshot(home, photos=options["photos"])
        if options["output"] == "-":
            sys.stdout.buffer.write(snapshot.data)
            return
        target = Path(options["output"] or snapshot.filename)
        try:
            files.write_atomically(target, snapshot.data)
        except OSError as error:
            raise CommandError(f"{target}: {error.strerror}") from error
        self.stdout.write(str(target))
