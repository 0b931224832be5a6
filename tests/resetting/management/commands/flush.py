"""`flush` after each test that commits: restore the database instead of emptying it."""

from typing import Any

from django.core.management.commands import flush

from tests import databases


class Command(flush.Command):
    """Called by Django's test case. Copying the migrated database back is faster than deleting the rows of every
    table, and restores the rows of migrations.
    """

    def handle(self, **options: Any) -> None:
        databases.restore()
