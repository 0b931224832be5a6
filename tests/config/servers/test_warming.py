"""A server loads URLs, pages and cards before its first response; commands load them when they need them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError
from django.test import Client

from cards.queries import catalogue
from config.servers.warming import warm_up_server

ROOT = Path(__file__).resolve().parents[3]
FIRST_REQUEST = """
import sys
from config.wsgi import application
from django.urls import get_resolver
from django.test import Client
assert get_resolver()._populated and type(application).__name__ == "LiveDoor"
before = set(sys.modules)
assert Client().get("/pocket-book", headers={"host": "localhost"}).status_code == 200
ours = ("config.", "tournaments.", "decks.", "pairings.", "reportlab.", "openpyxl.")
print(sorted(name for name in set(sys.modules) - before if name.startswith(ours)))
"""


@pytest.mark.django_db(transaction=True)
def test_the_catalogue_is_there_before_the_first_question(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_cached", {})
    warm_up_server()
    monkeypatch.setattr(catalogue, "load_catalogue", lambda _version: pytest.fail("loaded in a request"))
    assert client.get("/deck-check").status_code == 200
    assert len(catalogue.current_catalogue()) > 100


def test_a_server_starts_without_its_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise DatabaseError

    monkeypatch.setattr(catalogue, "current_catalogue", broken)
    monkeypatch.setattr("config.servers.warming.connection.close", lambda: None)
    warm_up_server()


@pytest.mark.slow
def test_the_first_request_loads_no_module(tmp_path: Path) -> None:
    env = os.environ | {
        "STADIUM_VAR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    command = [sys.executable, "-c", FIRST_REQUEST]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_gunicorn_loads_before_its_workers_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--print-config"]
    env = os.environ | {"STADIUM_VAR": str(tmp_path), "REDIS_URL": ""}
    output = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    settings = dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
    found = {name.strip(): value.strip() for name, value in settings.items()}
    assert found["preload_app"] == "True"
    assert 30 <= int(found["timeout"]) <= 120
