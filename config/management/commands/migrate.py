"""manage.py migrate, one process at a time."""

from typing import Any

from django.core.management.commands import migrate

from config.migration_lock import migration_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        def write(line: str) -> None:
            self.stdout.write(line)
            self.stdout.flush()

        with migration_lock(options["database"], write=write):
            super().handle(*args, **options)
