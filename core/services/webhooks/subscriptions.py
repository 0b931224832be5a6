"""Webhooks of an event: added, changed, switched on or off, given a new secret, deleted, each with a journal line."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.engine.addresses import address_fault
from core.engine.refused import Refused
from core.engine.webhooks import PING, SIGNS_ALONG, TOPICS
from core.models import Webhook, WebhookDelivery
from core.services.webhooks import signatures
from tournaments.engine.journal_kinds import (
    OfWebhook,
    WebhookAdded,
    WebhookChanged,
    WebhookDeleted,
    WebhookSecretChanged,
    WebhookSwitchedOff,
    WebhookSwitchedOn,
)
from tournaments.models import Tournament, User
from tournaments.services import journal, locks

MOST = 10
"""Webhooks per event."""

LONGEST_ORIGIN = 200


@transaction.atomic
def add(
    event: Tournament,
    *,
    by: User | None,
    address: str,
    topics: Collection[str],
    origin: str,
    now: datetime | None = None,
) -> Webhook:
    """Add a webhook. The row's `secret` is to be shown only once.

    `origin`: the address of this site, for links.
    Refused: WEBHOOK_ADDRESS_ODD, WEBHOOK_ADDRESS_PRIVATE, WEBHOOK_NEEDS_HTTPS, WEBHOOK_WITHOUT_TOPIC, TOO_MANY_WEBHOOKS
    (limit).
    """
    held = locks.event(event)
    if held.webhooks.count() >= MOST:
        raise Refused("TOO_MANY_WEBHOOKS", limit=MOST)
    made = Webhook.objects.create(
        tournament=held,
        code=signatures.new_code(),
        address=_address(address),
        topics=_topics(topics),
        origin=origin[:LONGEST_ORIGIN],
        secret=signatures.new_secret(),
        made_at=now or timezone.now(),
    )
    _journal(made, WebhookAdded, by=by)
    return made


@transaction.atomic
def change(hook: Webhook, *, by: User | None, address: str, topics: Collection[str]) -> Webhook:
    """Change address or topics; writes nothing if both are the same. Refused: see `add`."""
    held = locks.webhook(hook)
    wanted = _address(address), _topics(topics)
    if wanted != (held.address, held.topics):
        held.address, held.topics = wanted
        held.save(update_fields=["address", "topics"])
        _journal(held, WebhookChanged, by=by)
    return held


@transaction.atomic
def switch_off(
    hook: Webhook,
    *,
    by: User | None,
    cause: Webhook.Off = Webhook.Off.STAFF,
    now: datetime | None = None,
) -> Webhook:
    """Stop deliveries. Queued ones stay, and are sent when it is switched on again."""
    held = locks.webhook(hook)
    if held.off == Webhook.Off.NO:
        held.off, held.off_at = cause, now or timezone.now()
        held.save(update_fields=["off", "off_at"])
        _journal(held, WebhookSwitchedOff, by=by, cause=str(cause))
    return held


@transaction.atomic
def switch_on(hook: Webhook, *, by: User | None) -> Webhook:
    """Resume deliveries, queued ones first."""
    held = locks.webhook(hook)
    if held.off != Webhook.Off.NO:
        held.off, held.off_at, held.failing_since = Webhook.Off.NO, None, None
        held.save(update_fields=["off", "off_at", "failing_since"])
        held.deliveries.filter(state=WebhookDelivery.State.WAITING).update(next_at=None)
        _journal(held, WebhookSwitchedOn, by=by)
    return held


@transaction.atomic
def rotate(hook: Webhook, *, by: User | None, now: datetime | None = None) -> Webhook:
    """Set a new secret, to be shown once; the previous one also signs for a day."""
    held = locks.webhook(hook)
    held.secret_before, held.secret = held.secret, signatures.new_secret()
    held.secret_before_until = (now or timezone.now()) + SIGNS_ALONG
    held.save(update_fields=["secret", "secret_before", "secret_before_until"])
    _journal(held, WebhookSecretChanged, by=by)
    return held


@transaction.atomic
def remove(hook: Webhook, *, by: User | None) -> None:
    """Delete a webhook with all its deliveries."""
    held = locks.webhook(hook)
    pk = held.pk
    held.delete()
    held.pk = pk
    _journal(held, WebhookDeleted, by=by)


def ping(hook: Webhook, *, now: datetime | None = None) -> WebhookDelivery:
    """Create a test delivery, to be sent at once."""
    state = WebhookDelivery.State.FAILED  # until it arrives; a ping is not queued
    return WebhookDelivery.objects.create(webhook=hook, type=PING, at=now or timezone.now(), state=state)


def _address(typed: str) -> str:
    address = typed.strip()
    if fault := address_fault(address, own_network=settings.WEBHOOKS_OWN_NETWORK):
        raise Refused(fault)
    return address


def _topics(wanted: Collection[str]) -> list[str]:
    chosen = [topic for topic in TOPICS if topic in wanted]
    if not chosen:
        raise Refused("WEBHOOK_WITHOUT_TOPIC")
    return chosen


def _journal(hook: Webhook, kind: Callable[..., OfWebhook], *, by: User | None, **more: Any) -> None:
    """Write one line, and update the event's row of webhook topics."""
    event = hook.tournament
    on = event.webhooks.filter(off=Webhook.Off.NO).order_by("pk")
    event.webhook_topics = {str(pk): topics for pk, topics in on.values_list("pk", "topics")}
    event.save(update_fields=["webhook_topics"])
    journal.write(event, kind(webhook=hook.pk, address=hook.host, **more), by=by)
