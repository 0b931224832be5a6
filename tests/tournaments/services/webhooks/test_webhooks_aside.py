"""Webhooks sent in the background: by a real worker, after a kill, without a broker, by several senders at once."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone

from core.models import Webhook, WebhookDelivery
from core.queries import webhooks
from core.services import jobs, seals
from core.services.jobs import background
from core.services.webhooks import sending
from core.tasks import webhooks as tasks
from tests import build
from tests.conftest import address, running_worker
from tests.webhook_receiver import Receiver
from tournaments.models import Tournament
from tournaments.services import announcements

pytestmark = pytest.mark.django_db(transaction=True)

KILLED = """
import os, signal, sys
import django
django.setup()
from django.db import transaction
from core import hooks
from core.services import seals
from core.services.jobs import background
from tournaments.models import Tournament
from tournaments.services import announcements
event = Tournament.objects.get(pk=int(sys.argv[1]))
hooks.webhook_queues[:] = [lambda keys: transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))]
announcements.post_announcement(event, by=None, kind="other", text="Lunch")
if sys.argv[2] == "before":
    with transaction.atomic():
        seals.seal_now(event, by=None)
        os.kill(os.getpid(), signal.SIGKILL)
seals.seal_now(event, by=None)
"""
"""A process that is killed just before or just after its transaction is committed."""


@pytest.fixture
def event() -> Tournament:
    return build.event(published=True)


def seal(event: Tournament, number: int = 1) -> None:
    for _one in range(number):
        announcements.post_announcement(event, by=None, kind="other", text="Lunch")
        seals.seal_now(event, by=None)


def numbers(receiver: Receiver) -> list[int]:
    return [one.message["sequence"] for one in receiver.received]


def _run_killed(event: Tournament, moment: str) -> None:
    at = connection.settings_dict["NAME"]
    url = address() if connection.vendor == "postgresql" else f"sqlite:///{at}"
    env = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(event.pk), moment],
        cwd=Path(settings.BASE_DIR),
        env=env,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL


def test_what_a_killed_server_had_committed_is_sent_later(receiver: Receiver, event: Tournament):
    hook = receiver.hook(event, ("journal",))
    _run_killed(event, "after")
    assert (WebhookDelivery.objects.count(), receiver.received) == (1, [])
    assert tasks.send_due_webhooks() == 1
    assert receiver.received[0].verified(hook.secret)["data"]["seal"]["number"] == 1
    assert tasks.send_due_webhooks() == 0


def test_what_it_had_not_committed_never_happened(receiver: Receiver, event: Tournament):
    receiver.hook(event, ("journal",))
    _run_killed(event, "before")
    assert (WebhookDelivery.objects.count(), event.seals.count()) == (0, 0)
    assert tasks.send_due_webhooks() == 0


def test_without_a_broker_it_goes_at_once_and_in_order(receiver: Receiver, event: Tournament):
    receiver.hook(event, ("journal",))
    seal(event, 3)
    assert numbers(receiver) == [1, 2, 3]


def test_a_webhook_that_raises_stops_no_other(
    receiver: Receiver, event: Tournament, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    broken = receiver.hook(event, ("journal",))
    receiver.hook(event, ("journal",))
    deliver_next = sending.send_next_delivery

    def raises(webhook: int, **how: Any) -> float | None:
        if webhook == broken.pk:
            raise ValueError("nonnumeric port")
        return deliver_next(webhook, **how)

    monkeypatch.setattr(sending, "send_next_delivery", raises)
    seal(event)
    assert numbers(receiver) == [1]
    assert f"Webhook {broken.pk} was not sent" in caplog.text


def test_a_slow_receiver_goes_to_the_end_of_the_queue(
    receiver: Receiver, event: Tournament, monkeypatch: pytest.MonkeyPatch
):
    slow = receiver.hook(event, ("journal",))
    Webhook.objects.update(busy_until=timezone.now() + timedelta(hours=1))
    seal(event, 3)
    Webhook.objects.update(busy_until=None)
    monkeypatch.setattr(tasks, "TURN", 0.0)
    queued: list[tuple[object, ...]] = []
    monkeypatch.setattr(jobs, "run_later", lambda *what, **_lane: queued.append(what))
    tasks.queue_webhooks([slow.pk])
    assert numbers(receiver) == [1]
    assert queued == [(1, tasks._send_due_deliveries_with_retries, slow.pk)]


def test_a_failed_try_waits_for_the_minute(receiver: Receiver, event: Tournament):
    receiver.hook(event, ("journal",))
    receiver.answer(500)
    seal(event, 2)
    assert len(receiver.received) == 1
    WebhookDelivery.objects.update(next_at=None)
    assert tasks.send_due_webhooks() == 1
    assert numbers(receiver) == [1, 1, 2]


def test_several_senders_at_once_keep_the_order(receiver: Receiver, event: Tournament):
    hook = receiver.hook(event, ("journal",))
    Webhook.objects.update(busy_until=timezone.now() + timedelta(hours=1))
    seal(event, 8)
    Webhook.objects.update(busy_until=None)

    def send(_thread: int) -> None:
        try:
            while webhooks.is_webhook_due(hook.pk, timezone.now()):
                sending.send_next_delivery(hook.pk, now=timezone.now(), seed=1)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(send, range(4)))
    tasks.send_due_webhooks()
    assert numbers(receiver) == list(range(1, 9))


def test_nothing_of_a_step_that_is_rolled_back(receiver: Receiver, event: Tournament):
    receiver.hook(event, ("journal",))
    with transaction.atomic():
        seal(event)
        transaction.set_rollback(True)
    assert (receiver.received, WebhookDelivery.objects.count()) == ([], 0)


@pytest.mark.redis
@pytest.mark.postgres
def test_by_the_queue(receiver: Receiver, event: Tournament, worker: None):
    hook = receiver.hook(event, ("journal",))
    seal(event, 5)
    found = [one.verified(hook.secret)["sequence"] for one in receiver.wait(5)]
    assert found == [1, 2, 3, 4, 5]


@pytest.mark.redis
@pytest.mark.postgres
def test_a_receiver_that_fails_is_tried_again_by_the_queue(
    receiver: Receiver, event: Tournament, worker: None
):
    receiver.hook(event, ("journal",))
    receiver.answer(503)
    seal(event, 2)
    receiver.wait(3)
    assert numbers(receiver) == [1, 1, 2]


@pytest.mark.redis
@pytest.mark.postgres
def test_a_killed_worker_is_followed_by_another(receiver: Receiver, event: Tournament):
    receiver.hook(event, ("journal",))
    receiver.drips = 30
    with running_worker() as process:
        seal(event)
        receiver.wait(1)
        process.kill()
        process.wait()
    receiver.drips = 0
    row = Webhook.objects.get()
    assert row.busy_until is not None
    assert not webhooks.is_webhook_due(row.pk, timezone.now())
    with running_worker():
        Webhook.objects.update(busy_until=timezone.now())  # a minute later
        assert tasks.send_due_webhooks() == 1
        receiver.wait(2)
    assert numbers(receiver) == [1, 1]
    assert len({one.headers["webhook-id"] for one in receiver.received}) == 1


def test_a_server_without_a_broker_sends_when_it_starts(
    receiver: Receiver, event: Tournament, monkeypatch: pytest.MonkeyPatch
):
    """It uses threads to send what an earlier server left pending, and repeats that every minute."""
    receiver.hook(event, ("journal",))
    _run_killed(event, "after")
    monkeypatch.setattr(tasks, "MINUTE", 3600)
    with ThreadPoolExecutor(1) as lane:
        monkeypatch.setitem(background._thread_pools, tasks.WEBHOOKS, lane)
        tasks.run_scheduled_jobs()
        receiver.wait(1)
    assert numbers(receiver) == [1]
