"""Killed at any moment: a snapshot contains what was acknowledged before it, the database also what came later."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.own_postgres import OwnPostgres
from tests.own_sqlite import ROOT, own_sqlite

MODULE = "tests.floor.services.snapshots.busy"


@pytest.fixture
def sqlite(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "var").mkdir()
    return own_sqlite(tmp_path / "var")


@pytest.fixture
def postgres(tmp_path: Path):
    own = OwnPostgres()
    (tmp_path / "var").mkdir()
    env = os.environ | {
        "STADIUM_VAR": str(tmp_path / "var"),
        "DATABASE_URL": own.url,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    yield env
    own.remove()


def kill_often(env: dict[str, str], acknowledged: Path, times: int) -> None:
    command = [sys.executable, "-m", MODULE, str(acknowledged), str(times)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    facts = [json.loads(line) for line in acknowledged.read_text().splitlines()]
    assert sum("line" in one for one in facts) >= times
    assert any("name" in one for one in facts)


@pytest.mark.postgres
def test_killed_on_postgresql(postgres, tmp_path):
    kill_often(postgres, tmp_path / "acknowledged", 2)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_killed_50_times_on_sqlite(sqlite, tmp_path):
    kill_often(sqlite, tmp_path / "acknowledged", 50)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.postgres
def test_killed_50_times_on_postgresql(postgres, tmp_path):
    kill_often(postgres, tmp_path / "acknowledged", 50)
