"""Reading rows for a snapshot, consistently while others write."""

import base64
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from core.engine.snapshots.file import Table
from core.engine.snapshots.keys import mentioned
from core.engine.snapshots.parts import Part

AT_A_TIME = 2000


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Read everything inside from one consistent state, without locks.

    Inside an open transaction, reads are that transaction's.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def table_of(part: Part, home: int) -> Table:
    """The rows of a part, ordered by key."""
    names = [field.attname for field in part.fields]
    rows = part.model._base_manager.filter(**{part.home: home}).order_by("pk").values_list(*names)
    return Table(names, [[plain(value) for value in row] for row in rows.iterator(AT_A_TIME)])


def plain(value: Any) -> Any:
    """A field's value as JSON."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def keys_in(part: Part, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield each key inside the plain values of rows, with its model."""
    for row in rows:
        for name, spec in {**part.keys, **part.keys_of(row)}.items():
            yield from mentioned(row[name], spec)
        yield from part.mentions(row)


def latest_migrations(parts: Iterable[Part]) -> dict[str, str]:
    """The latest migration of each room of these parts."""
    rooms = {part.model._meta.app_label for part in parts}
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return {app: name for app, name in applied if app in rooms}
