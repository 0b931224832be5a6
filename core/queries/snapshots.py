"""Reading a whole home for a snapshot, consistently even during concurrent writes."""

import base64
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from core import hooks
from core.engine.snapshots.file import Snapshot, SnapshotTable
from core.engine.snapshots.parts import SnapshotPart
from core.models.journal import Home
from core.queries.consistent_reads import consistent_reads
from core.queries.homes import all_homes
from core.queries.snapshot_accounts import ACCOUNTS, snapshot_accounts_table

AT_A_TIME = 2000
"""The number of rows read from the database at once."""


def read_home_for_snapshot(
    home: Home, *, now: datetime, photos: Mapping[str, bytes] | None = None
) -> Snapshot:
    """Read a whole home for a snapshot. `photos` maps the file name stored in a row to its small picture.

    Excludes data specific to this installation: cards, push subscriptions, invitations, and folders for copies.
    """
    with consistent_reads():
        current_home = all_homes().get(pk=home.pk)
        tables = {part.label: read_part_table(part, home.pk) for part in hooks.snapshot_parts}
        tables |= {label: read_table(home.pk) for label, read_table in hooks.snapshot_tables.items()}
        tables[ACCOUNTS] = snapshot_accounts_table(tables)
        state = next((read_state(current_home) for read_state in hooks.standing_at), "")
        migrations = latest_migrations(hooks.snapshot_parts)
    return Snapshot(current_home.slug, current_home.name, now, state, migrations, tables, photos or {})


def read_part_table(part: SnapshotPart, home: int) -> SnapshotTable:
    """Return the rows of a home in one part of the snapshot, ordered by key."""
    names = [field.attname for field in part.fields]
    rows = part.model._base_manager.filter(**{part.home: home}).order_by("pk").values_list(*names)
    return SnapshotTable(names, [[json_value(value) for value in row] for row in rows.iterator(AT_A_TIME)])


def json_value(value: Any) -> Any:
    """Return a field's value as a plain value of JSON: times in ISO 8601, bytes in base64."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def latest_migrations(parts: Iterable[SnapshotPart]) -> dict[str, str]:
    """Return the latest migration of each app of these parts."""
    apps = {part.model._meta.app_label for part in parts}
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return {app: name for app, name in applied if app in apps}
