"""Update data to a new version: copy it first, then migrate."""

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
"""The last commit before the migrations of each room were squashed; docs/upgrading.md."""


def bring_up_to_date(*, write: Callable[[str], Any]) -> None:
    """Migrate the SQLite file, after copying it unless it is empty. `write` receives the copy's path, or that a new
    database is created. Raises CommandError if a newer version wrote it, or one so old that its migrations are
    gone, and on PostgreSQL, where an administrator migrates.
    """
    if fresh_database.is_empty():
        write("Making the database …")
        fresh_database.make()
        return
    executor = MigrationExecutor(connection)
    # Migrations applied to the data, of installed apps, that this version does not have.
    replaced = {key for migration in executor.loader.disk_migrations.values() for key in migration.replaces}
    names = {*executor.loader.disk_migrations, *replaced}
    if unknown := sorted(
        f"{app}.{name}"
        for app, name in executor.loader.applied_migrations
        if app in executor.loader.migrated_apps and (app, name) not in names
    ):
        raise CommandError(
            f"A newer version of Stadium wrote this data ({unknown[0]}). Start that version, or choose other data."
        )
    # Whether some, but not all, of the migrations replaced by a squashed one were applied.
    taken = set(executor.loader.applied_migrations)
    is_halfway = any(
        key not in taken and taken & {*migration.replaces} and not taken >= {*migration.replaces}
        for key, migration in executor.loader.disk_migrations.items()
    )
    if is_halfway:
        raise CommandError(
            f"An early version of Stadium wrote this data. Start version {LAST_STEPS} on it once, then this one."
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        # Newer cards may come without a new migration.
        catalogue.load_new_cards()
        return
    if connection.vendor != "sqlite":
        raise CommandError(f"The database is not up to date. Run: {command_line('migrate')}")
    if executor.loader.applied_migrations:
        write(f"Updating the data. A copy of it as it was: {copy()}")
    else:
        write("Making the database …")
    call_command("migrate", verbosity=0, interactive=False)


def copy() -> Path:
    """Copy the SQLite file beside it, named by the second; consistent even during writes."""
    original = Path(connection.settings_dict["NAME"])
    name = f"{original.stem}-before-update-{timezone.now():%Y%m%d-%H%M%S}{original.suffix}"
    target = original.with_name(name)
    copy_sqlite(target)
    return target
