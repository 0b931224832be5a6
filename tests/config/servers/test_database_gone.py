"""A real PostgreSQL stops and returns while a real server runs: reading continues, and writing says what is known."""

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from tests.html import markup
from tests.own_postgres import OwnPostgres, free_port

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).resolve().parents[3]
PREPARE = """
import json, django
django.setup()
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from pairings.services.rounds import rounds
from tests.pairings import build
division = build.division(8)
rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
user = build.organizer(division)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(json.dumps({"session": session.session_key, "slug": division.tournament.slug, "division": division.pk}))
"""


@dataclass
class Answer:
    status: int
    text: str


@dataclass
class Hall:
    """A server, its database, and an event whose round 1 is posted."""

    postgres: OwnPostgres
    port: int
    session: str
    slug: str
    division: int

    @property
    def desk(self) -> str:
        return f"/e/{self.slug}/round/{self.division}/1"

    def request(self, method: str, path: str, **fields: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        here = f"http://127.0.0.1:{self.port}"
        token = "x" * 32
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={token}", "Referer": here + self.desk}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode({**fields, "csrfmiddlewaretoken": token}) if method == "POST" else None
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return Answer(answer.status, text)

    def report(self, table: int) -> Answer:
        return self.request("POST", f"{self.desk}/result", table=str(table), result="1")

    def outcome(self, table: int) -> str:
        with self.other() as other:
            [(outcome,)] = other.execute('SELECT outcome FROM pairings_match WHERE "table" = %s', [table])
        return outcome

    def other(self) -> psycopg.Connection:
        return psycopg.connect(f"host=127.0.0.1 port={self.postgres.port} user=postgres", autocommit=True)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    postgres = OwnPostgres()
    port = free_port()
    env = os.environ | {
        "DATABASE_URL": postgres.url,
        "STADIUM_VAR": str(tmp_path_factory.mktemp("var")),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_URL": "",
    }
    try:
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        made = subprocess.run(
            [sys.executable, "-c", PREPARE], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE
        )
        command = [sys.executable, "-u", "manage.py", "serve", "--port", str(port)]
        with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                addresses = (re.search(r"http://\S+:(\d+)/", line) for line in server.stdout)
                served = int(next(filter(None, addresses))[1])
                yield Hall(postgres, served, **json.loads(made.stdout.splitlines()[-1]))
            finally:
                server.terminate()
    finally:
        postgres.remove()


def test_the_first_requests_after_a_restart_are_answered(hall: Hall) -> None:
    assert {hall.request("GET", hall.desk).status for _ in range(16)} == {200}
    hall.postgres.restart()
    assert {hall.request("GET", hall.desk).status for _ in range(16)} == {200}
    hall.postgres.restart()
    assert hall.report(1).status == 302
    assert hall.outcome(1) == "left"


@pytest.mark.slow
def test_reading_waits_a_moment_for_a_server_that_comes_back(hall: Hall) -> None:
    hall.postgres.stop()
    begin = threading.Timer(0.5, hall.postgres.start)
    begin.start()
    answer = hall.request("GET", hall.desk)
    begin.join()
    assert answer.status == 200


@pytest.mark.slow
def test_while_it_is_gone_every_page_says_so(hall: Hall) -> None:
    hall.postgres.stop()
    try:
        read, written = hall.request("GET", hall.desk), hall.report(2)
    finally:
        hall.postgres.start()
    assert (read.status, written.status) == (503, 503)
    assert "The database does not respond" in read.text
    assert 'http-equiv="refresh"' in read.text
    assert "We do not know whether this was saved" in written.text
    assert "it does not respond yet" in written.text
    assert f'href="http://127.0.0.1:{hall.port}{hall.desk}"' in written.text
    assert hall.outcome(2) == "pending"


def test_a_result_cut_off_before_it_was_saved(hall: Hall) -> None:
    """Its transaction waits for the match, and its connection is closed there."""
    answers: list[Answer] = []
    with hall.other() as other:
        with other.transaction():
            other.execute("SELECT * FROM pairings_match FOR UPDATE")
            report = threading.Thread(target=lambda: answers.append(hall.report(3)))
            report.start()
            waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            until = time.monotonic() + 30
            with hall.other() as third:
                while not list(third.execute(waiting)):
                    assert time.monotonic() < until
                    time.sleep(0.05)
        report.join(60)
    [answer] = answers
    assert answer.status == 503
    assert "The journal shows nothing from you since" in markup(answer.text)
    assert "Table 3 now: no result." in markup(answer.text)
    assert "Open table 3" in markup(answer.text)
    assert "Nothing was changed" not in markup(answer.text)
    assert hall.outcome(3) == "pending"


def test_a_result_whose_commit_arrived_and_whose_answer_was_lost(hall: Hall) -> None:
    hall.request("GET", hall.desk)
    hall.postgres.line.break_at_commit = True
    answer = hall.report(4)
    assert answer.status == 503
    assert "The journal shows that this was saved:" in markup(answer.text)
    assert "Nothing was changed" not in markup(answer.text)
    assert re.search(r"Table 4 now: \S.* beats ", markup(answer.text))
    assert hall.outcome(4) == "left"
