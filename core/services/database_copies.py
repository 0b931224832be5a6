"""Copies of a whole SQLite database, written and loaded while others use the database."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection


def copy_sqlite(target: Path) -> None:
    """Copy the database to a single file, without a write-ahead log.

    Raises OSError or sqlite3.Error if it cannot be written, RuntimeError inside a transaction.
    """
    if connection.in_atomic_block:
        raise RuntimeError("SQLite copies nothing while this connection writes.")
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        copy.execute("PRAGMA synchronous=OFF")
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def replace_sqlite_database(source: Path) -> None:
    """Replace the contents of the database with a copy, which other processes see immediately.

    Raises sqlite3.DatabaseError if the file is not a database with Django's tables.
    """
    with closing(sqlite3.connect(source)) as copy:
        # Fails if the file is not a database of Stadium.
        copy.execute("SELECT count(*) FROM django_migrations")
        connection.ensure_connection()
        copy.backup(connection.connection)
    connection.close()
