"""Webhooks: added, changed, switched, given a new secret, deleted; each change writes a journal line."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import hooks
from core.engine.addresses import address_fault
from core.engine.journal.kinds import Kind
from core.engine.journal_kinds import (
    WebhookAdded,
    WebhookChanged,
    WebhookDeleted,
    WebhookSecretChanged,
    WebhookSwitchedOff,
    WebhookSwitchedOn,
)
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.webhooks import PING, SIGNS_ALONG
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home
from core.services import journal
from core.services.locks import require_there
from core.services.same_click import stored_by_same_click
from core.services.webhooks import signatures

MOST = 10
"""Webhooks per home."""

LONGEST_ORIGIN = 200

Person = Any
"""An account, None for the program itself."""


@transaction.atomic
def add(
    home: Home,
    *,
    by: Person,
    address: str,
    topics: Collection[str],
    origin: str,
    now: datetime | None = None,
) -> Webhook:
    """Add a webhook. The row's `secret` is to be shown only once. A double click adds one.

    `origin`: the address of this site, for links.
    Refused: WEBHOOK_ADDRESS_ODD, WEBHOOK_ADDRESS_PRIVATE, WEBHOOK_NEEDS_HTTPS, WEBHOOK_WITHOUT_TOPIC, TOO_MANY_WEBHOOKS
    (limit).
    """
    held, now = _locked(home), now or timezone.now()
    alike = {"address": _address(address), "topics": _topics(topics), "origin": origin[:LONGEST_ORIGIN]}
    twice = Webhook.objects.filter(tournament=held, **alike)
    # Only people click; programs may add the same again.
    if by is not None and (there := stored_by_same_click(twice, at="made_at", now=now)) is not None:
        return there
    if held.webhooks.count() >= MOST:
        raise Refused(CoreRefusal.TOO_MANY_WEBHOOKS, limit=MOST)
    made = Webhook.objects.create(
        **alike,
        tournament=held,
        code=signatures.new_code(),
        secret=signatures.new_secret(),
        made_at=now,
    )
    _changed(made, WebhookAdded(webhook=made.pk, address=made.host), by=by)
    return made


@transaction.atomic
def change(hook: Webhook, *, by: Person, address: str, topics: Collection[str]) -> Webhook:
    """Change address or topics; writes nothing if both are the same. Refused: see `add`."""
    held = _locked_webhook(hook)
    wanted = _address(address), _topics(topics)
    if wanted != (held.address, held.topics):
        held.address, held.topics = wanted
        held.save(update_fields=["address", "topics"])
        _changed(held, WebhookChanged(webhook=held.pk, address=held.host), by=by)
    return held


@transaction.atomic
def switch_off(
    hook: Webhook,
    *,
    by: Person,
    cause: Webhook.Off = Webhook.Off.STAFF,
    now: datetime | None = None,
) -> Webhook:
    """Stop deliveries. Queued ones stay, and are sent when it is switched on again."""
    held = _locked_webhook(hook)
    if held.off == Webhook.Off.NO:
        held.off, held.off_at = cause, now or timezone.now()
        held.save(update_fields=["off", "off_at"])
        _changed(held, WebhookSwitchedOff(webhook=held.pk, address=held.host, cause=str(held.off)), by=by)
    return held


@transaction.atomic
def switch_on(hook: Webhook, *, by: Person) -> Webhook:
    """Resume deliveries, queued ones first."""
    held = _locked_webhook(hook)
    if held.off != Webhook.Off.NO:
        held.off, held.off_at, held.failing_since = Webhook.Off.NO, None, None
        held.save(update_fields=["off", "off_at", "failing_since"])
        held.deliveries.filter(state=WebhookDelivery.State.WAITING).update(next_at=None)
        _changed(held, WebhookSwitchedOn(webhook=held.pk, address=held.host), by=by)
    return held


@transaction.atomic
def rotate(hook: Webhook, *, by: Person, now: datetime | None = None) -> Webhook:
    """Set a new secret, to be shown once; the previous one also signs for a day."""
    held = _locked_webhook(hook)
    held.secret_before, held.secret = held.secret, signatures.new_secret()
    held.secret_before_until = (now or timezone.now()) + SIGNS_ALONG
    held.save(update_fields=["secret", "secret_before", "secret_before_until"])
    _changed(held, WebhookSecretChanged(webhook=held.pk, address=held.host), by=by)
    return held


@transaction.atomic
def remove(hook: Webhook, *, by: Person) -> None:
    """Delete a webhook with all its deliveries."""
    held = _locked_webhook(hook)
    pk = held.pk
    held.delete()
    held.pk = pk
    _changed(held, WebhookDeleted(webhook=held.pk, address=held.host), by=by)


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
    chosen = [topic for topic in hooks.webhook_topics if topic in wanted]
    if not chosen:
        raise Refused(CoreRefusal.WEBHOOK_WITHOUT_TOPIC)
    return chosen


def _locked(home: Home) -> Home:
    for lock in hooks.home_locks:
        home = lock(home)
    return home


def _locked_webhook(hook: Webhook) -> Webhook:
    """Lock a webhook through its home. Refused: CHANGED_MEANWHILE."""
    home = _locked(hook.tournament)
    locked = require_there(Webhook.objects.filter(pk=hook.pk).first())
    locked.tournament = home
    return locked


def _changed(hook: Webhook, line: Kind, *, by: Person) -> None:
    """Write the line of a change, and update the topics of webhooks in the row of their home."""
    home = hook.tournament
    on = home.webhooks.filter(off=Webhook.Off.NO).order_by("pk")
    home.webhook_topics = {str(pk): topics for pk, topics in on.values_list("pk", "topics")}
    home.save(update_fields=["webhook_topics"])
    journal.write(home, line, by=by)
