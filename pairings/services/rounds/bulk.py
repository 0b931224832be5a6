"""Insert and delete many rows without model instances: COPY in PostgreSQL, executemany in SQLite.

Constraints and indexes apply; no signals are sent and no defaults filled in, so callers name every column that must not
be empty.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

Row = Sequence[Any]


def insert(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows of plain values in the order of `names` ("round_id", "left_id"). IntegrityError as usual."""
    columns = _columns(model)
    table, listed = _quoted(model._meta.db_table), ", ".join(_quoted(columns[name]) for name in names)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({listed}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(names))
            insert = f"INSERT INTO {table} ({listed}) VALUES ({marks})"  # noqa: S608 - names of a model  # nosec B608
            cursor.executemany(insert, list(rows))


def delete(model: type[Model], name: str, value: int) -> None:
    """Delete all rows with that value. The caller has already deleted what refers to them."""
    table, column = _quoted(model._meta.db_table), _quoted(_columns(model)[name])
    with connection.cursor() as cursor:
        delete = f"DELETE FROM {table} WHERE {column} = %s"  # noqa: S608 - names of a model  # nosec B608
        cursor.execute(delete, [value])


def _columns(model: type[Model]) -> dict[str, str | None]:
    return {field.attname: field.column for field in model._meta.concrete_fields}


def _quoted(name: str | None) -> str:
    return str(connection.ops.quote_name(str(name)))
