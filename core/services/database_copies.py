"""Copies of a whole SQLite database, consistent while others write."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection


def copy_sqlite(target: Path) -> None:
    """Copy the database to a file without companions. OSError or sqlite3.Error if it cannot be written.

    RuntimeError inside a transaction.
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
