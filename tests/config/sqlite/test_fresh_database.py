"""A database created at once equals one created by all migrations."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.config.servers.own_server import Installation

MAKE = "from config.sqlite.fresh_database import make_database; make_database()"
OF_THE_MOMENT = {"id", "applied", "content_type_id", "created_at", "updated_at", "at", "changed_at"}
"""Columns that differ between any two databases."""


def made(folder: Path, *command: str) -> dict[str, Any]:
    """Return the content of the database that a command creates."""
    folder.mkdir()
    home = Installation(folder)
    done = home.run(*command)
    assert done.returncode == 0, done.stderr[-2000:]
    with closing(sqlite3.connect(home.database)) as database:
        return {"schema": schema(database), "rows": rows(database)}


def schema(database: sqlite3.Connection) -> dict[str, Any]:
    """Return columns, foreign keys, indexes, checks and triggers of each table, ignoring their order."""
    found: dict[str, Any] = {}
    for kind, name, table, sql in database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"):
        if kind == "table" and not name.startswith("sqlite_"):
            columns = sorted(one[1:] for one in database.execute(f'PRAGMA table_info("{name}")'))
            keys = sorted(one[2:] for one in database.execute(f'PRAGMA foreign_key_list("{name}")'))
            constraints = sorted(re.findall(r'CONSTRAINT "\w+" .*?(?=, CONSTRAINT|$)', sql.rstrip(")")))
            found[f"table {name}"] = (columns, keys, constraints)
        elif sql:
            found[f"{kind} {name} of {table}"] = " ".join(sql.split())
    return found


def rows(database: sqlite3.Connection) -> dict[str, Any]:
    """Return all rows, except for times and generated keys."""
    found = {}
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        cursor = database.execute(f'SELECT * FROM "{table}"')
        names = [one[0] for one in cursor.description]
        kept = [at for at, name in enumerate(names) if name not in OF_THE_MOMENT]
        order = sorted(kept, key=lambda at: names[at])
        found[table] = sorted(str([row[at] for at in order]) for row in cursor)
    found.pop("sqlite_sequence", None)
    return found


def test_both_ways_make_the_same(tmp_path: Path) -> None:
    migrated = made(tmp_path / "migrated", "migrate", "-v0")
    fresh = made(tmp_path / "fresh", "shell", "--no-imports", "-c", MAKE)
    for part in ("schema", "rows"):
        names = migrated[part].keys() | fresh[part].keys()
        differ = [name for name in sorted(names) if migrated[part].get(name) != fresh[part].get(name)]
        assert differ == [], (migrated[part].get(differ[0]), fresh[part].get(differ[0]))
