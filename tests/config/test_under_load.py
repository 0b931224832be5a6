"""The server as the deployment starts it, asked by a hall the moment it listens: nobody waits for what loads late."""

import http.client
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection
from django.urls import reverse

from pairings.services.rounds import rounds
from tests.own_postgres import free_port
from tests.pairings import build
from tournaments.services import links

ROOT = Path(__file__).resolve().parents[2]
PHONES, PAGES_EACH = 16, 5
PATIENCE = 60
"""Seconds until a busy machine has loaded everything."""

WATCHED = """
exec(compile(open({conf!r}).read(), {conf!r}, "exec"))

def post_fork(server, worker):
    import sys
    from django.urls import get_resolver
    worker.compiled = get_resolver()._populated
    worker.modules = set(sys.modules)

def worker_exit(server, worker):
    import json, sys
    late = [one for one in set(sys.modules) - worker.modules if one.startswith({ours!r})]
    with open({facts!r}, "a") as facts:
        facts.write(json.dumps([worker.compiled, sorted(late)]) + "\\n")
"""
"""The project's own settings of gunicorn; each worker writes what was loaded before it forked, and what after."""

OURS = ("config.", "tournaments.", "cards.", "decks.", "pairings.", "checks.", "floor.", "reportlab.")


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    port: int
    log: Path
    facts: Path

    def get(self, path: str) -> tuple[str, int]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("GET", path)
            answer = line.getresponse()
            answer.read()
            return path, answer.status

    def listens(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                http.client.HTTPConnection("127.0.0.1", self.port, timeout=1).connect()
            except ConnectionRefusedError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < until, self.log.read_text()
                time.sleep(0.02)
            else:
                return


def command_of_the_deployment() -> list[str]:
    """The line that docs/deployment.md gives, on this Python."""
    line = re.search(r"`(gunicorn config\.wsgi [^`]*)`", (ROOT / "docs/deployment.md").read_text())
    assert line is not None
    return [sys.executable, "-m", *shlex.split(line[1])]


def address_of_the_data(folder: Path) -> str:
    """The database of this test: its PostgreSQL, or its SQLite as a file."""
    if connection.vendor == "postgresql":
        wanted = connection.settings_dict
        host = f"{wanted['HOST'] or '127.0.0.1'}:{wanted['PORT'] or 5432}"
        secret = f":{wanted['PASSWORD']}" if wanted["PASSWORD"] else ""
        return f"postgres://{wanted['USER']}{secret}@{host}/{wanted['NAME']}"
    with closing(sqlite3.connect(folder / "hall.sqlite3")) as file:
        connection.connection.backup(file)
    return f"sqlite:///{folder}/hall.sqlite3"


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    """Addresses a hall opens, of an event whose first round is posted."""
    division = build.division(8, published=True)
    round_ = rounds.post(rounds.pair_next(division, by=None, seed=1), by=None)
    event, player = division.tournament, build.open_matches(round_)[0].left
    assert player is not None
    return [
        "/",
        reverse("tournaments:event", args=[event.slug]),
        reverse("pairings:pairings", args=[event.slug]),
        reverse("pairings:standings", args=[event.slug]),
        reverse("floor:my", args=[links.of(player).token]),
        reverse("floor:pocket_book"),
        "/deck-check",
        "/account/login/",
        "/events",
    ]


@pytest.fixture
def server(pages: list[str], tmp_path: Path) -> Iterator[Server]:
    pytest.importorskip("fcntl", reason="gunicorn does not run here")
    config, log, facts, port = tmp_path / "watched.py", tmp_path / "log", tmp_path / "facts", free_port()
    config.write_text(WATCHED.format(conf=str(ROOT / "gunicorn.conf.py"), facts=str(facts), ours=OURS))
    env = os.environ | {
        "STADIUM_VAR": str(tmp_path),
        "DATABASE_URL": address_of_the_data(tmp_path),
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "GUNICORN_CMD_ARGS": "",
    }
    command = [*command_of_the_deployment(), "--config", str(config), "--no-control-socket"]
    command[command.index("--bind") + 1] = f"127.0.0.1:{port}"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
    try:
        yield Server(process, port, log, facts)
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.django_db(transaction=True)
def test_a_hall_that_asks_the_moment_it_listens_is_answered(server: Server, pages: list[str]) -> None:
    server.listens()
    addresses = [pages[turn % len(pages)] for turn in range(PHONES * PAGES_EACH)]
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(server.get, addresses))
    assert {answer for answer in answers if answer[1] != 200} == set()
    assert len(answers) == PHONES * PAGES_EACH
    server.process.terminate()
    server.process.wait(PATIENCE)
    log = server.log.read_text()
    workers = server.facts.read_text().splitlines()
    assert "WORKER TIMEOUT" not in log
    assert "Traceback" not in log
    assert log.count("Booting worker") == len(workers) == 4, "no worker was replaced"
    assert [json.loads(worker) for worker in workers] == [[True, []]] * 4
