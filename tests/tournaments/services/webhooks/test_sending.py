"""Deliveries over a real connection: in order, until they arrive, and when a webhook is switched off.

These tests send the seals of the journal; rounds and results belong to `floor`.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.engine.webhooks import FAILS_FOR, MAX_ANSWERED, READABLE_FOR, WAITS
from core.models import JournalEvent, Webhook, WebhookDelivery
from core.queries import webhooks
from core.services import http_client as connections
from core.services import seals
from core.services.webhooks import sending, signatures, subscriptions
from core.services.webhooks.sending import send_next_delivery
from tests import build
from tests.webhook_receiver import Receiver
from tournaments.models import Tournament
from tournaments.services import announcements, events

pytestmark = pytest.mark.django_db

State = WebhookDelivery.State


@pytest.fixture
def event() -> Tournament:
    return build.event(published=True, name="Harbor Cup")


@pytest.fixture
def hook(receiver: Receiver, event: Tournament) -> Webhook:
    return receiver.hook(event, ("journal",))


def sealed(event: Tournament, number: int = 1) -> list[WebhookDelivery]:
    """Create this many seals, each after an action, and return the pending deliveries."""
    known = set(WebhookDelivery.objects.values_list("pk", flat=True))
    for _one in range(number):
        announcements.post_announcement(event, by=None, kind="other", text="Lunch")
        seals.seal_now(event, by=None)
    return list(WebhookDelivery.objects.exclude(pk__in=known).order_by("pk"))


def deliver(hook: Webhook, now: datetime | None = None) -> float | None:
    return send_next_delivery(hook.pk, now=now or timezone.now(), seed=1)


def test_a_receiver_can_prove_what_it_reads(receiver: Receiver, event: Tournament, hook: Webhook):
    (row,) = sealed(event)
    assert deliver(hook) == 0
    assert deliver(hook) is None
    seal = event.seals.get()
    (got,) = receiver.received
    home = f"https://stadium.example/e/{event.slug}/"
    message = got.verified(hook.secret)
    assert message == {
        "type": "journal.sealed",
        "version": 1,
        "timestamp": seal.at.astimezone(UTC).isoformat(timespec="milliseconds"),
        "sequence": 1,
        "line": seal.upto,
        "data": {
            "event": {"id": event.pk, "slug": event.slug, "name": "Harbor Cup", "url": home},
            "seal": {
                "number": 1,
                "digest": seal.digest,
                "short": seal.short,
                "previous": None,
                "at": message["timestamp"],
                "lines": seal.total,
                "feed_url": f"{home}seals.atom",
            },
        },
    }
    row.refresh_from_db()
    assert (row.state, row.status, row.tries, row.sequence) == ("delivered", 204, 1, 1)
    assert row.headers["webhook-id"] == got.headers["webhook-id"] == f"msg_{hook.code}_{row.pk}"
    assert (got.headers["content-type"], row.body) == ("application/json", got.body.decode())


def test_in_the_order_of_the_journal_each_with_its_number(receiver: Receiver, event, hook):
    sealed(event, 3)
    receiver.answer(500)
    now = timezone.now()
    wait = deliver(hook, now)
    assert deliver(hook, now) is None  # the first one is pending, and so are all after it
    assert not webhooks.is_webhook_due(hook.pk, now)
    while deliver(hook, now + timedelta(seconds=wait)) is not None:
        pass
    found = [(one.message["data"]["seal"]["number"], one.message["sequence"]) for one in receiver.received]
    assert found == [(1, 1), (1, 1), (2, 2), (3, 3)]
    first, second = receiver.received[:2]
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"]


def test_it_is_tried_later_and_later_then_the_next_one_has_its_turn(receiver: Receiver, event, hook):
    first, second = sealed(event, 2)
    now, waits = timezone.now(), []
    for _try in range(MAX_ANSWERED):
        receiver.answer(500, {}, b"No space left")
        waits.append(deliver(hook, now))
        now += timedelta(seconds=waits[-1] or 0)
    assert waits[-1] == 0
    assert all(0.8 * usual <= wait <= 1.2 * usual for wait, usual in zip(waits, WAITS, strict=False) if wait)
    first.refresh_from_db()
    assert (first.state, first.status, first.tries, first.response) == ("failed", 500, 6, "No space left")
    assert deliver(hook, now) == 0
    second.refresh_from_db()
    assert (second.state, second.sequence) == ("delivered", 2)
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_a_receiver_that_is_gone_is_told_nothing_more(receiver: Receiver, event, hook):
    sealed(event, 2)
    receiver.answer(410)
    assert deliver(hook) is None
    assert deliver(hook) is None
    hook.refresh_from_db()
    assert (hook.off, len(receiver.received)) == ("gone", 1)
    line = event.journal.filter(kind="WebhookSwitchedOff").get()
    assert (line.facts["cause"], line.by) == ("gone", None)
    event.refresh_from_db()
    assert event.webhook_topics == {}
    assert sealed(event) == []


def test_after_days_of_failing_it_is_switched_off_and_goes_on_from_there(receiver: Receiver, event, hook):
    """The receiver is unreachable, and no delivery is lost until the webhook is switched off."""
    rows = sealed(event, 2)
    Webhook.objects.update(address="http://127.0.0.1:1/")
    now = begun = timezone.now()
    tries = 0
    while (wait := deliver(hook, now)) is not None:
        assert wait > 0
        now, tries = now + timedelta(seconds=wait), tries + 1
    hook.refresh_from_db()
    assert hook.off == "failing"
    assert FAILS_FOR <= now - begun < FAILS_FOR + timedelta(hours=8)
    assert 12 < tries < 30
    Webhook.objects.update(address=receiver.url)
    assert deliver(hook, now) is None
    subscriptions.switch_webhook_on(hook, by=None)
    assert (deliver(hook, now), deliver(hook, now), deliver(hook, now)) == (0, 0, None)
    assert [one.message["sequence"] for one in receiver.received] == [1, 2]
    assert {row.state for row in WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows])} == {
        "delivered"
    }


def test_the_first_failure_after_a_quiet_time_switches_nothing_off(receiver: Receiver, event, hook):
    now = timezone.now()
    Webhook.objects.update(failing_since=now - FAILS_FOR - timedelta(days=1))
    (row,) = sealed(event)
    receiver.answer(503)
    wait = deliver(hook, now)
    assert wait
    hook.refresh_from_db()
    assert hook.off == ""
    assert deliver(hook, now + timedelta(seconds=wait)) == 0
    hook.refresh_from_db()
    row.refresh_from_db()
    assert (row.state, hook.failing_since) == ("delivered", None)


def test_retry_after_is_granted(receiver: Receiver, event, hook):
    sealed(event)
    receiver.answer(429, {"Retry-After": "120"})
    assert deliver(hook) == 120


def test_one_sender_at_a_time_and_a_killed_one_is_followed(receiver: Receiver, event, hook):
    sealed(event)
    now = timezone.now()
    Webhook.objects.update(busy_until=now + sending.LEASE)  # by a sender that was killed
    assert deliver(hook, now) is None
    assert not webhooks.due_webhooks(now).exists()
    later = now + sending.LEASE
    assert list(webhooks.due_webhooks(later)) == [hook]
    assert deliver(hook, later) == 0
    assert len(receiver.received) == 1


def test_what_is_not_public_is_never_sent(receiver: Receiver, event, hook):
    (row,) = sealed(event)
    events.change_event_settings(event, by=None, published=False)
    assert deliver(hook) == 0
    row.refresh_from_db()
    assert (row.state, row.sequence, receiver.received) == ("skipped", None, [])
    event.refresh_from_db()
    assert sealed(event) == []


def test_nothing_of_another_event_or_another_topic(receiver: Receiver, event, hook):
    other = receiver.hook(event, ("clock",))
    sealed(build.event(published=True))
    assert [row.webhook_id for row in sealed(event)] == [hook.pk]
    assert other.deliveries.count() == 0


def test_a_line_costs_nothing_without_webhooks_and_one_query_with_many(
    receiver: Receiver, event, django_assert_num_queries
):
    def seal() -> None:
        announcements.post_announcement(event, by=None, kind="other", text="Lunch")
        seals.seal_journal(event, by=None, why="demand")

    seal()
    with CaptureQueriesContext(connection) as without:
        seal()
    for _one in range(3):
        receiver.hook(event, ("journal",))
    with django_assert_num_queries(len(without) + 1):
        seal()
    assert WebhookDelivery.objects.count() == 3


def test_a_ping_goes_at_once_and_lets_what_waits_go(receiver: Receiver, event, hook):
    sealed(event)
    receiver.answer(500)
    assert deliver(hook)
    ping = subscriptions.create_ping(hook)
    assert sending.send_delivery_now(ping, now=timezone.now())
    assert receiver.received[-1].message["type"] == "webhook.ping"
    assert receiver.received[-1].message["sequence"] is None
    assert webhooks.is_webhook_due(hook.pk, timezone.now())
    receiver.answer(500)
    failed = subscriptions.create_ping(hook)
    assert not sending.send_delivery_now(failed, now=timezone.now())
    failed.refresh_from_db()
    assert (failed.state, failed.status) == ("failed", 500)


def test_again_is_the_same_message_signed_anew(receiver: Receiver, event, hook):
    (row,) = sealed(event)
    deliver(hook)
    row.refresh_from_db()
    subscriptions.rotate_secret(hook, by=None)
    hook.refresh_from_db()
    assert sending.send_delivery_now(row, now=timezone.now())
    first, second = receiver.received
    assert (first.body, first.headers["webhook-id"]) == (second.body, second.headers["webhook-id"])
    for secret in (hook.secret, hook.secret_before):
        assert second.verified(secret)
    row.refresh_from_db()
    assert row.tries == 2


def test_private_addresses_are_refused_when_it_is_sent(receiver: Receiver, event, hook, settings):
    (row,) = sealed(event)
    settings.WEBHOOKS_OWN_NETWORK = False
    assert deliver(hook)
    row.refresh_from_db()
    assert (row.trouble, row.status, receiver.received) == ("private", None, [])


def test_old_deliveries_and_those_of_nobody_are_deleted(receiver: Receiver, event, hook):
    rows = sealed(event, 3)
    now = timezone.now()
    WebhookDelivery.objects.filter(pk=rows[0].pk).update(at=now - READABLE_FOR - timedelta(minutes=1))
    WebhookDelivery.objects.filter(pk=rows[1].pk).update(webhook_id=hook.pk + 1000)
    assert sending.delete_old_deliveries(now) == 2
    assert list(WebhookDelivery.objects.all()) == [rows[2]]


def test_ids_differ_between_webhooks(receiver: Receiver, event, hook):
    assert len({signatures.new_webhook_code() for _one in range(50)}) == 50
    assert JournalEvent.objects.filter(kind="WebhookAdded").count() == 1


def test_a_sender_that_was_slow_does_not_end_the_turn_of_the_next(
    receiver: Receiver, event, hook, monkeypatch
):
    sealed(event)
    later = timezone.now() + timedelta(minutes=5)

    def slow(*_what: object, **_how: object) -> connections.HttpAnswer:
        Webhook.objects.update(busy_until=later)  # by another sender, as the lease had expired
        return connections.HttpAnswer(connections.Trouble.TIMEOUT)

    monkeypatch.setattr(connections, "post_to_url", slow)
    deliver(hook)
    hook.refresh_from_db()
    assert hook.busy_until == later


def test_a_webhook_that_is_deleted_meanwhile(receiver: Receiver, event, hook):
    """It is deleted between the lease of its row and the reading of it."""
    sealed(event)

    def delete_after_lease(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        done = execute(sql, *more)
        if sql.startswith("UPDATE") and "busy_until" in sql and Webhook.objects.filter(pk=hook.pk).exists():
            subscriptions.delete_webhook(hook, by=None)
        return done

    with connection.execute_wrapper(delete_after_lease):
        assert deliver(hook) is None
    assert not Webhook.objects.exists()
    assert receiver.received == []
