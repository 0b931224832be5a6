"""Django's SQLite backend, changed so that it can read on a full disk.

In WAL mode the first connection creates a small file beside the database, and fails without space for it. Therefore
each process holds one idle connection open, which preserves that file. If there is no space when a process opens its
first connection, it opens the database read-only, without that file; the next connection retries.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

NO_ROOM = {"SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE", "SQLITE_CANTOPEN"}
"""Names of SQLite's errors on a full disk."""

_held_open: dict[str, sqlite3.Connection] = {}
"""The idle connection of this process, by the name of the database."""

if hasattr(os, "register_at_fork"):  # SQLite connections must not be used in another process
    os.register_at_fork(before=_held_open.clear)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = conn_params["database"]
        try:
            connection = super().get_new_connection(conn_params)
        except sqlite3.OperationalError as error:
            database = Path(name)
            # The write-ahead log may contain data that is not in the database file yet.
            wal_file = database.with_name(f"{database.name}-wal")
            has_unwritten_data = wal_file.exists() and wal_file.stat().st_size > 0
            if error.sqlite_errorname not in NO_ROOM or has_unwritten_data:
                raise
            self.init_commands: list[str] = []
            return super().get_new_connection(
                conn_params | {"database": f"{database.absolute().as_uri()}?immutable=1"}
            )
        if not self.is_in_memory_db() and name not in _held_open:
            idle = sqlite3.connect(name, check_same_thread=False)
            idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _held_open[name] = idle
        return connection
