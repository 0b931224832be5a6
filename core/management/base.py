"""The base of Stadium's management commands."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _


def command_line(command: str) -> str:
    """Return a command in the form that people type it on this machine.

    Stadium runs from the source, from the installed package, or as a single executable under its current name.
    """
    if (settings.BASE_DIR / "manage.py").is_file():
        return f"python3 manage.py {command}"
    program = Path(sys.executable).name if getattr(sys, "frozen", False) else "stadium"
    return f"{program} {command}"


class StadiumCommand(BaseCommand):
    """A command without Django's system checks.

    The checks would load every page, to check code that the tests have already checked.
    """

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. If it fails because the database is missing or outdated, explain that in a sentence."""
        try:
            return super().execute(*args, **options)
        except DatabaseError as error:
            from django.db.migrations.executor import MigrationExecutor

            lacks_migrations = False
            with suppress(DatabaseError):
                executor = MigrationExecutor(connection)
                lacks_migrations = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
            if lacks_migrations:
                raise CommandError(
                    _("The database is not there yet, or not up to date. Run: %(command)s")
                    % {"command": command_line("migrate")}
                ) from error
            raise
