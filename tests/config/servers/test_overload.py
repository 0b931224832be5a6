"""More readers than the deployed server can answer: staff continue, readers are asked to come back, then all is
normal.
"""

import http.client
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build
from tests.config.servers.deployed import PATIENCE, environment, served
from tests.pairings.build import open_matches
from tournaments.services import personal_links

READERS, PLAYERS = 80, 24
AFTERWARDS = 10
"""Seconds after which everything is normal again."""


@dataclass
class Hall:
    port: int
    page: str
    desk: str
    round: str
    form: str
    session: str
    open: list[Match]

    def get(self, path: str) -> tuple[int, str | None]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("GET", path)
            answer = line.getresponse()
            answer.read()
            return answer.status, answer.getheader("Retry-After")

    def saved(self) -> int:
        """Return the results that the page of the round shows."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request(
                "GET", self.desk, headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}"}
            )
            return line.getresponse().read().count(b"data-saved=")

    def enter(self, match: Match) -> str:
        """Send a result as the desk does; return where the server redirects."""
        token = "x" * 32
        headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={token}",
            "X-CSRFToken": token,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request("POST", self.form, f"result={match.pk}:left&idempotency_key={match.pk:016}", headers)
            return str(line.getresponse().getheader("Location"))


@pytest.fixture
def hall(transactional_db: None, tmp_path: Path) -> Iterator[Hall]:
    pytest.importorskip("fcntl", reason="gunicorn does not run here")
    division, client = build.division(PLAYERS, published=True), Client()
    client.force_login(build.organizer(division))
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    waiting = open_matches(round_)
    assert waiting[0].left is not None
    page = reverse("floor:my", args=[personal_links.ensure_link(waiting[0].left).token])
    at = [division.tournament.slug, division.pk, round_.number]
    with served(tmp_path, environment(tmp_path) | {"SECRET_KEY": settings.SECRET_KEY}) as port:
        yield Hall(
            port,
            page=page,
            desk=f"{reverse('pairings:desk', args=at[:1])}?division={division.pk}",
            round=reverse("pairings:round", args=at),
            form=reverse("pairings:result", args=at),
            session=client.cookies[settings.SESSION_COOKIE_NAME].value,
            open=waiting,
        )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_desk_goes_on_while_readers_are_sent_away(hall: Hall) -> None:
    over = Event()

    def read(_number: int) -> Counter[tuple[int, str | None]]:
        found = Counter[tuple[int, str | None]]()
        while not over.is_set():
            found[hall.get(hall.page)] += 1
        return found

    assert hall.get(hall.page)[0] == 200
    with ThreadPoolExecutor(READERS) as readers:
        reading = [readers.submit(read, number) for number in range(READERS)]
        time.sleep(2)
        answers = [hall.enter(match) for match in hall.open]
        over.set()
        seen = sum((one.result() for one in reading), Counter())
    assert {answer.partition("#")[0] for answer in answers} == {hall.desk}
    assert set(seen) == {(200, None), (503, "5")}
    assert hall.saved() == len(hall.open)

    until = time.monotonic() + AFTERWARDS
    while hall.get(hall.page)[0] != 200:
        assert time.monotonic() < until
    assert {hall.get(hall.page)[0] for _ in range(20)} == {200}
