"""Insert and delete many rows without model instances: COPY in PostgreSQL, executemany in SQLite.

Constraints and indexes apply, but no signals are sent and no defaults filled in, so callers have to name every column
that must not be empty.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

Row = Sequence[Any]


def insert_rows(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows of plain values, in the order of the column attributes `names` ("round_id", "left_id").

    Raises IntegrityError if a row violates a constraint.
    """
    quote = connection.ops.quote_name
    columns = {field.attname: str(field.column) for field in model._meta.concrete_fields}
    table, column_list = quote(model._meta.db_table), ", ".join(quote(columns[name]) for name in names)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with (
                connection.wrap_database_errors,
                cursor.copy(f"COPY {table} ({column_list}) FROM STDIN") as copy,
            ):
                for row in rows:
                    copy.write_row(row)
        else:
            placeholders = ", ".join(["%s"] * len(names))
            statement = f"INSERT INTO {table} ({column_list}) VALUES ({placeholders})"  # noqa: S608 - names of a model  # nosec B608
            cursor.executemany(statement, list(rows))


def delete_rows(model: type[Model], name: str, value: int) -> None:
    """Delete all rows whose field `name` has this value. Rows that refer to them must already be deleted."""
    quote = connection.ops.quote_name
    columns = {field.attname: str(field.column) for field in model._meta.concrete_fields}
    table, column = quote(model._meta.db_table), quote(columns[name])
    with connection.cursor() as cursor:
        statement = f"DELETE FROM {table} WHERE {column} = %s"  # noqa: S608 - names of a model  # nosec B608
        cursor.execute(statement, [value])
