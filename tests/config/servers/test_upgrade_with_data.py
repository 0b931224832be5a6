"""An event of an earlier version, brought up to date: every result, place and line of the journal stays as it was."""

import csv
import gzip
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.config.servers.own_server import Installation

MADE_BY = "9fbf6f18"
"""The commit before migrations began afresh, whose `migrate` brought up data of `3584df8` (before teams, seals and
webhooks; `simulate_event --players 9 --rounds 3 --seed 4`) and which then played `--seed 5`.
"""

DATA = Path(__file__).with_name("data") / "before-one-schema.sqlite3.gz"
SLUG = "simulated-event-of-9-seed-4"

KEPT = {
    "matches": 'SELECT id, round_id, "table", left_id, right_id, outcome FROM pairings_match ORDER BY id',
    "places": "SELECT id, round_id, entry_id, place, points, owp, oowp FROM pairings_standing ORDER BY id",
    "journal": "SELECT id, kind, at FROM tournaments_journalevent ORDER BY id",
    "players": "SELECT id, first_name, last_name, birth_year FROM tournaments_entry ORDER BY id",
}


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


@pytest.mark.slow
def test_an_event_of_an_earlier_version_goes_on(tmp_path):
    installation = Installation(tmp_path)
    installation.database.write_bytes(gzip.decompress(DATA.read_bytes()))
    before = {name: _rows(installation.database, question) for name, question in KEPT.items()}
    assert len(before["matches"]) == 30

    with installation.serve():
        pass
    assert {name: _rows(installation.database, question) for name, question in KEPT.items()} == before

    done = installation.run("standings", SLUG, "--format", "csv")
    places = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["name"], row["points"]) for row in places[:2]] == [
        ("Hiro Suzuki", "9"),
        ("Mateo García", "6"),
    ]
    verified = installation.run("verify_journal")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "agrees with its seals: 24 lines" in verified.stdout
    for_tom = installation.run("export_tdf", SLUG, "-o", str(tmp_path / "event.tdf"))
    assert for_tom.returncode == 0, for_tom.stderr


@pytest.mark.slow
def test_its_tables_are_those_of_a_new_installation(tmp_path):
    old, new = Installation(tmp_path / "old"), Installation(tmp_path / "new")
    for one in (old, new):
        one.folder.mkdir()
    old.database.write_bytes(gzip.decompress(DATA.read_bytes()))
    for one in (old, new):
        done = one.run("migrate", "-v0")
        assert done.returncode == 0, done.stderr
    for question in SCHEMA.values():
        rows = [
            [tuple(" ".join(str(cell).split()) for cell in row) for row in _rows(one.database, question)]
            for one in (old, new)
        ]
        assert len(rows[1]) > 5
        assert rows[0] == rows[1]


@pytest.mark.slow
def test_data_of_a_still_earlier_version_is_left_alone(tmp_path):
    """It was brought up step by step, and these steps are gone: a sentence names the version that has them."""
    installation = Installation(tmp_path)
    installation.database.write_bytes(gzip.decompress(DATA.read_bytes()))
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        connection.execute("DELETE FROM django_migrations WHERE app = 'tournaments' AND name > '0011'")
    before = installation.database.read_bytes()
    done = installation.run("serve", "--port", "0")
    assert done.returncode == 1
    assert f"An early version of Stadium wrote this data. Start version {MADE_BY} on it once" in done.stderr
    assert "Traceback" not in done.stderr
    assert installation.database.read_bytes() == before


def _rows(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()
