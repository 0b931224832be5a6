"""The files of deploy/: they start what the documentation says, in a secure environment."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.variables import VARIABLES

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"


def compose() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    return services


def unit_command(name: str) -> list[str]:
    text = (DEPLOY / f"systemd/stadium-{name}.service").read_text("utf-8")
    found = re.search(r"^ExecStart=/srv/stadium/\.venv/bin/(.*)$", text, re.MULTILINE)
    assert found
    return shlex.split(found[1])


def example() -> dict[str, str]:
    """Return the environment of the example."""
    lines = (DEPLOY / "stadium.env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_compose_starts_all_that_the_documentation_names() -> None:
    assert set(compose()) == {
        "database",
        "redis",
        "release",
        "web",
        "readers",
        "news",
        "worker",
        "beat",
        "proxy",
    }


@pytest.mark.parametrize("name", ["web", "readers", "news", "worker", "beat"])
def test_units_and_compose_start_the_same(name: str) -> None:
    """Differences are only the address, the priority, and where the clock stores its file."""
    command = compose()[name]["command"]
    command = command[command.index("gunicorn") :] if "gunicorn" in command else command
    unit = [word.replace("/var/lib/stadium/", "/tmp/") for word in unit_command(name)]
    assert [word.replace("0.0.0.0", "127.0.0.1") for word in command] == unit


def test_the_example_names_settings_that_there_are() -> None:
    assert set(example()) <= {one.name for one in VARIABLES}


def test_the_example_is_safe(tmp_path: Path) -> None:
    """Django's checks for servers find nothing, except those that settings.py silences with a reason."""
    env = os.environ | example() | {"STADIUM_VAR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    env["DATABASE_URL"] = f"sqlite:///{tmp_path / 'unused.sqlite3'}"
    env.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # set by the browser tests
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for unit in (DEPLOY / "systemd").glob("*.service"):
        text = re.sub(r"/srv/stadium/\.venv/bin/\S+", sys.executable, unit.read_text("utf-8"))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    units = sorted(str(path) for path in tmp_path.glob("*.service"))
    assert len(units) == 5
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "stadium-" in line] == []


def test_the_image_has_the_backup_programs_of_the_database_it_runs_beside() -> None:
    """pg_dump refuses a newer server, and dumps for a newer version may not load into an older one."""
    image = compose()["database"]["image"]
    server = re.fullmatch(r"docker\.io/library/postgres:(\d+)-\w+", image)
    installed = re.findall(r"\bpostgresql-client\S*", (DEPLOY / "Containerfile").read_text("utf-8"))
    assert server, image
    assert installed == [f"postgresql-client-{server[1]}"]
