"""`flush` after each test that commits: restore the database instead of emptying it."""

from typing import Any

from django.core.management.commands import flush

from tests import databases


class Command(flush.Command):
    """Called by Django's test case. Restoring a copy of the migrated database is faster than deleting the rows of
    every table, and also restores the rows created by migrations.
    """

    def handle(self, **options: Any) -> None:
        databases.restore()
