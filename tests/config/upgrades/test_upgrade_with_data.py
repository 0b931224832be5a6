"""An event of an earlier version is upgraded: every result, place and journal line stays unchanged."""

import csv
import gzip
import io
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.config.servers.own_server import Installation, OnPostgres
from tests.own_postgres import OwnPostgres

Rows = list[tuple[object, ...]]

MADE_BY = "9fbf6f18"
"""The commit before the migrations were restarted; its `migrate` upgraded data of `3584df8` (before teams, seals and
webhooks; `simulate_event --players 9 --rounds 3 --seed 4`), and it then played `--seed 5`.
"""

DATA = Path(__file__).with_name("data")
"""`before-one-schema` for each database; both were created by the same steps."""

SLUG = "simulated-event-of-9-seed-4"

KEPT = {
    "matches": 'SELECT id, round_id, "table", left_id, right_id, outcome FROM pairings_match ORDER BY id',
    "places": "SELECT id, round_id, entry_id, place, points, owp, oowp FROM pairings_standing ORDER BY id",
    "journal": "SELECT id, kind, at FROM tournaments_journalevent ORDER BY id",
    "players": "SELECT id, first_name, last_name, birth_year FROM tournaments_entry ORDER BY id",
}


class OfSqlite:
    """Installations with a file each."""

    SCHEMA = {
        "triggers": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
        "columns": """
            SELECT one.name, held.name, held.type, held."notnull", held.pk
            FROM sqlite_master one JOIN pragma_table_info(one.name) held
            WHERE one.type = 'table' AND one.name NOT LIKE 'sqlite_%' ORDER BY 1, 2
        """,
        "indexes": """
            SELECT one.name, held."unique", group_concat(part.name)
            FROM sqlite_master one JOIN pragma_index_list(one.name) held JOIN pragma_index_info(held.name) part
            WHERE one.type = 'table' GROUP BY one.name, held.name ORDER BY 1, 2, 3
        """,
    }

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, name: str) -> Installation:
        folder = self.folder / name
        folder.mkdir()
        return Installation(folder)

    def earlier(self, name: str) -> Installation:
        """Create an installation with the data of an earlier version."""
        made = self.new(name)
        made.database.write_bytes(gzip.decompress((DATA / "before-one-schema.sqlite3.gz").read_bytes()))
        return made

    def through_a_file(self, installation: Installation) -> Installation:
        return installation

    def bring_up_to_date(self, installation: Installation) -> None:
        """As docs/upgrading.md says, starting it is enough."""
        with installation.serve():
            pass

    def rows(self, installation: Installation, question: str) -> Rows:
        with closing(sqlite3.connect(installation.database)) as connection, connection:
            return connection.execute(question).fetchall()


class OfPostgres:
    """Installations with a database each on one server."""

    SCHEMA = {
        "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
        "functions": """
            SELECT proname, prosrc FROM pg_proc
            WHERE pronamespace = 'public'::regnamespace AND proname != 'journal_goes_with_its_event' ORDER BY 1
        """,
        "columns": """
            SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, collation_name
            FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2
        """,
        "indexes": r"""
            SELECT tablename, regexp_replace(indexdef, 'INDEX \S+ ON', 'INDEX ON')
            FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2
        """,
        "constraints": """
            SELECT conrelid::regclass::text, pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2
        """,
    }
    """The omitted function is equivalent but worded differently; what it refuses is tested."""

    def __init__(self, folder: Path, server: OwnPostgres) -> None:
        self.folder, self.server = folder, server

    def new(self, name: str) -> OnPostgres:
        return OnPostgres.made(self.folder / name, self.server)

    def earlier(self, name: str) -> OnPostgres:
        return self._loaded(name, gzip.decompress((DATA / "before-one-schema.sql.gz").read_bytes()))

    def through_a_file(self, installation: OnPostgres) -> OnPostgres:
        """Write it to a file and read it again, as PostgreSQL then writes conditions differently."""
        command = [self.server.bin / "pg_dump", "--no-owner", installation.url]
        dump = subprocess.run(command, capture_output=True, check=True).stdout
        return self._loaded(f"{installation.folder.name}_read", dump)

    def _loaded(self, name: str, dump: bytes) -> OnPostgres:
        made = self.new(name)
        command = [self.server.bin / "psql", "-q", "-v", "ON_ERROR_STOP=1", made.url]
        subprocess.run(command, input=dump, stdout=subprocess.DEVNULL, check=True)
        return made

    def bring_up_to_date(self, installation: Installation) -> None:
        """As docs/upgrading.md says: migrate, then start."""
        done = installation.run("migrate", "-v0")
        assert done.returncode == 0, done.stderr
        with installation.serve():
            pass

    def rows(self, installation: OnPostgres, question: str) -> Rows:
        with psycopg.connect(installation.url) as connection:
            found = connection.execute(question)
            return found.fetchall() if found.description else []


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


@pytest.mark.slow
def test_an_event_of_an_earlier_version_goes_on(data, tmp_path):
    installation = data.earlier("old")
    before = {name: data.rows(installation, question) for name, question in KEPT.items()}
    assert len(before["matches"]) == 30

    data.bring_up_to_date(installation)
    assert {name: data.rows(installation, question) for name, question in KEPT.items()} == before

    done = installation.run("standings", SLUG, "--format", "csv")
    places = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["name"], row["points"]) for row in places[:2]] == [
        ("Hiro Suzuki", "9"),
        ("Mateo García", "6"),
    ]
    verified = installation.run("verify_journal")
    assert "agrees with its seals: 24 lines" in verified.stdout
    assert (verified.returncode, "3 rounds are closed" in verified.stderr) == (3, True), verified.stderr
    assert f"{SLUG}: Journal sealed" in installation.run("seal_journal").stdout
    verified = installation.run("verify_journal")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    for_tom = installation.run("export_tdf", SLUG, "-o", str(tmp_path / "event.tdf"))
    assert for_tom.returncode == 0, for_tom.stderr


@pytest.mark.slow
def test_its_tables_are_those_of_a_new_installation(data):
    both = data.earlier("old"), data.new("new")
    for one in both:
        done = one.run("migrate", "-v0")
        assert done.returncode == 0, done.stderr
    schemas = [data.through_a_file(one) for one in both]
    for question in data.SCHEMA.values():
        old, new = (
            [tuple(" ".join(str(cell).split()) for cell in row) for row in data.rows(one, question)]
            for one in schemas
        )
        assert len(new) >= 3
        assert old == new
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match="the journal is kept"):
        data.rows(both[0], "DELETE FROM tournaments_journalevent")


@pytest.mark.slow
def test_data_of_a_still_earlier_version_is_left_alone(data):
    """It used to be upgraded step by step, and these steps are gone: a message names the version that has them."""
    installation = data.earlier("old")
    steps = "FROM django_migrations WHERE app = 'tournaments' AND name > '0011'"
    data.rows(installation, f"DELETE {steps}")
    before = {name: data.rows(installation, question) for name, question in (KEPT | data.SCHEMA).items()}
    done = installation.run("serve", "--port", "0")
    assert done.returncode == 1
    assert f"An early version of Stadium wrote this data. Start version {MADE_BY} on it once" in done.stderr
    assert "Traceback" not in done.stderr
    assert before == {
        name: data.rows(installation, question) for name, question in (KEPT | data.SCHEMA).items()
    }
    assert data.rows(installation, f"SELECT name {steps}") == []
