"""A database and a backup made at 3874d232, upgraded on each run: seven events of every kind, in the middle of play.

Its snapshots are in `tests/floor/services/snapshots/data`.
"""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.config.servers.own_server import Installation, OnPostgres
from tests.own_postgres import OwnPostgres

DATA = Path(__file__).with_name("data")

ROOMS = ("tournaments_", "cards_", "decks_", "pairings_", "checks_", "floor_", "api_")
"""The prefixes of the tables of events and cards: an upgrade leaves each of their cells unchanged."""

OF_NEWER_CARDS = {
    "cards_card": {"text_key", "evolves_from"},
    "cards_cataloguestate": {"version", "changed_at"},
    "decks_version": {"catalogue_version", "problems", "cards"},
}
"""Columns that the shipped cards fill, and those of lists checked again with them; no verdict in these data changes,
and the cards of a version only get more facts.
"""

OPEN_ALL = """
import json
from django.test import Client
from django.urls import reverse
from django.urls.exceptions import NoReverseMatch
from django.urls import get_resolver
from tournaments.models import Tournament, User

def names(resolver, prefix=""):
    for one in resolver.url_patterns:
        if hasattr(one, "url_patterns"):
            space = getattr(one, "namespace", None)
            yield from names(one, prefix + (space + ":" if space else ""))
        elif one.name and not prefix.startswith("admin"):
            yield prefix + one.name

browser = Client(headers={"host": "localhost"}, raise_request_exception=False)
browser.force_login(User.objects.get(username="organizer"))
answers = {}
for name in sorted(set(names(get_resolver()))):
    for slug in Tournament.objects.order_by("pk").values_list("slug", flat=True):
        try:
            address = reverse(name, args=[slug])
        except NoReverseMatch:
            break
        answers[address] = browser.get(address).status_code
        if answers[address] != 404:
            break  # one event with such a page is enough
print(json.dumps(answers))
"""


class OfSqlite:
    """The installation has a separate file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.backup = DATA / "of-3874d232-sqlite.zip"

    def new(self, name: str) -> Installation:
        folder = self.folder / name
        folder.mkdir()
        return Installation(folder)

    def database(self, name: str) -> Installation:
        made = self.new(name)
        with zipfile.ZipFile(self.backup) as archive:
            made.database.write_bytes(archive.read("database.sqlite3"))
        return made

    def columns(self, installation: Installation) -> list[tuple[str, str]]:
        question = "SELECT one.name, held.name FROM sqlite_master one JOIN pragma_table_info(one.name) held"
        return self.rows(installation, f"{question} WHERE one.type = 'table'")

    def rows(self, installation: Installation, question: str) -> list[Any]:
        with closing(sqlite3.connect(installation.database)) as connection:
            return connection.execute(question).fetchall()


class OfPostgres:
    """The installation has a database on a server."""

    def __init__(self, folder: Path, server: OwnPostgres) -> None:
        self.folder, self.server = folder, server
        self.backup = DATA / "of-3874d232-postgres.zip"

    def new(self, name: str) -> OnPostgres:
        return OnPostgres.made(self.folder / name, self.server)

    def database(self, name: str) -> OnPostgres:
        made = self.new(name)
        restored = made.run("restore_backup", str(self.backup))
        assert restored.returncode == 0, restored.stderr
        return made

    def columns(self, installation: OnPostgres) -> list[tuple[str, str]]:
        question = "SELECT table_name, column_name FROM information_schema.columns"
        return self.rows(installation, f"{question} WHERE table_schema = 'public' ORDER BY ordinal_position")

    def rows(self, installation: OnPostgres, question: str) -> list[Any]:
        with psycopg.connect(installation.url) as connection:
            return connection.execute(question).fetchall()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def data(request, tmp_path):
    if request.param == "sqlite":
        yield OfSqlite(tmp_path)
        return
    server = OwnPostgres()
    try:
        yield OfPostgres(tmp_path, server)
    finally:
        server.remove()


def cells(data: Any, installation: Installation, tables: dict[str, list[str]]) -> dict[str, set[str]]:
    """Return the rows of each table, of these columns."""
    listed = {table: ", ".join(f'"{name}"' for name in names) for table, names in tables.items()}
    return {
        table: set(map(repr, data.rows(installation, f"SELECT {names} FROM {table}")))
        for table, names in listed.items()
    }


def cards_of_versions(data: Any, installation: Installation) -> dict[int, list[dict[str, Any]]]:
    """Return the parsed cards of each version of a list."""
    rows = data.rows(installation, "SELECT id, cards FROM decks_version")
    return {pk: json.loads(cards) if isinstance(cards, str) else cards for pk, cards in rows}


def test_a_database_and_a_backup_are_brought_up_to_date(data):
    upgraded, restored = data.database("upgraded"), data.new("restored")
    done = restored.run("restore_backup", str(data.backup))
    assert done.returncode == 0, done.stderr
    tables: dict[str, list[str]] = {}
    for table, column in data.columns(upgraded):
        if table.startswith(ROOMS) and column not in OF_NEWER_CARDS.get(table, ()):
            tables.setdefault(table, []).append(column)
    before, lists = cells(data, upgraded, tables), cards_of_versions(data, upgraded)
    assert sum(bool(rows) for rows in before.values()) > 70

    for installation in (upgraded, restored):
        migrated = installation.run("migrate", "-v0")
        assert migrated.returncode == 0, migrated.stderr
        after = cells(data, installation, tables)
        assert [name for name, rows in before.items() if not rows <= after[name]] == []
        for pk, cards in cards_of_versions(data, installation).items():
            assert [old.items() <= new.items() for old, new in zip(lists[pk], cards, strict=True)].count(
                False
            ) == 0
        verified = installation.run("verify_journal")
        assert verified.returncode == 0, verified.stdout + verified.stderr
        assert verified.stdout.count("agrees with its seals") == 7

    opened = restored.run("shell", "-v0", "-c", OPEN_ALL)
    answers = json.loads(opened.stdout)
    assert len(answers) > 90, opened.stderr
    assert {address: status for address, status in answers.items() if status >= 500} == {}
