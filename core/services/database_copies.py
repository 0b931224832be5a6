"""Copies of a whole SQLite database, consistent while others write."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection


def copy_sqlite(target: Path, *, patience: float | None = None) -> None:
    """Copy the database to a file without companions. OSError or sqlite3.Error if it cannot be written.

    `patience`: seconds it may stay locked before TimeoutError; None: SQLite retries forever. RuntimeError inside a
    transaction.
    """
    if connection.in_atomic_block:
        raise RuntimeError("SQLite copies nothing while this connection writes.")
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        copy.execute("PRAGMA synchronous=OFF")
        connection.connection.backup(copy, progress=_give_up_after(patience) if patience else None)
        copy.execute("PRAGMA journal_mode=DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _give_up_after(seconds: float) -> Callable[[int, int, int], None]:
    """A progress callback that raises TimeoutError after some seconds."""
    end = time.monotonic() + seconds

    def progress(_status: int, left: int, _pages: int) -> None:
        if left and time.monotonic() > end:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    return progress
