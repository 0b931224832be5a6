"""A backup whose program fails is shown as an error everywhere, until one succeeds."""

import logging
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.doctor import this_machine
from tests import build
from tests.html import markup

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "var", tmp_path / "media"
    settings.VAR_DIR.mkdir()
    return tmp_path


def program(folder: Path, name: str, text: str) -> None:
    """Create an executable that is found before that of PostgreSQL."""
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)


@pytest.fixture
def programs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite needs no programs for its backups")
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return folder


def test_a_failure_is_said_on_each_page_in_the_doctor_and_in_the_log(
    folder: Path, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    missing = folder / "missing" / "all.backup"
    with caplog.at_level(logging.ERROR), pytest.raises(CommandError):
        call_command("backup", output=str(missing))
    assert "The backup failed" in caplog.text
    answer = this_machine.check_backups()
    assert answer.state == "error"
    assert "No such file" in answer.says
    assert "backup -o FILE" in answer.advice
    client.force_login(build.user("root", is_superuser=True))
    client.post(reverse("account_reauthenticate"), {"password": "secret"})
    assert "The last backup failed" in markup(client.get(reverse("backup")))
    assert "No such file" in markup(client.get(reverse("doctor")))

    call_command("backup", output=str(folder / "all.backup"))
    assert this_machine.check_backups().state == "good"
    assert "The last backup failed" not in markup(client.get(reverse("backup")))


def test_a_program_that_fails_leaves_no_file_and_its_own_words(programs: Path) -> None:
    program(programs, "pg_dump", 'echo "pg_dump: error: connection lost" >&2; exit 1')
    with pytest.raises(CommandError, match="connection lost"):
        call_command("backup", output=str(programs / "all.backup"))
    assert "connection lost" in this_machine.check_backups().says
    assert not list(programs.glob("all.backup*"))


@pytest.mark.parametrize(
    ("version", "state"), [(-1, "error"), (0, "good"), (1, "warning")], ids=["older", "same", "newer"]
)
def test_the_doctor_compares_the_programs_with_the_server(programs: Path, version: int, state: str) -> None:
    server = connection.pg_version // 10_000
    program(programs, "pg_dump", f"echo 'pg_dump (PostgreSQL) {server + version}.3 (Debian 1)'")
    answer = this_machine.check_backup_programs()
    assert answer.state == state
    assert bool(answer.advice) == (state != "good")
    assert str(server) in answer.says


def test_a_backup_with_an_older_program_says_which_version_to_install(programs: Path) -> None:
    server = connection.pg_version // 10_000
    program(programs, "pg_dump", f"echo 'pg_dump (PostgreSQL) {server - 2}.3'")
    with pytest.raises(CommandError, match=f"Install version {server} of"):
        call_command("backup", output=str(programs / "all.backup"))


def test_a_missing_program_is_named(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(programs / "bin"))
    assert this_machine.check_backup_programs().says == "Missing: pg_dump, pg_restore, psql"


def test_a_file_needs_no_programs() -> None:
    if connection.vendor == "sqlite":
        assert this_machine.check_backup_programs().state == "good"
