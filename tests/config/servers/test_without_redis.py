"""Jobs while the broker is unavailable: they wait, say so at once, and run once a real Redis is back."""

import json
import time
from collections.abc import Callable, Iterator
from functools import wraps
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from redis import Redis
from redis.connection import AbstractConnection

from cards import tasks as card_tasks
from cards.models import CardImport
from core import hooks
from core.models import Job, PushSubscription
from core.services import jobs
from core.services.jobs import background
from core.tasks.upkeep import send_waiting_jobs
from decks import tasks
from decks.services import lists
from decks.views.lists import printing as list_printing
from floor.models import JudgeCall
from pairings.engine.outcomes import Outcome
from pairings.queries.print import print_figures
from pairings.services.reports import results
from pairings.services.rounds import rounds
from tests import build
from tests.cards.cards import CARDS, zipped
from tests.decks.lists import BEFORE, LEGAL, event, of
from tests.html import markup
from tests.own_redis import OwnRedis, running
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = [pytest.mark.redis, pytest.mark.django_db]

AT_ONCE = 5.0
"""Seconds; it once took 25."""

PATIENCE = 60
"""Seconds that a round may take on a busy machine."""


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    yield from running(monkeypatch, settings)


def queued(redis: OwnRedis) -> list[str]:
    """Return the names of the jobs that a worker would take."""
    with Redis.from_url(redis.url) as client:
        return [json.loads(job)["headers"]["task"] for job in reversed(client.lrange("celery", 0, -1))]


def keeper(client: Client) -> None:
    user = build.user("keeper")
    user.user_permissions.add(build.permission("change_card"))
    client.force_login(user)


def test_an_import_waits_and_begins_by_itself(client: Client, redis: OwnRedis) -> None:
    keeper(client)
    redis.stop()
    began = time.monotonic()
    file = SimpleUploadedFile("cards.zip", zipped(*CARDS))
    page = client.post(reverse("cards:card_import"), {"file": file}, follow=True)
    assert time.monotonic() - began < AT_ONCE
    assert "The job queue does not respond" in markup(page)
    row = CardImport.objects.get()
    assert (row.state, bool(row.data)) == ("waiting", True)
    redis.start()
    page = client.get(page.request["PATH_INFO"])
    assert "The job queue does not respond" not in markup(page)
    assert "Waiting to start" in markup(page)
    assert queued(redis) == ["cards.tasks.import_cards"]
    card_tasks.import_cards(row.pk)
    assert "Cards: 3 added" in markup(client.get(page.request["PATH_INFO"]))


def test_what_waits_is_sent_in_its_order_and_once(redis: OwnRedis) -> None:
    assert jobs.send_job(tasks.close_lists)
    redis.stop()
    assert not jobs.send_job(tasks.recheck_lists, 1, None)
    assert not jobs.send_job(tasks.mail_changed, 2, "http://x", "en")
    assert jobs.is_job_waiting(tasks.recheck_lists, 1, None)
    assert send_waiting_jobs() == 0
    redis.start()
    assert send_waiting_jobs() == 2
    assert set(Job.objects.values_list("state", flat=True)) == {"sent"}
    assert queued(redis) == ["decks.tasks.recheck_lists", "decks.tasks.mail_changed"]
    assert send_waiting_jobs() == 0


def test_a_broker_whose_memory_is_full_lets_jobs_wait(redis: OwnRedis) -> None:
    redis.set(maxmemory_policy="noeviction", maxmemory="1")
    assert not jobs.send_job(tasks.recheck_lists, 1, None)
    redis.set(maxmemory="0")
    assert send_waiting_jobs() == 1
    assert queued(redis) == ["decks.tasks.recheck_lists"]


def test_a_new_job_takes_the_waiting_ones_along(redis: OwnRedis) -> None:
    redis.stop()
    jobs.send_job(tasks.recheck_lists, 1, None)
    redis.start()
    jobs.send_job(tasks.close_lists)
    assert sorted(queued(redis)) == ["decks.tasks.close_lists", "decks.tasks.recheck_lists"]


@pytest.mark.django_db(transaction=True)
def test_letters_wait_and_the_page_says_so(client: Client, redis: OwnRedis) -> None:
    made = event(players=1)
    client.force_login(made.created_by)
    redis.stop()
    client.post(reverse("decks:lists_remind", args=[made.slug]), {"text": "Lists close on Thursday."})
    page = client.get(reverse("decks:lists", args=[made.slug]))
    assert "Emails to players go out as soon as it does" in markup(page)
    assert [job.task for job in Job.objects.all()] == ["decks.tasks.mail_reminder"]


