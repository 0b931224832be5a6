"""Killed at random instants while an event is paired, reported and closed: what was acknowledged is stored, once.

`KILLS=1000 PLAYERS=1112 ROUNDS=18 .venv/bin/python -m pytest -n 0 tests/faults/test_kills.py` kills 1,000 times over
10,008 results on each database.
"""

import json
import subprocess
import sys

import pytest

from tests.faults.suites import value
from tests.own_postgres import OwnPostgres
from tests.own_sqlite import ROOT, own_sqlite

pytestmark = [pytest.mark.timeout(3600)]

KILLS, PLAYERS, ROUNDS = value("KILLS"), value("PLAYERS"), value("ROUNDS")


def play(env: dict[str, str]) -> dict[str, object]:
    command = [sys.executable, "-m", "tests.faults.playing", *map(str, (KILLS, PLAYERS, ROUNDS, 7))]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def holds(found: dict[str, object]) -> None:
    assert KILLS / 2 <= found["kills"] <= KILLS, "a step may end before it is killed"
    assert found["results"] == PLAYERS // 2 * ROUNDS
    least = found["results"] - found["kills"]
    assert least <= found["acknowledged"] <= found["results"], "one a kill may be safe before it is said"
    assert found["lost"] == found["doubled"] == found["seated_twice"] == 0
    assert found["journal"] == []


@pytest.mark.slow
def test_killed_on_sqlite(tmp_path):
    holds(play(own_sqlite(tmp_path)))


@pytest.mark.postgres
def test_killed_on_postgresql(tmp_path):
    own = OwnPostgres()
    try:
        env = own_sqlite(tmp_path) | {"DATABASE_URL": own.url}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        holds(play(env))
    finally:
        own.remove()
