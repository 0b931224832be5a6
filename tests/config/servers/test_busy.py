"""SQLite has one writer: long jobs let others write, and if a lock lasts, the page sends again instead of failing."""

import json
import re
import sqlite3
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection, transaction
from django.test import Client, override_settings

from core.services import accounts
from core.services.short_transactions import PIECE
from floor.services import rehearsal
from tests import build
from tests.own_sqlite import ROOT, own_sqlite
from tournaments.models import User
from tournaments.services import staff_invitations

LOCKED = """
import json, sqlite3, sys, django
from django.conf import settings
django.setup()
settings.DATABASES["default"]["OPTIONS"]["timeout"] = 0.2
from django.db import connection
from django.test import Client
from tests import build
from tests.own_sqlite import ROOT, own_sqlite
build.user("marta")
event = build.event(published=True)
desk = Client(headers={"host": "localhost"})
desk.force_login(event.created_by)
phone = Client(headers={"host": "localhost"})
phone.raise_request_exception = desk.raise_request_exception = False
other = sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None)
other.execute("BEGIN IMMEDIATE")
secret = {"login": "marta", "password": "secret"}
text = {"kind": "schedule", "text": 'Lunch is "late" & long'}
board = f"/e/{event.slug}/announcements/new"
sized = f"/e/{event.slug}/floor?size=small"
pages = [phone.get("/"), phone.post("/account/login/", secret), desk.post(board, text), desk.get(sized)]
other.execute("COMMIT")
pages += [phone.post("/account/login/", secret), desk.post(board, text)]
print(json.dumps([[page.status_code, page.text] for page in pages]))
"""

AT_ONCE = """
import json, threading, django
django.setup()
from django.db import connection
from django.test import Client
from django.urls import reverse
from pairings.models import Report
from pairings.services.rounds import rounds
from tests.pairings import build
from tournaments.services import links
round_ = rounds.post(rounds.pair_next_round(build.division(4), by=None, seed=1), by=None)
match = build.open_matches(round_)[0]
url = reverse("floor:my_report", args=[links.ensure_link(match.left).token])
gate, answers = threading.Barrier(3), []
def post():
    phone = Client(headers={"host": "localhost", "x-unsent": "now"}, raise_request_exception=False)
    gate.wait()
    page = phone.post(url, {"how": "won", "idempotency_key": "0123456789abcdef"})
    answers.append([page.status_code, page.json().get("again") if page.status_code == 200 else page.text])
    connection.close()
phones = [threading.Thread(target=post) for _ in range(3)]
for phone in phones:
    phone.start()
for phone in phones:
    phone.join()
print(json.dumps([answers, Report.objects.count()]))
"""


@pytest.mark.slow
def test_a_lock_that_lasts_is_a_page_that_sends_again(tmp_path: Path) -> None:
    env = own_sqlite(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", LOCKED], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    read, sign_in, written, chosen, signed_in, saved = json.loads(done.stdout.splitlines()[-1])
    assert read[0] == chosen[0] == 200
    assert sign_in[0] == written[0] == 503
    for page in (sign_in[1], written[1]):
        assert "Not saved: the database is busy" in page
    assert "Go back and send it again" in sign_in[1]
    assert "secret" not in sign_in[1]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', written[1]))
    assert unescape(fields["text"]) == 'Lunch is "late" & long'
    assert fields["csrfmiddlewaretoken"]
    assert "Send again" in written[1]
    assert (signed_in[0], saved[0]) == (302, 302)


@pytest.mark.slow
def test_a_report_sent_three_times_at_once_is_one_report(tmp_path: Path) -> None:
    """Writers of one file wait for each other, including those that send the same key."""
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE],
        cwd=ROOT,
        env=own_sqlite(tmp_path),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    answers, reports = json.loads(done.stdout.splitlines()[-1])
    assert sorted(answers) == [[200, False], [200, True], [200, True]]
    assert reports == 1


@pytest.mark.slow
def test_somebody_else_writes_while_an_event_is_simulated(tmp_path: Path) -> None:
    env = own_sqlite(tmp_path)
    command = [sys.executable, "manage.py", "simulate_event", "--players", "160", "--rounds", "4"]
    other = sqlite3.connect(str(tmp_path / "hall.sqlite3"), isolation_level=None, timeout=15)
    written = 0
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as job:
        while job.poll() is None:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE tournaments_user SET first_name = '' WHERE id = 0")
            other.execute("COMMIT")
            written += 1
            time.sleep(0.05)
    assert job.returncode == 0
    assert written > 10


