"""Reserving keys for restored rows before they are written, since the rows refer to each other."""

from collections.abc import Sequence

from django.db import connection, models

from core.services.locks import require_transaction


def reserve_keys(model: type[models.Model], count: int) -> Sequence[int]:
    """Reserve `count` keys of a model that no row uses or will be given, in ascending order.

    Raises RuntimeError outside a transaction.
    """
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
        # SQLite keeps its counters in a table, and this transaction holds the write lock.
        cursor.execute(f'SELECT COALESCE(MAX("{column}"), 0) FROM "{table}"')  # noqa: S608 - names of a model  # nosec B608
        highest = cursor.fetchone()[0]
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        counter = cursor.fetchone()
        first_key = max(highest, counter[0] if counter else 0) + 1
        last_key = first_key + count - 1
        if counter:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last_key, table])
        else:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last_key])
        return range(first_key, last_key + 1)
