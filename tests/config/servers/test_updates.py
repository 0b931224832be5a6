"""A new version with old data: nothing is lost, and a copy of the original file is stored beside it."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.config.servers.own_server import Installation

ACCOUNT = "from tournaments.models import User; User.objects.create_superuser('marta', '', 'secret-9')"


@pytest.fixture(scope="module")
def of_an_older_version(tmp_path_factory):
    """Return data with one account, of a version that had no pages for judges yet."""
    old = Installation(tmp_path_factory.mktemp("old"))
    for command in (["migrate", "-v0"], ["shell", "-v0", "-c", ACCOUNT], ["migrate", "-v0", "floor", "zero"]):
        done = old.run(*command)
        assert done.returncode == 0, done.stderr
    return old


@pytest.fixture
def installation(of_an_older_version, tmp_path):
    shutil.copytree(of_an_older_version.folder, tmp_path, dirs_exist_ok=True)
    return Installation(tmp_path)


def rows_of(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()


TABLES = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'floor_%' AND type = 'table'"
NAMES = "SELECT username FROM tournaments_user"


@pytest.mark.slow
def test_an_update_keeps_the_data_and_a_copy_of_it(installation):
    before = rows_of(installation.database, TABLES)
    with installation.serve() as lines:
        (copy,) = installation.folder.glob("stadium-before-update-*.sqlite3")
        assert any(str(copy) in line for line in lines)
        assert rows_of(copy, TABLES) == before == [(0,)]
        assert rows_of(copy, NAMES) == [("marta",)]
        assert rows_of(installation.database, NAMES) == [("marta",)]
        assert rows_of(installation.database, TABLES) != before
    with installation.serve() as lines:
        assert not any("copy" in line for line in lines)
    assert len(list(installation.folder.glob("*before-update*"))) == 1


@pytest.mark.slow
def test_data_from_before_migrations_began_afresh_goes_on(installation):
    """What was recorded step by step then is one step per room now, so nothing is left to do."""
    assert installation.run("migrate", "-v0").returncode == 0
    of_rooms = {
        key: one.replaces for key, one in MigrationLoader(None).disk_migrations.items() if one.replaces
    }
    assert {app for app, _name in of_rooms} >= {"tournaments", "decks", "pairings", "floor"}
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        connection.executemany("DELETE FROM django_migrations WHERE app = ? AND name = ?", of_rooms)
        connection.executemany(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-11-25')",
            [replaced for several in of_rooms.values() for replaced in several],
        )
    with installation.serve() as lines:
        assert not any("copy" in line for line in lines)
        assert rows_of(installation.database, NAMES) == [("marta",)]


@pytest.mark.slow
def test_data_of_a_newer_version_is_left_alone(installation):
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('floor', '0099_later', '2030-01-01')"
        )
    before = installation.database.read_bytes()
    done = installation.run("serve", "--port", "0")
    assert done.returncode == 1
    assert "A newer version of Stadium wrote this data (floor.0099_later)" in done.stderr
    assert installation.database.read_bytes() == before


@pytest.mark.slow
def test_a_second_start_finds_the_first(installation):
    """One server per file: a second double click shows the first in the browser and ends."""
    with installation.serve() as lines:
        again = installation.run("serve", "--port", "0")
        assert again.returncode == 1
        assert f"Stadium already serves this data at {lines[-1]}" in again.stderr
        opened = installation.run("serve", "--open")
        assert opened.returncode == 0
        assert lines[-1] in opened.stdout
