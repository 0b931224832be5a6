"""Simulate a hall of phones while a round is posted and results are reported: `python -m benchmarks.phones --storm`.

Each phone behaves like `static/js/live.js`: it polls `/live` at the requested interval, shows its seat from the
response, and fetches its page part and its page when it is its turn. At the same time, staff post the round, read the
desk and enter results.
"""

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import psutil

from benchmarks.phones import HERE, free_port, wait_until_ready

QUIET, REPORTING = 20.0, 60.0
"""Seconds of polling before the round is posted, and seconds over which results are reported."""

SEEN_BY_ALL, POLL, DESK = 10.0, 0.5, 1.0
"""Limits in seconds for showing the seat on all phones, for a poll (p99), and for the slowest click at the desk."""

GIVE_UP = 60.0
TOKEN = "x" * 32


@dataclass(frozen=True)
class Phone:
    token: str
    entry: int
    match: int
    left: bool


@dataclass(frozen=True)
class Hall:
    """The event of the simulation, with a paired round that is not posted yet."""

    event: int
    slug: str
    division: int
    number: int
    session: str
    phones: list[Phone]
    tables: int


@dataclass
class Notes:
    """The measurements: seconds by kind of request, responses by kind and status, and when phones show their seats."""

    took: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seats: dict[int, float] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)


