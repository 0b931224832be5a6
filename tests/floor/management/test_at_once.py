"""Several commands at once on one SQLite file, as on one laptop: separate processes and a real file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pairings import tom_files as tf

ROOT = Path(__file__).resolve().parents[3]
MANAGE = [sys.executable, str(ROOT / "manage.py")]
MANY = 4


@pytest.fixture
def env(tmp_path) -> dict[str, str]:
    """Return the environment of an installation that contains only its tables."""
    own = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{(tmp_path / 'stadium.sqlite3').as_posix()}",
        "STADIUM_VAR": str(tmp_path),
    }
    subprocess.run([*MANAGE, "migrate", "-v", "0"], env=own, check=True, capture_output=True, timeout=120)
    return own


def test_one_of_many_pairs_the_round_and_the_others_are_told(env, tmp_path):
    file = tmp_path / "autumn.tdf"
    file.write_bytes(tf.swiss(16, [tf.round_(1, [(1, n, n + 8) for n in range(1, 9)])]))
    done = subprocess.run(
        [*MANAGE, "import_tdf", str(file)], env=env, check=True, capture_output=True, text=True, timeout=120
    )
    slug = done.stdout.splitlines()[-1]
    at_once = [
        subprocess.Popen(
            [*MANAGE, "pair_round", slug], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(MANY)
    ]
    outputs = [(*one.communicate(timeout=120), one.returncode) for one in at_once]
    assert sorted(code for *_, code in outputs) == [0] + [1] * (MANY - 1)
    for out, errors, code in outputs:
        assert "Masters, round 2 (Not posted)" in out if code == 0 else "Round 2 is already paired" in errors