SIGN_INS = """
import json, sys, django
django.setup()
from django.test import Client
from tests import build
from tests.own_sqlite import ROOT, own_sqlite
build.user("marta")
answers = []
print("ready", flush=True)
while sys.stdin.read(1):
    phone = Client(headers={"host": "localhost"}, raise_request_exception=False)
    answers.append(phone.post("/account/login/", {"login": "marta", "password": "secret"}).status_code)
    print("answered", flush=True)
print(json.dumps(answers))
"""


@pytest.mark.slow
def test_people_sign_in_while_an_event_is_simulated(tmp_path: Path) -> None:
    """With the project's slow password hash, people sign in one after another until the event is over."""
    env = own_sqlite(tmp_path)
    simulate = [sys.executable, "manage.py", "simulate_event", "--players", "60", "--rounds", "1"]
    silent, piped = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", SIGN_INS], cwd=ROOT, env=env, stdin=piped, stdout=piped, text=True
    ) as desk:
        assert desk.stdin is not None
        assert desk.stdout is not None
        assert desk.stdout.readline() == "ready\n"
        with subprocess.Popen(simulate, cwd=ROOT, env=env, stdout=silent, stderr=silent) as job:
            while job.poll() is None:
                desk.stdin.write("+")
                desk.stdin.flush()
                assert desk.stdout.readline() == "answered\n"
        answers = json.loads(desk.communicate()[0])
    assert job.returncode == 0
    assert len(answers) >= 2
    assert set(answers) == {302}


@pytest.mark.django_db(transaction=True)
def test_a_simulated_event_writes_in_short_pieces() -> None:
    event = rehearsal.create_rehearsal(by=build.user("marta"), players=64, seed=1)
    now, longest, waiting = 0, 0, False

    def committed() -> None:
        nonlocal now, longest, waiting
        longest, now, waiting = max(longest, now), 0, False

    def entered(_match: object) -> None:
        nonlocal now, waiting
        now += 1
        if not waiting:
            waiting = True
            transaction.on_commit(committed)

    rehearsal.play_rounds(event.divisions.get(), number=2, chance=Random(1), by=None, progress=entered)
    assert 0 < longest <= PIECE


class Watched(MD5PasswordHasher):
    """Records where passwords were hashed."""

    within: list[bool] = []

    def encode(self, password: str, salt: str) -> str:
        self.within.append(connection.in_atomic_block)
        return super().encode(password, salt)


@pytest.mark.django_db(transaction=True)
def test_no_password_is_hashed_while_the_lock_is_held(client: Client) -> None:
    Watched.within.clear()
    new = {"username": "ines", "password1": "a long way home", "password2": "a long way home"}
    with override_settings(PASSWORD_HASHERS=[f"{__name__}.Watched"]):
        root = accounts.create_first_account(username="root", password="a long way home")
        assert (
            client.post("/account/login/", {"login": "root", "password": "a long way home"}).status_code
            == 302
        )
        page = client.post("/admin/tournaments/user/add/", new | {"usable_password": "true"})
        assert page.status_code == 302
        client.post("/account/password/change/", {"oldpassword": "a long way home", **new})
        invitation = staff_invitations.create_staff_invitation(
            build.event(by=root), role="judge", hours=1, by=root
        )
        client.logout()
        client.post("/account/signup/", new | {"username": "olu"})
        client.logout()
        joined = client.post(f"/join/{invitation.token}", new | {"username": "kim"})
        assert joined.status_code == 302
    assert {one.username for one in User.objects.all()} == {root.username, "ines", "olu", "kim"}
    assert len(Watched.within) >= 7
    assert not any(Watched.within)


@pytest.mark.slow
def test_a_session_that_could_not_be_saved_after_the_page_is_no_promise(tmp_path: Path) -> None:
    """The page has done its work, so no one reads that nothing was saved."""
    env = own_sqlite(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SESSION], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    status, page = json.loads(done.stdout.splitlines()[-1])
    assert status == 503
    assert "We do not know whether this was saved" in page


SESSION = """
import json, sqlite3, django
from django.conf import settings
django.setup()
settings.DATABASES["default"]["OPTIONS"]["timeout"] = 0.2
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.exception import convert_exception_to_response
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from config.sessions import SessionStore

old = SessionStore()
old.create()

def page(request):
    request.session["paper"] = "a4"
    other.execute("BEGIN IMMEDIATE")
    return HttpResponse("done")

request = RequestFactory(headers={"host": "localhost"}).post("/new")
request.COOKIES[settings.SESSION_COOKIE_NAME] = old.session_key
request.began = timezone.now()
request.user = None
other = sqlite3.connect(str(connection.settings_dict["NAME"]), isolation_level=None)
response = convert_exception_to_response(SessionMiddleware(page))(request)
print(json.dumps([response.status_code, response.content.decode()]))
"""