def test_deck_lists_can_be_printed_without_the_queue(
    client: Client, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_printing, "MAX_LISTS_IN_REQUEST", 0)
    made = event(players=1)
    lists.submit_list(of(made)[0], text=LEGAL, now=BEFORE)
    client.force_login(made.created_by)
    url = reverse("decks:lists_print", args=[made.slug])
    redis.stop()
    page = client.get(url, {"paper": "letter"})
    assert "The job queue does not respond" in markup(page)
    assert f'href="{url}?paper=letter&amp;now=1"' in markup(page)
    assert client.get(url, {"paper": "letter", "now": 1}).content.startswith(b"%PDF")
    redis.start()
    assert client.get(url, {"paper": "letter"}).status_code == 302
    assert queued(redis) == ["decks.tasks.print_lists"]


def test_sheets_of_a_round_can_be_printed_without_the_queue(
    client: Client, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_figures, "LARGE_PRINT_MATCHES", 1)
    division = play.division(4)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    client.force_login(play.organizer(division))
    url = reverse("pairings:sheet", args=[division.tournament.slug, "slips"])
    redis.stop()
    page = client.get(url, {"round": 1})
    assert "The job queue does not respond" in markup(page)
    assert client.get(url, {"round": 1, "now": 1}).content.startswith(b"%PDF")
    redis.start()
    assert client.get(url, {"round": 1}).status_code == 302
    assert queued(redis) == ["pairings.tasks.print_sheet"]


@pytest.fixture
def lanes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return the threads of a server; all have ended when the test has."""
    monkeypatch.setattr(background, "_thread_pools", {})
    jobs.start_background_threads()
    yield
    _wait_for_threads()


def _wait_for_threads() -> None:
    for threads in background._thread_pools.values():
        threads.shutdown(wait=True)
    background._thread_pools.clear()


class Held:
    """Delays what this process requests from its broker while a round is played, but what pages read from the same
    Redis only for a limited time. `askers`: the threads that sent requests.
    """

    def __init__(self) -> None:
        self.askers: set[str] = set()
        self.passes = Event()
        self.kept_waiting = False

    def __call__(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(ask)
        def held(connection: AbstractConnection, *args: Any, **named: Any) -> Any:
            if type(connection).__module__.startswith("kombu."):
                self.askers.add(current_thread().name)
                if current_thread() is not main_thread() and not self.kept_waiting:
                    self.kept_waiting = not self.passes.wait(PATIENCE)
            return ask(connection, *args, **named)

        return held


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    made = Held()
    for name in ("connect", "send_packed_command", "read_response"):
        monkeypatch.setattr(AbstractConnection, name, made(getattr(AbstractConnection, name)))
    return made


def play_a_round(client: Client) -> None:
    """Press each button in an event whose phones subscribed to notices."""
    division = play.division(8, published=True)
    event = division.tournament
    client.force_login(play.organizer(division))
    facts = {
        "entry": division.entries.first(),
        "endpoint": "https://push.invalid/1",
        "made_at": timezone.now(),
    }
    PushSubscription.objects.create(tournament=event, topics=list(hooks.notices), **facts)
    round_ = rounds.pair_next_round(division, by=None, seed=1)
    first, *others = round_.matches.order_by("table")

    def press(url: str, **typed: object) -> None:
        assert client.post(url, typed).status_code == 302

    press(pages.of(round_, "post"))
    press(pages.event(division, "raise_call"), table=first.table, reason="slow")
    for match in others:
        results.enter_result(match, results.MatchResult(Outcome.LEFT), by=None)
    press(pages.of(round_, "result"), table=first.table, result="1")
    call = JudgeCall.objects.get(match=first)
    press(pages.of(round_, "close"), open=f"call-{call.pk}")
    assert JudgeCall.objects.filter(match=first).exists()
    assert division.rounds.get().state == "closed"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_floor_waits_for_no_broker(
    client: Client, redis: OwnRedis, settings: Settings, lanes: None, held: Held
) -> None:
    """Whether it responds, is silent or gone, each press gets its response first, no press contacts it directly, and
    the snapshot of the round waits.
    """
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    snapshots = Job.objects.filter(task="tournaments.tasks.save_snapshot").order_by("pk")
    expected = []
    for trouble, state in ((lambda: None, "sent"), (redis.hang, "waiting"), (redis.stop, "waiting")):
        trouble()
        held.passes.clear()
        play_a_round(client)
        expected.append(state)
        assert list(snapshots.values_list("state", flat=True))[-1] == "waiting"
        held.passes.set()
        background._thread_pools[background.QUEUE].submit(lambda: None).result()
        assert list(snapshots.values_list("state", flat=True)) == expected
        assert not held.kept_waiting
        assert held.askers
        assert {name.partition("-")[0] for name in held.askers} == {"helper"}
        held.askers.clear()
