"""The deployed server, requested by a whole hall as soon as it listens: no one waits for what is loaded late."""

import http.client
import json
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.urls import reverse

from pairings.services.rounds import rounds
from tests.config.servers.deployed import ROOT, command_of_the_deployment, environment
from tests.own_postgres import free_port
from tests.pairings import build
from tournaments.services import personal_links

PHONES, PAGES_EACH = 16, 5
PATIENCE = 60
"""Seconds for a busy machine to load everything."""

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
"""The project's settings of gunicorn; each worker writes what was loaded before it forked, and what after."""

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


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    """Return the URLs that a hall opens, of an event whose first round is posted."""
    division = build.division(8, published=True)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    event, player = division.tournament, build.open_matches(round_)[0].left
    assert player is not None
    return [
        "/",
        reverse("tournaments:event", args=[event.slug]),
        reverse("pairings:pairings", args=[event.slug]),
        reverse("pairings:standings", args=[event.slug]),
        reverse("floor:my", args=[personal_links.ensure_link(player).token]),
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
    env = environment(tmp_path)
    command = [*command_of_the_deployment(), "--config", str(config), "--no-control-socket"]
    command[command.index("--bind") + 1] = f"127.0.0.1:{port}"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
    try:
        yield Server(process, port, log, facts)
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.slow
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
