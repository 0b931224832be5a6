"""Several workers cache pages, and one of them or a command changes the event: no one sees an old page."""

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.urls import reverse

from pairings.services.rounds import rounds
from tests.config.servers.deployed import ROOT, environment, served
from tests.pairings import build

STEPS, READERS, PATIENCE = 30, 6, 60
ACTS = {"enter": 6, "clear": 2, "correct": 2, "next_round": 2, "undo_last": 3}
"""What happens to the event, and how often."""

WRITER = """
import json, sys
from contextlib import suppress
import django
django.setup()
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from core.engine.refused import Refused
from tournaments.models import Division
from core.services import undo

def enter(pick, outcome):
    match = pick(Match.objects.filter(round__state="posted", right__isnull=False, outcome="pending"))
    if match:
        results.enter_result(match, MatchResult(Outcome(outcome)), by=None)

def clear(pick, _outcome):
    match = pick(Match.objects.filter(round__state="posted", right__isnull=False).exclude(outcome="pending"))
    if match:
        results.clear_result(match, by=None, seen=Outcome(match.outcome))

def correct(pick, outcome):
    match = pick(Match.objects.filter(round__state="closed", right__isnull=False))
    if match:
        results.correct_result(match, MatchResult(Outcome(outcome)), by=None, why="Slip read wrong")

def next_round(_pick, outcome):
    round_ = Round.objects.order_by("number").last()
    if round_.state == "unposted":
        rounds.post(round_, by=None)
        return
    if round_.state == "posted":
        for match in round_.matches.filter(outcome="pending", right__isnull=False):
            results.enter_result(match, MatchResult(Outcome(outcome)), by=None)
        rounds.close(round_, by=None)
    if round_.number < 3:
        rounds.post(rounds.pair_next_round(round_.division, by=None, seed=round_.number), by=None)

def undo_last(_pick, _outcome):
    line = undo.last_undoable_step(Division.objects.get())
    if line:
        undo.undo_step(line, by=None)

ACTS = {one.__name__: one for one in (enter, clear, correct, next_round, undo_last)}
for line in sys.stdin:
    act, place, outcome = json.loads(line)
    def pick(rows):
        found = list(rows.order_by("pk"))
        return found[place % len(found)] if found else None
    with suppress(Refused):
        ACTS[act](pick, outcome)
    print("written", flush=True)
"""

NUMBERS = re.compile(
    r"data-seen=.[^\"]*.|data-now=.\d+.|data-counts-down=.\d+.|\d\d:\d\d|csrfmiddlewaretoken[^>]*"
)
"""Text that changes only with time."""


@dataclass
class Hall:
    """The server, and a process that writes at the same time."""

    port: int
    writer: subprocess.Popen[str]

    def get(self, path: str, *, fresh: bool = False) -> tuple[int, str]:
        """Get a page as an anonymous reader; `fresh`: rendered only for this reader."""
        headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}=x"} if fresh else {}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def write(self, act: str, place: int, outcome: str) -> None:
        assert self.writer.stdin is not None
        assert self.writer.stdout is not None
        self.writer.stdin.write(json.dumps([act, place, outcome]) + "\n")
        self.writer.stdin.flush()
        assert self.writer.stdout.readline() == "written\n"


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    division = build.division(8, published=True)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    names = ("pairings:pairings", "pairings:tables", "pairings:standings", "tournaments:event")
    found = [reverse(name, args=[division.tournament.slug]) for name in names]
    return [f"{found[0]}?index=1", f"{found[2]}?index=1", *found]


@pytest.fixture
def hall(pages: list[str], tmp_path: Path) -> Iterator[Hall]:
    pytest.importorskip("fcntl", reason="gunicorn does not run here")
    env = environment(tmp_path)
    write = [sys.executable, "-c", WRITER]
    with (
        served(tmp_path, env) as port,
        subprocess.Popen(
            write, cwd=ROOT, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as writer,
    ):
        yield Hall(port, writer)
        assert writer.stdin is not None
        writer.stdin.close()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", [0])
def test_no_page_is_older_than_the_event(hall: Hall, pages: list[str], seed: int) -> None:
    chance, event = Random(seed), pages[-1]
    poll = next(iter(re.findall(r'data-live="([^"]+)"', hall.get(event)[1]))).replace("&amp;", "&")
    with ThreadPoolExecutor(READERS) as readers:
        for _ in range(STEPS):
            list(
                readers.map(hall.get, [page for page in pages for _ in range(READERS)])
            )  # each worker caches them
            position = json.loads(hall.get(poll)[1])["seen"]
            before = {page: _bare(hall.get(page, fresh=True)[1]) for page in pages}
            act = chance.choices(list(ACTS), list(ACTS.values()))[0]
            hall.write(act, chance.randrange(100), chance.choice(["left", "right", "tie"]))
            fresh = {page: _bare(hall.get(page, fresh=True)[1]) for page in pages}
            for page in pages:
                held = {_bare(text) for _status, text in readers.map(hall.get, [page] * READERS)}
                assert held == {fresh[page]}, (seed, act, page)
            if act in ("correct", "next_round", "undo_last") and before != fresh:
                assert hall.get(f"{poll}&seen={position}")[0] == 200, (seed, act)


def _bare(text: str) -> str:
    return NUMBERS.sub("", text)
