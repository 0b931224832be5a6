"""Webhooks of an event: added, changed, switched, given a new secret, deleted. Each is a line of the journal."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.engine.addresses import address_fault
from core.engine.refused import Refused
from tournaments.engine.journal_kinds import (
    OfWebhook,
    WebhookAdded,
    WebhookChanged,
    WebhookDeleted,
    WebhookSecretChanged,
    WebhookSwitchedOff,
    WebhookSwitchedOn,
)
from tournaments.engine.webhooks import PING, SIGNS_ALONG, TOPICS
from tournaments.models import Tournament, User, Webhook, WebhookDelivery
from tournaments.services import journal, locks
from tournaments.services.webhooks import signatures

MOST = 10
"""Webhooks of one event."""

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
    """From now on this address is told what happens at the event. `secret` of the row is to be shown once.

    `origin`: the address of this site, for links.
    Refused: WEBHOOK_ADDRESS_ODD, WEBHOOK_ADDRESS_PRIVATE, WEBHOOK_NEEDS_HTTPS, WEBHOOK_WITHOUT_TOPIC,
    TOO_MANY_WEBHOOKS (limit).
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
    """Another address or other topics; nothing is written where both are as before. Refused: see `add`."""
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
    """It is told nothing more. What waits stays, and is sent when it is switched on again."""
    held = locks.webhook(hook)
    if held.off == Webhook.Off.NO:
        held.off, held.off_at = cause, now or timezone.now()
        held.save(update_fields=["off", "off_at"])
        _journal(held, WebhookSwitchedOff, by=by, cause=str(cause))
    return held


@transaction.atomic
def switch_on(hook: Webhook, *, by: User | None) -> Webhook:
    """It is told what happens from now on, after what still waits."""
    held = locks.webhook(hook)
    if held.off != Webhook.Off.NO:
        held.off, held.off_at, held.failing_since = Webhook.Off.NO, None, None
        held.save(update_fields=["off", "off_at", "failing_since"])
        held.deliveries.filter(state=WebhookDelivery.State.WAITING).update(next_at=None)
        _journal(held, WebhookSwitchedOn, by=by)
    return held


@transaction.atomic
def rotate(hook: Webhook, *, by: User | None, now: datetime | None = None) -> Webhook:
    """A new secret, to be shown once; the one before signs along for a day."""
    held = locks.webhook(hook)
    held.secret_before, held.secret = held.secret, signatures.new_secret()
    held.secret_before_until = (now or timezone.now()) + SIGNS_ALONG
    held.save(update_fields=["secret", "secret_before", "secret_before_until"])
    _journal(held, WebhookSecretChanged, by=by)
    return held


@transaction.atomic
def remove(hook: Webhook, *, by: User | None) -> None:
    """It is gone with all its deliveries."""
    held = locks.webhook(hook)
    pk = held.pk
    held.delete()
    held.pk = pk
    _journal(held, WebhookDeleted, by=by)


def ping(hook: Webhook, *, now: datetime | None = None) -> WebhookDelivery:
    """A delivery that tries the webhook, to be sent at once."""
    state = WebhookDelivery.State.FAILED  # until it has arrived; it waits for no turn
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
    """One line, and what the row of the event says of its webhooks."""
    event = hook.tournament
    on = event.webhooks.filter(off=Webhook.Off.NO).order_by("pk")
    event.webhook_topics = {str(pk): topics for pk, topics in on.values_list("pk", "topics")}
    event.save(update_fields=["webhook_topics"])
    journal.write(event, kind(webhook=hook.pk, address=hook.host, **more), by=by)
