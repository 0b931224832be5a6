"""A SQLite file for processes that a test starts."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def own_sqlite(folder: Path) -> dict[str, str]:
    """Return the environment of a process with a migrated database in `folder`."""
    env = os.environ | {
        "STADIUM_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/hall.sqlite3",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    return env
