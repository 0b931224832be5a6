"""manage.py backup [-o FILE]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone

from config import backups
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = (
        "Write the whole installation to one file, while it runs: the database, photos of deck checks, snapshots and "
        "keys. The file gives access to everything, so keep it safe. The last line printed is its name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="the file to write; by default stadium-DATE-TIME.backup in the current folder",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target = Path(options["output"] or f"stadium-{timezone.now():%Y%m%d-%H%M%S}.backup").absolute()
        backups.write_backup(target)
        self.stdout.write(str(target))
