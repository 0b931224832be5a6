"""An event of an earlier version, brought up to date: every result, place and line of the journal stays as it was."""

import csv
import gzip
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.config.servers.own_server import Installation

MADE_BY = "3584df8"
"""The commit whose `simulate_event --players 9 --rounds 3 --seed 4` the data is: before teams, seals and webhooks."""

DATA = Path(__file__).with_name("data") / "before-teams.sqlite3.gz"
SLUG = "simulated-event-of-9-seed-4"

KEPT = {
    "matches": 'SELECT id, round_id, "table", left_id, right_id, outcome FROM pairings_match ORDER BY id',
    "places": "SELECT id, round_id, entry_id, place, points, owp, oowp FROM pairings_standing ORDER BY id",
    "journal": "SELECT id, kind, at FROM tournaments_journalevent ORDER BY id",
    "players": "SELECT id, first_name, last_name, birth_year FROM tournaments_entry ORDER BY id",
}


@pytest.mark.slow
def test_an_event_of_an_earlier_version_goes_on(tmp_path):
    installation = Installation(tmp_path)
    installation.database.write_bytes(gzip.decompress(DATA.read_bytes()))
    before = {name: _rows(installation.database, question) for name, question in KEPT.items()}
    assert len(before["matches"]) == 15

    with installation.serve() as lines:
        (copy,) = installation.folder.glob("stadium-before-update-*.sqlite3")
        assert any(str(copy) in line for line in lines)
        assert {name: _rows(copy, question) for name, question in KEPT.items()} == before
    assert {name: _rows(installation.database, question) for name, question in KEPT.items()} == before

    done = installation.run("standings", SLUG, "--format", "csv")
    places = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["name"], row["points"]) for row in places[:2]] == [
        ("Hiro Suzuki", "9"),
        ("Mateo García", "6"),
    ]
    verified = installation.run("verify_journal", SLUG)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    for_tom = installation.run("export_tdf", SLUG, "-o", str(tmp_path / "event.tdf"))
    assert for_tom.returncode == 0, for_tom.stderr


def _rows(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question).fetchall()
