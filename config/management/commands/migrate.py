"""manage.py migrate, one process at a time."""

from typing import Any

from django.core.management.commands import migrate

from config.migration_lock import migration_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with migration_lock(options["database"], write=self._say):
            super().handle(*args, **options)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
