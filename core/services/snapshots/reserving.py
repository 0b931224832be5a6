"""Reserving keys: restored rows refer to each other, so they need their keys before they are written."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models

from core.services.locks import require_transaction


def new_keys(model: type[models.Model], count: int) -> Sequence[int]:
    """Reserve `count` ascending keys of a model that no row has or will get."""
    require_transaction()
    if not count:
        return ()
    table, column = model._meta.db_table, str(model._meta.pk.column)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [f'"{table}"', column, count],
            )
            return sorted(key for (key,) in cursor.fetchall())
        return _of_sqlite(cursor, table, column, count)


def _of_sqlite(cursor: Any, table: str, column: str, count: int) -> range:
    # SQLite stores its counter in a table; this transaction has the write lock.
    cursor.execute(f'SELECT COALESCE(MAX("{column}"), 0) FROM "{table}"')  # noqa: S608 - names of a model  # nosec B608
    highest = cursor.fetchone()[0]
    cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    found = cursor.fetchone()
    first = max(highest, found[0] if found else 0) + 1
    last = first + count - 1
    if found:
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table])
    else:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
    return range(first, last + 1)
