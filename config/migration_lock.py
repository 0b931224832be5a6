"""Let one process at a time migrate a database: several machines at one address may update at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from filelock import FileLock, Timeout

KEY = 7_342_886_157_391_021
"""Key of PostgreSQL's advisory lock, which is per database."""

WAITING = "Another process is migrating this database. Waiting for it …"


@contextmanager
def migration_lock(alias: str, *, write: Callable[[str], Any]) -> Iterator[None]:
    """Hold the migration lock of a database, waiting (after a message by `write`) while another process holds it. A
    killed process releases it: with its connection on PostgreSQL, with its open file on SQLite.
    """
    connection = connections[alias]
    if connection.vendor == "postgresql":
        with _advisory_lock(connection, write):
            yield
    elif connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        with _file_lock(Path(connection.settings_dict["NAME"]), write):
            yield
    else:
        yield


@contextmanager
def _advisory_lock(connection: BaseDatabaseWrapper, write: Callable[[str], Any]) -> Iterator[None]:
    # On a separate connection, which no migration closes or rolls back.
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
            if not cursor.fetchone()[0]:
                write(WAITING)
                cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
            yield
    finally:
        own.close()


@contextmanager
def _file_lock(database: Path, write: Callable[[str], Any]) -> Iterator[None]:
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
