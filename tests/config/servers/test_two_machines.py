"""Two machines with one address: separate data folders, one PostgreSQL, one Redis, one shared folder."""

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from threading import Event, Thread

import pytest
import requests
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.db import connection, connections
from django.urls import reverse

from config.migration_lock import WAITING, migration_lock
from pairings.services.rounds import rounds
from tests import build
from tests.config.servers.deployed import ROOT, environment, served
from tests.config.servers.own_server import Installation, OnPostgres
from tests.config.servers.test_deploy_trial import until
from tests.forms import forms_of
from tests.own_postgres import OwnPostgres
from tests.own_redis import OwnRedis
from tests.pairings.views import pages
from tournaments.models import StaffMember, Tournament
from tournaments.services import personal_links

LIVE = re.compile(r'<body\s+data-live="([^"]+)" data-seen="([^"]+)"')


class Browser:
    """A client of one machine; `at` continues at the other one with the same cookies."""

    def __init__(self, port: int, cookies: requests.cookies.RequestsCookieJar | None = None) -> None:
        self.port, self.session = port, requests.Session()
        self.session.trust_env = False
        if cookies is not None:
            self.session.cookies = cookies

    def at(self, port: int) -> "Browser":
        return Browser(port, self.session.cookies)

    def get(self, path: str) -> requests.Response:
        return self.session.get(f"http://127.0.0.1:{self.port}{path}", timeout=60)

    def post(self, path: str, **fields: str | list[str]) -> requests.Response:
        fields["csrfmiddlewaretoken"] = self.session.cookies.get("csrftoken", "")
        url = f"http://127.0.0.1:{self.port}{path}"
        return self.session.post(url, fields, headers={"Referer": url}, timeout=60)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[list[dict[str, str]]]:
    """Return the environments of two machines."""
    if connection.vendor != "postgresql":
        pytest.skip("two machines share a PostgreSQL")
    redis = OwnRedis()
    redis.start()
    try:
        envs = []
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            env = environment(tmp_path / name) | {"REDIS_URL": redis.url}
            envs.append(env | {"STADIUM_SHARED": str(tmp_path / "shared"), "ALLOWED_HOSTS": "127.0.0.1"})
        yield envs
    finally:
        redis.stop()


def doctor(env: dict[str, str]) -> str:
    command = [sys.executable, "manage.py", "doctor"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False).stdout


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_what_is_done_on_one_is_there_on_the_other(machines: list[dict[str, str]], tmp_path: Path) -> None:
    division = build.division(4)
    Tournament.objects.update(published=True)
    event = division.tournament
    password = PBKDF2PasswordHasher().encode("secret", "salt-of-the-test", iterations=1_000)
    olga = build.user("olga", password=password, is_superuser=True)
    StaffMember.objects.create(tournament=event, user=olga, role="organizer")
    round_ = rounds.pair_next_round(division, by=None, seed=1)
    phone_page = reverse(
        "floor:my", args=[personal_links.ensure_link(round_.matches.get(table=1).left).token]
    )

    with ExitStack() as stack:
        first, second = (stack.enter_context(served(Path(env["STADIUM_VAR"]), env)) for env in machines)
        # Sign in on one machine, work on the other.
        desk = Browser(first)
        desk.get(reverse("account_login"))
        desk.post(reverse("account_login"), login="olga", password="secret")
        assert desk.get(reverse("security")).url.endswith(reverse("security"))
        other_desk = desk.at(second)
        assert other_desk.get(reverse("security")).url.endswith(reverse("security"))

        # Post on one machine, with phones on the other.
        phone = Browser(second)
        found = LIVE.search(phone.get(phone_page).text)
        assert found
        question = f"{found[1].replace('&amp;', '&')}&seen={found[2]}"
        assert phone.get(question).status_code == 204
        desk.get(pages.of(round_))
        assert desk.post(pages.of(round_, "post")).status_code == 200
        news = phone.get(question)
        assert news.status_code == 200
        assert news.json()["round"]["table"] == 1

        # Print on one machine, and get the file from the other.
        form = next(form for form in forms_of(desk.get(pages.event(division, "print"))) if "key" in form)
        printed = desk.post(pages.event(division, "print"), **form, press="pack")
        assert printed.headers["Content-Type"] == "application/pdf"
        path = printed.url.partition(str(first))[2]
        assert other_desk.get(path).content == printed.content

        # A snapshot on one machine, listed and downloaded on the other.
        shelf = reverse("tournaments:snapshots", args=[event.slug])
        desk.post(reverse("tournaments:snapshot_now", args=[event.slug]))
        name = re.search(r"[\w-]+\.stadium", other_desk.get(shelf).text)
        assert name
        file = reverse("tournaments:snapshot_file", args=[event.slug, name[0]])
        assert other_desk.get(file).content[:2] == b"PK"

        report = doctor(machines[0])
        assert "OK      Shared folder: The same on all 2 machines" in report, report

        # Both machines name a worker without the shared folder.
        lost = {**machines[1], "STADIUM_VAR": str(tmp_path / "third"), "STADIUM_SHARED": ""}
        command = [str(Path(sys.executable).parent / "celery"), "-A", "config.celery", "worker"]
        worker = subprocess.Popen(
            [*command, "--concurrency", "1"],
            cwd=ROOT,
            env=lost,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            for env in machines:
                until(lambda env=env: "ERROR   Shared folder: Not shared with:" in doctor(env), lambda: "")
                assert str(tmp_path / "third") in doctor(env)
        finally:
            worker.terminate()
            worker.wait()


@pytest.mark.postgres
def test_two_machines_migrate_at_once(tmp_path: Path) -> None:
    server = OwnPostgres()
    try:
        home = OnPostgres.made(tmp_path / "here", server)
        with ThreadPoolExecutor() as both:
            runs = [both.submit(home.run, "migrate", "-v0") for _machine in range(2)]
            done = [run.result() for run in runs]
        assert [one.returncode for one in done] == [0, 0], [one.stderr[-1000:] for one in done]
        assert home.run("migrate", "--check").returncode == 0
    finally:
        server.remove()


def test_two_processes_migrate_one_file_at_once(tmp_path: Path) -> None:
    home = Installation(tmp_path)
    with ThreadPoolExecutor() as both:
        runs = [both.submit(home.run, "migrate", "-v0") for _process in range(2)]
        done = [run.result() for run in runs]
    assert [one.returncode for one in done] == [0, 0], [one.stderr[-1000:] for one in done]


@pytest.mark.django_db(transaction=True)
def test_the_second_one_waits_and_says_so() -> None:
    said, waits, out = list[str](), Event(), StringIO()

    def write(line: str) -> None:
        said.append(line)
        waits.set()

    def second() -> None:
        with migration_lock(connection.alias, write=write):
            said.append("its turn")
        connections.close_all()

    with migration_lock(connection.alias, write=said.append):
        thread = Thread(target=second)
        thread.start()
        assert waits.wait(20)
        assert said == [WAITING]
    thread.join(20)
    assert said == [WAITING, "its turn"]
    call_command("migrate", stdout=out, verbosity=1)
    assert "No migrations to apply" in out.getvalue()
    assert WAITING not in out.getvalue()
