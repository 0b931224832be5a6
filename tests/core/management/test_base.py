"""What all commands have in common: they say so if there is no database, as before the first start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from core.management.base import command_line
from tests.own_sqlite import ROOT


@pytest.mark.parametrize("command", [("rehearse", "--players", "9", "--pace", "0"), ("standings", "a-cup")])
def test_without_a_database_it_says_how_to_make_one(tmp_path: Path, command: tuple[str, ...]) -> None:
    env = os.environ | {"STADIUM_VAR": str(tmp_path), "REDIS_URL": ""}
    env["DATABASE_URL"] = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "CommandError: The database is not there yet, or not up to date. Run: python3 manage.py migrate"
    )


def test_a_command_is_named_as_it_is_started_here(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command_line("migrate") == "python3 manage.py migrate"
    settings.BASE_DIR = tmp_path
    assert command_line("migrate") == "stadium migrate"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Stadium-1.exe"))
    assert command_line("backup -o FILE") == "Stadium-1.exe backup -o FILE"
