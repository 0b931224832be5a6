"""Update the database to a new version, after copying it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from cards.services import catalogue
from config.sqlite import fresh_database
from core.management.base import command_line
from core.services.database_copies import copy_sqlite

LAST_STEPS = "9fbf6f18"
"""The last commit before the migrations of each app were squashed (docs/upgrading.md)."""


def bring_database_up_to_date(*, write: Callable[[str], Any]) -> None:
    """Migrate the SQLite file after copying it, or create the database.

    If no migration is pending, only cards that are new in this version are loaded. `write` receives progress
    messages. Raises CommandError if the data was written by a newer version, or by a version so old that its
    migrations have been removed, or if a PostgreSQL database is not up to date, which an administrator must
    migrate.
    """
    if fresh_database.is_database_empty():
        write("Making the database …")
        fresh_database.make_database()
        return
    executor = MigrationExecutor(connection)
    # Unknown migrations: applied migrations of installed apps that this version does not have.
    replaced_migrations = {
        key for migration in executor.loader.disk_migrations.values() for key in migration.replaces
    }
    known_migrations = {*executor.loader.disk_migrations, *replaced_migrations}
    if unknown := sorted(
        f"{app}.{name}"
        for app, name in executor.loader.applied_migrations
        if app in executor.loader.migrated_apps and (app, name) not in known_migrations
    ):
        raise CommandError(
            f"A newer version of Stadium wrote this data ({unknown[0]}). Start that version, or choose other data."
        )
    # The data is between versions if only some of the migrations replaced by a squashed migration were applied.
    applied = set(executor.loader.applied_migrations)
    is_halfway = any(
        key not in applied and applied & {*migration.replaces} and not applied >= {*migration.replaces}
        for key, migration in executor.loader.disk_migrations.items()
    )
    if is_halfway:
        raise CommandError(
            f"An early version of Stadium wrote this data. Start version {LAST_STEPS} on it once, then this one."
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        # A new version may include new cards but no migration.
        catalogue.load_new_cards()
        return
    if connection.vendor != "sqlite":
        raise CommandError(f"The database is not up to date. Run: {command_line('migrate')}")
    if executor.loader.applied_migrations:
        original = Path(connection.settings_dict["NAME"])
        name = f"{original.stem}-before-update-{timezone.now():%Y%m%d-%H%M%S}{original.suffix}"
        copy_sqlite(original.with_name(name))
        write(f"Updating the data. A copy of it as it was: {original.with_name(name)}")
    else:
        write("Making the database …")
    call_command("migrate", verbosity=0, interactive=False)
