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
    """The command as typed on this machine: from the source, with the installed package, or with the single executable
    under its current name.
    """
    if (settings.BASE_DIR / "manage.py").is_file():
        return f"python3 manage.py {command}"
    program = Path(sys.executable).name if getattr(sys, "frozen", False) else "stadium"
    return f"{program} {command}"


class StadiumCommand(BaseCommand):
    """A command without Django's system checks, which would load every page to check a source that the tests check."""

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Report a missing or outdated database in a sentence; checked only after an error."""
        try:
            return super().execute(*args, **options)
        except DatabaseError as problem:
            if _lacks_migrations():
                raise CommandError(
                    _("The database is not there yet, or not up to date. Run: %(command)s")
                    % {"command": command_line("migrate")}
                ) from problem
            raise


def _lacks_migrations() -> bool:
    from django.db.migrations.executor import MigrationExecutor

    with suppress(DatabaseError):
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return False
