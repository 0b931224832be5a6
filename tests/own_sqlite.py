"""A SQLite file of a test's own, for processes of the project."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def own_sqlite(folder: Path) -> dict[str, str]:
    """The environment of a process whose database, migrated, lies in `folder`."""
    env = os.environ | {
        "STADIUM_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/hall.sqlite3",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    return env
