"""manage.py restore_backup FILE [--over]"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from config import backups
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = (
        "Replace the data of this installation by a backup: all events, people and accounts. Stop the server first. "
        "Backups of older versions are migrated."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup")
        parser.add_argument(
            "--over", action="store_true", help="also if this installation has events; they are lost"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        manifest = backups.restore_backup(Path(options["file"]).absolute(), over=options["over"])
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"Restored the backup of {manifest['made_at']}.")
