"""Jobs while the broker does not answer: they wait, say so at once, and are done once a real Redis is back."""

import json
import time
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from cards import tasks as card_tasks
from cards.models import CardImport
from decks import tasks
from decks.services import lists
from decks.views.lists import printing as list_printing
from floor.models import JudgeCall
from pairings.engine.outcomes import Outcome
from pairings.queries.print import printing
from pairings.services.reports import results
from pairings.services.rounds import rounds
from tests import build
from tests.cards.cards import CARDS, zipped
from tests.decks.lists import BEFORE, LEGAL, event, of
from tests.html import markup
from tests.own_redis import OwnRedis, running
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments import hooks
from tournaments.models import Job, PushSubscription
from tournaments.services import jobs
from tournaments.tasks import send_waiting_jobs

pytestmark = [pytest.mark.redis, pytest.mark.django_db]

AT_ONCE = 5.0
"""Seconds; it took 25."""

PATIENCE = 60
"""Seconds a busy machine has to tell the broker."""

A_WAIT = 0.8
"""Seconds; a broker that says nothing has one for each answer."""


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    yield from running(monkeypatch, settings)


def queued(redis: OwnRedis) -> list[str]:
    """The names of the jobs that a worker would take."""
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
    assert jobs.send(tasks.close_lists)
    redis.stop()
    assert not jobs.send(tasks.recheck_lists, 1, None)
    assert not jobs.send(tasks.mail_changed, 2, "http://x", "en")
    assert jobs.waits(tasks.recheck_lists, 1, None)
    assert send_waiting_jobs() == 0
    redis.start()
    assert send_waiting_jobs() == 2
    assert set(Job.objects.values_list("state", flat=True)) == {"sent"}
    assert queued(redis) == ["decks.tasks.recheck_lists", "decks.tasks.mail_changed"]
    assert send_waiting_jobs() == 0


def test_a_broker_whose_memory_is_full_lets_jobs_wait(redis: OwnRedis) -> None:
    redis.set(maxmemory_policy="noeviction", maxmemory="1")
    assert not jobs.send(tasks.recheck_lists, 1, None)
    redis.set(maxmemory="0")
    assert send_waiting_jobs() == 1
    assert queued(redis) == ["decks.tasks.recheck_lists"]


def test_a_new_job_takes_the_waiting_ones_along(redis: OwnRedis) -> None:
    redis.stop()
    jobs.send(tasks.recheck_lists, 1, None)
    redis.start()
    jobs.send(tasks.close_lists)
    assert sorted(queued(redis)) == ["decks.tasks.close_lists", "decks.tasks.recheck_lists"]


@pytest.mark.django_db(transaction=True)
def test_letters_wait_and_the_page_says_so(client: Client, redis: OwnRedis) -> None:
    made = event(players=1)
    client.force_login(made.created_by)
    redis.stop()
    client.post(reverse("decks:lists_remind", args=[made.slug]), {"text": "Lists close on Thursday."})
    page = client.get(reverse("decks:lists", args=[made.slug]))
    assert "E-mails to players go out as soon as it does" in markup(page)
    assert [job.task for job in Job.objects.all()] == ["decks.tasks.mail_reminder"]


def test_deck_lists_can_be_printed_without_the_queue(
    client: Client, redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_printing, "AT_ONCE", 0)
    made = event(players=1)
    lists.hand_in(of(made)[0], text=LEGAL, now=BEFORE)
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
    monkeypatch.setattr(printing, "LARGE", 1)
    division = play.division(4)
    rounds.post(rounds.pair_next(division, by=None, seed=1), by=None)
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
    """The threads of a server; all have ended when the test has."""
    monkeypatch.setattr(jobs, "_helpers", {})
    jobs.have_helper()
    yield
    _wait_for_threads()


def _wait_for_threads() -> None:
    for threads in jobs._helpers.values():
        threads.shutdown(wait=True)
    jobs._helpers.clear()


def seconds_of_a_round(client: Client) -> dict[str, float]:
    """What a press of each button costs in an event where phones want notices."""
    division = play.division(8, published=True)
    event = division.tournament
    client.force_login(play.organizer(division))
    facts = {
        "entry": division.entries.first(),
        "endpoint": "https://push.invalid/1",
        "made_at": timezone.now(),
    }
    PushSubscription.objects.create(tournament=event, topics=list(hooks.notices), **facts)
    round_ = rounds.pair_next(division, by=None, seed=1)
    first, *others = round_.matches.order_by("table")
    found: dict[str, float] = {}

    def press(name: str, url: str, **typed: object) -> None:
        began = time.monotonic()
        assert client.post(url, typed).status_code == 302
        found[name] = time.monotonic() - began

    press("post", pages.of(round_, "post"))
    press("call a judge", pages.event(division, "raise_call"), table=first.table, reason="slow")
    for match in others:
        results.enter(match, results.MatchResult(Outcome.LEFT), by=None)
    press("enter a result", pages.of(round_, "result"), table=first.table, result="1")
    press("close", pages.of(round_, "close"))
    assert JudgeCall.objects.filter(match=first).exists()
    assert division.rounds.get().state == "closed"
    return found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_floor_waits_for_no_broker(
    client: Client, redis: OwnRedis, settings: Settings, lanes: None
) -> None:
    """It answers, is gone, or says nothing: a press costs the same, and the snapshot of the round waits."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    seconds_of_a_round(client)  # loads what is loaded once
    usual = seconds_of_a_round(client)
    snapshots = Job.objects.filter(task="tournaments.tasks.save_snapshot").order_by("pk")
    until = time.monotonic() + PATIENCE
    while snapshots.filter(state="waiting").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    for trouble in (redis.hang, redis.stop):
        trouble()
        without = seconds_of_a_round(client)
        assert {name: seconds for name, seconds in without.items() if seconds > usual[name] + A_WAIT} == {}
    _wait_for_threads()
    assert list(snapshots.values_list("state", flat=True)) == ["sent", "sent", "waiting", "waiting"]
