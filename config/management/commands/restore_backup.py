"""manage.py restore_backup FILE [--over]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from config import backups
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = (
        "Make this installation what a backup says: all events, people and accounts. Stop the server first. "
        "A backup of an older version is brought up to date."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup")
        parser.add_argument(
            "--over", action="store_true", help="also where events are here, which are lost then"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        manifest = backups.restore_backup(Path(options["file"]).absolute(), over=options["over"])
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"Restored the backup of {manifest['made_at']}.")
