"""Let one process at a time migrate a database.

Several machines at one address may update at the same time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connections
from filelock import FileLock, Timeout

KEY = 7_342_886_157_391_021
"""The key of PostgreSQL's advisory lock, which applies to one database."""

WAITING = "Another process is migrating this database. Waiting for it …"


@contextmanager
def migration_lock(alias: str, *, write: Callable[[str], Any]) -> Iterator[None]:
    """Hold the migration lock of a database; while another process holds it, `write` a message and wait.

    The lock of a killed process is released: on PostgreSQL with its connection, on SQLite with its open file.
    """
    connection = connections[alias]
    if connection.vendor == "postgresql":
        # The lock has a separate connection, which no migration closes or rolls back.
        lock_connection = connection.copy()
        try:
            with lock_connection.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
                if not cursor.fetchone()[0]:
                    write(WAITING)
                    cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
                yield
        finally:
            lock_connection.close()
    elif connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        database = Path(connection.settings_dict["NAME"])
        lock = FileLock(database.with_name(f"{database.name}-migrating"))
        try:
            lock.acquire(blocking=False)
        except Timeout:
            write(WAITING)
            lock.acquire()
        try:
            yield
        finally:
            lock.release()
    else:
        yield