def create_hall(players: int) -> Hall:
    """Create the event with one closed round, the next round paired, and a link for each phone."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Tournament, User
    from tournaments.services import personal_links

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    division = create_played_event(players, 1)
    round_ = rounds.pair_next_round(division, by=None, seed=5)
    Tournament.objects.filter(pk=division.tournament_id).update(published=True, phone_reports=True)
    client = Client()
    client.force_login(User.objects.create_superuser("staff", "", None))
    phones = []
    for match in round_.matches.filter(right__isnull=False).order_by("table").select_related("left", "right"):
        for entry, left in ((match.left, True), (match.right, False)):
            assert entry is not None
            phones.append(Phone(personal_links.ensure_link(entry).token, entry.pk, match.pk, left))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # Autovacuum would do this before a round is posted.
    return Hall(
        event=division.tournament_id,
        slug=division.tournament.slug,
        division=division.pk,
        number=round_.number,
        session=client.cookies[settings.SESSION_COOKIE_NAME].value,
        phones=phones,
        tables=len(phones) // 2,
    )


@dataclass(frozen=True)
class Ports:
    """The ports of the three servers in docs/deployment.md.

    The proxy sends forms and staff to the first, readers to the second, and polls to the third.
    """

    desk: int
    readers: int
    news: int


Answer = tuple[int, dict[str, str], bytes]
"""Status, headers by lower-case name, and body."""


def _parse_head(head: bytes) -> tuple[int, dict[str, str]]:
    status_line, *header_lines = head.decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in header_lines)
    }
    return int(status_line.split(" ", 2)[1]), headers


class Upstream:
    """A pool of open connections, as between the proxy and the server for polls."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def get(self, path: str) -> Answer:
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        while self._idle:
            reader, writer = self._idle.pop()
            try:
                return await self._get(request, reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError):  # The server closed the connection.
                writer.close()
        return await self._get(request, *await asyncio.open_connection("127.0.0.1", self._port))

    async def _get(
        self, request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> Answer:
        writer.write(request)
        status, headers = _parse_head((await reader.readuntil(b"\r\n\r\n"))[:-4])
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            writer.close()
        else:
            self._idle.append((reader, writer))
        return status, headers, content


class StormSimulation:
    """The phones and the staff of one hall, simulated in one event loop."""

    def __init__(self, hall: Hall, ports: "Ports", *, reports: int) -> None:
        self.hall, self.reports = hall, min(reports, hall.tables // 2)
        self._ports, self._news = ports, Upstream(ports.news)
        self.notes, self.chance = Notes(), Random(7)
        self.posted: float | None = None
        self._end = asyncio.Event()

    @property
    def over(self) -> bool:
        return self._end.is_set()

    async def rest(self, seconds: float) -> None:
        """Wait for a number of seconds, or until the simulation is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._end.wait(), seconds)

    async def ask(
        self, kind: str, path: str, *, body: str | None = None, cookie: str = "", part: bool = False
    ) -> Answer:
        """Send a request over a new connection, or a poll over an open one. Return status 0 without a response."""
        started_at = time.monotonic()
        try:
            response = self._news.get(path) if kind == "poll" else self._ask(path, body, cookie, part)
            answer = await asyncio.wait_for(response, GIVE_UP)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError):
            answer = 0, {}, b""
        self.notes.took[kind].append(time.monotonic() - started_at)
        self.notes.answers[kind, answer[0]] += 1
        return answer

    async def _ask(self, path: str, body: str | None, cookie: str, part: bool) -> Answer:
        port = self._ports.readers if body is None and not cookie else self._ports.desk
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1"]
            lines += ["Connection: close", "Accept-Encoding: gzip"]
            if body is not None:
                cookie = f"{cookie}; csrftoken={TOKEN}".lstrip("; ")
                lines += [f"X-CSRFToken: {TOKEN}", "Content-Type: application/x-www-form-urlencoded"]
                lines += [f"Content-Length: {len(body)}"]
            if part:
                lines.append("HX-Request: true")
            if cookie:
                lines.append(f"Cookie: {cookie}")
            writer.write(("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode())
            head, _, content = (await reader.read(-1)).partition(b"\r\n\r\n")
            return *_parse_head(head), content
        finally:
            writer.close()

    async def phone(self, phone: Phone) -> None:
        """Simulate one open page, from its first poll to the end of the simulation."""
        await self.rest(self.chance.random() * 10)
        seen, wait, on = "", 10.0, f"e{self.hall.event}.n{phone.entry}"
        while not self.over:
            status, headers, content = await self.ask("poll", f"/live?every=10&on={on}&seen={seen}")
            wait = float(headers.get("live-interval") or headers.get("retry-after") or wait)
            if status == 200:
                news = json.loads(content)
                is_first, seen = not seen, news["seen"]
                if news.get("round", {}).get("number") == self.hall.number and self.posted:
                    self.notes.seats.setdefault(phone.entry, time.monotonic() - self.posted)
                if not is_first:
                    task = asyncio.create_task(self.fetch(phone, news.get("spread", 0)))
                    self._tasks.add(task)
                    task.add_done_callback(self._finish_fetch)
                if phone.entry in self.notes.seats and f".m{phone.match}" not in on:
                    on += f".m{phone.match}"
            await self.rest(wait * (0.85 + self.chance.random() * 0.3))

    def _finish_fetch(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if error := task.exception():
            self.notes.broken.append(repr(error))

    async def fetch(self, phone: Phone, spread: float) -> None:
        """Fetch the part of the page that changes, and the whole page if the response requests a refresh.

        Requests are repeated until they are answered.
        """
        await self.rest(self.chance.random() * spread)
        headers: dict[str, str] = {}
        for kind, path in (("part", f"/my/{phone.token}/live?seen=&match="), ("page", f"/my/{phone.token}")):
            while not self.over:
                status, headers, _content = await self.ask(kind, path, part=kind == "part")
                if status != 503:
                    break
                await self.rest(float(headers["retry-after"]) * (1 + self.chance.random()))
            if self.over or "hx-refresh" not in headers:
                break

    async def report(self, phone: Phone) -> None:
        await asyncio.sleep(self.chance.random() * REPORTING)
        body = f"how=won&idempotency_key={phone.match:032}"
        await self.ask("report", f"/my/{phone.token}/report", body=body)

    async def desk(self, matches: list[int]) -> None:
        """Simulate a person at the desk who reads the page and enters results."""
        round_address = f"/e/{self.hall.slug}/round/{self.hall.division}/{self.hall.number}"
        cookie = f"sessionid={self.hall.session}"
        for match in matches:
            await self.ask("desk", round_address, cookie=cookie)
            body = f"result={match}:left&idempotency_key={match:032}"
            await self.ask("result", f"{round_address}/result", body=body, cookie=cookie)
            await self.rest(2)
            if self.over:
                return

    async def _note_delays(self) -> None:
        """Record the scheduling delays of this event loop, which also delay the reading of responses."""
        while not self.over:
            started_at = time.monotonic()
            await asyncio.sleep(0.01)
            self.notes.late.append(time.monotonic() - started_at - 0.01)

    async def run(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        delays = asyncio.create_task(self._note_delays())
        phones = [asyncio.create_task(self.phone(phone)) for phone in self.hall.phones]
        # All phones have started polling after ten seconds.
        await asyncio.sleep(10 + QUIET)
        self.posted = time.monotonic()
        round_address = f"/e/{self.hall.slug}/round/{self.hall.division}/{self.hall.number}"
        await self.ask("post", f"{round_address}/post", body="x=1", cookie=f"sessionid={self.hall.session}")
        deadline = time.monotonic() + GIVE_UP
        while len(self.notes.seats) < len(self.hall.phones) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        left_phones = [phone for phone in self.hall.phones if phone.left]
        entered = [phone.match for phone in left_phones[self.reports :]]
        reports = [self.report(phone) for phone in left_phones[: self.reports]]
        desk = asyncio.create_task(self.desk(entered))
        await asyncio.gather(*reports)
        self._end.set()
        await desk
        await delays
        ended = await asyncio.gather(*phones, *self._tasks, return_exceptions=True)
        self.notes.broken += [repr(error) for error in ended if error is not None]


def count_phone_reports(hall: Hall) -> int:
    from pairings.models import Report

    rows = Report.objects.filter(source=Report.Source.PHONE, match__round__number=hall.number)
    return rows.filter(match__round__division=hall.division).count()


@contextmanager
def running_servers() -> Iterator[Ports]:
    """Run the servers of docs/deployment.md on free ports, with the settings of the environment."""
    lines = re.findall(
        r"`((?:nice -n \d+ )?gunicorn config\.wsgi [^`]*)`", (HERE / "docs/deployment.md").read_text()
    )
    ports = Ports(free_port(), free_port(), free_port())
    with ExitStack() as servers:
        for line, port in zip(lines, (ports.desk, ports.readers, ports.news), strict=True):
            command = [*shlex.split(line), "--no-control-socket"]
            command[command.index("--bind") + 1] = f"127.0.0.1:{port}"
            position = command.index("gunicorn")
            command[position : position + 1] = [sys.executable, "-m", "gunicorn"]
            server = servers.enter_context(subprocess.Popen(command, cwd=HERE, stderr=subprocess.DEVNULL))
            servers.callback(server.terminate)
        for port in (ports.desk, ports.readers, ports.news):
            wait_until_ready(port)
        yield ports


def run_storm(players: int, reports: int, *, database: str, redis: str) -> bool:
    """Run the simulation and print the measurements. Return whether all claims hold."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"DATABASE_URL": database, "REDIS_URL": redis, "STADIUM_VAR": folder, "STATIC_MANIFEST": "true"}
        env |= {"STATIC_ROOT": str(Path(folder) / "static"), "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.update(env)
        hall, client = create_hall(players), psutil.Process()
        with running_servers() as ports:
            before, started_at = sum(client.cpu_times()[:2]), time.monotonic()
            megabytes_before = servers_memory()
            played_storm = StormSimulation(hall, ports, reports=reports)
            asyncio.run(played_storm.run())
            share = (sum(client.cpu_times()[:2]) - before) / (time.monotonic() - started_at)
            megabytes_after = servers_memory()
        holds = _print_measurements(played_storm, count_phone_reports(hall), share)
        print(f"the servers took {megabytes_before:.0f} MB before and {megabytes_after:.0f} MB after it")
        return holds


def servers_memory() -> float:
    """Return the memory of the servers started by this process in MB, counting shared memory once."""
    servers = psutil.Process().children(recursive=True)
    return sum(server.memory_full_info().pss for server in servers) / 1e6


def _print_measurements(played_storm: StormSimulation, reports_saved: int, share: float) -> bool:
    notes, phones = played_storm.notes, len(played_storm.hall.phones)
    print(f"{'':10}{'asked':>9}{'p50 ms':>9}{'p99 ms':>9}{'most':>9}   answers")
    slowest_by_kind: dict[str, tuple[float, float]] = {}
    for kind, seconds in notes.took.items():
        cuts = quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
        slowest_by_kind[kind] = cuts[98], max(seconds)
        answers: dict[str, Any] = {
            str(status or "none"): count
            for (answered_kind, status), count in notes.answers.items()
            if answered_kind == kind
        }
        print(
            f"{kind:10}{len(seconds):9,}{cuts[49] * 1e3:9.0f}{cuts[98] * 1e3:9.0f}{max(seconds) * 1e3:9.0f}   {answers}"
        )
    errors = sum(
        count for (_kind, status), count in notes.answers.items() if status == 0 or 399 < status != 503
    )
    slowest = max(notes.seats.values(), default=GIVE_UP)
    claims = [
        (f"errors {errors + len(notes.broken)} {notes.broken[:3] or ''}", not errors and not notes.broken),
        (f"polls answered within {POLL * 1e3:.0f} ms (p99)", slowest_by_kind["poll"][0] <= POLL),
        (
            f"the round on {len(notes.seats):,} of {phones:,} phones after {slowest:.1f} s",
            len(notes.seats) == phones and slowest <= SEEN_BY_ALL,
        ),
        (
            f"{reports_saved:,} of {played_storm.reports:,} reports saved",
            reports_saved == played_storm.reports,
        ),
        (
            f"desk and results within {DESK:.0f} s",
            max(slowest_by_kind[kind][1] for kind in ("post", "desk", "result")) <= DESK,
        ),
    ]
    for text, holds in claims:
        print(f"{'holds' if holds else 'FAILS'}  {text}")
    late = quantiles(notes.late, n=100)[98] * 1e3
    print(f"the phones themselves took {share:.2f} cores and read answers up to {late:.0f} ms late (p99)")
    return all(holds for _text, holds in claims)
