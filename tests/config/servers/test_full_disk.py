"""A disk that is really full: reading continues, writing says so, and with space again everything works as before."""

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests import build
from tests.config.servers.own_server import a_free_port
from tests.html import markup
from tournaments.models import Announcement

ROOT = Path(__file__).resolve().parents[3]
SIZE = 32
"""Megabytes of the disk."""

FULL_DISK = "The server’s disk is full"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Create a small separate file system."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", place], check=False
    )
    if not done or done.returncode:
        pytest.skip("only root may mount a small disk to fill")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path) -> Path:
    """Leave no byte of it free."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    assert shutil.disk_usage(disk).free == 0
    return ballast


class Browser:
    """A client that reads pages and sends forms of a server."""

    def __init__(self, home: str) -> None:
        self.home, self.cookies = home, CookieJar()
        self.open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies)).open

    def request(self, path: str, **typed: str) -> tuple[int, str]:
        data = None
        if typed:
            self.request("/account/login/")
            token = next(str(one.value) for one in self.cookies if one.name == "csrftoken")
            data = urlencode(typed | {"csrfmiddlewaretoken": token}).encode()
        try:
            with self.open(urllib.request.Request(self.home + path, data), timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@contextmanager
def serving(env: dict[str, str]) -> Iterator[Browser]:
    port = a_free_port()
    command = [sys.executable, "-u", "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            while f":{port}/" not in process.stdout.readline():
                assert process.poll() is None
            browser = Browser(f"http://127.0.0.1:{port}")
            _until(lambda: browser.request("/account/login/")[0] == 200)
            yield browser
        finally:
            process.terminate()


def _until(done: Callable[[], bool]) -> None:
    for _turn in range(100):
        try:
            if done():
                return
        except urllib.error.URLError:
            time.sleep(0.2)
    raise AssertionError("the server does not answer")


PAGES = ("/", "/account/login/", "/cards", "/formats", "/e/cup/", "/e/cup/standings", "/e/cup/pairings")
SIGN_IN = {"login": "marta", "password": "secret"}
MAKE = """
from tests import build
from tournaments.models import Tournament
marta = build.user()
event = build.event(by=marta, published=True)
build.add_players(event, 40)
Tournament.objects.filter(pk=event.pk).update(slug="cup")
"""


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True], ids=["full while it runs", "full when it starts"])
def test_a_server_on_a_full_disk_is_read_and_says_what_it_cannot_do(disk: Path, restarted: bool) -> None:
    env = os.environ | {"DATABASE_URL": f"sqlite:///{disk}/stadium.sqlite3", "STADIUM_VAR": str(disk)}
    env |= {"REDIS_URL": "", "SECRET_KEY": "of this test"}
    run = [sys.executable, "manage.py"]
    subprocess.run([*run, "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    subprocess.run([*run, "shell", "-v0", "-c", MAKE], cwd=ROOT, env=env, check=True)
    if restarted:
        ballast = fill(disk)
    with serving(env) as browser:
        if not restarted:
            assert browser.request("/")[0] == 200
            ballast = fill(disk)
        assert {path: browser.request(path)[0] for path in PAGES} == dict.fromkeys(PAGES, 200)
        status, page = browser.request("/account/login/", **SIGN_IN)
        assert status == 507
        assert FULL_DISK in page
        assert {path: browser.request(path)[0] for path in PAGES} == dict.fromkeys(PAGES, 200)
        ballast.unlink()
        status, page = browser.request("/account/login/", **SIGN_IN)
        assert (status, "Sign out" in page) == (200, True)
        ballast = fill(disk)
        for path in (*PAGES, "/e/cup/settings", "/e/cup/players", "/e/cup/announcements"):
            assert browser.request(path)[0] == 200, path
        status, page = browser.request("/e/cup/announcements/new", text="Lunch", kind="other")
        assert (status, FULL_DISK in page) == (507, True)


@pytest.mark.django_db(transaction=True)
def test_a_database_without_room_for_another_row_says_so_and_keeps_what_it_has():
    """The database of the test, limited to the pages that it has."""
    marta = build.user()
    event = build.event(by=marta)
    client = Client(raise_request_exception=False)
    client.force_login(marta)
    url, typed = reverse("tournaments:announce", args=[event.slug]), {"kind": "other"}
    with without_room():
        answers = [client.post(url, typed | {"text": "Lunch " * 30})]
        while answers[-1].status_code == 302 and len(answers) < 500:
            answers.append(client.post(url, typed | {"text": f"{len(answers)} " + "Lunch " * 30}))
    *_saved, refused = answers
    assert refused.status_code == 507
    assert FULL_DISK in markup(refused)
    assert Announcement.objects.count() == len(answers) - 1
    assert client.get(reverse("tournaments:event", args=[event.slug])).status_code == 200


@contextmanager
def without_room() -> Iterator[None]:
    """Forbid SQLite any further page; let PostgreSQL respond to each announcement as on a full disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            yield
            cursor.execute(f"PRAGMA max_page_count = {2**30}")
            return
        with transaction.atomic():
            cursor.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
            )
            cursor.execute(
                "CREATE TRIGGER no_room BEFORE INSERT ON tournaments_announcement "
                "FOR EACH ROW EXECUTE FUNCTION no_room()"
            )
        yield
        cursor.execute("DROP FUNCTION no_room CASCADE")
