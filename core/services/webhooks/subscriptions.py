"""Adding, changing and deleting webhooks, switching them on and off, and replacing their secrets.

Each change writes a journal line.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone

from core import hooks
from core.engine.addresses import webhook_address_fault
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
from core.engine.webhooks import OLD_SECRET_SIGNS_FOR, PING
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from core.services.locks import require_row_exists
from core.services.webhooks import signatures

MOST = 10
"""The maximum number of webhooks of a home."""

MAX_ORIGIN_LENGTH = 200

Person = AbstractUser | None
"""An account, or None for the program."""


@transaction.atomic
def add_webhook(
    home: Home,
    *,
    by: Person,
    address: str,
    topics: Collection[str],
    origin: str,
    now: datetime | None = None,
) -> Webhook:
    """Add a webhook. Its `secret` is to be shown only once. A double click adds only one webhook.

    `origin` is the address of this site, for links. Refused: WEBHOOK_ADDRESS_ODD, WEBHOOK_ADDRESS_PRIVATE,
    WEBHOOK_NEEDS_HTTPS, WEBHOOK_WITHOUT_TOPIC, TOO_MANY_WEBHOOKS (limit), CHANGED_MEANWHILE.
    """
    locked_home, now = _lock_home(home), now or timezone.now()
    fields = {
        "address": _valid_address(address),
        "topics": _valid_topics(topics),
        "origin": origin[:MAX_ORIGIN_LENGTH],
    }
    same_webhooks = Webhook.objects.filter(tournament=locked_home.pk, **fields)
    # Only people double-click. A program may add the same webhook twice on purpose.
    if (
        by is not None
        and (earlier := stored_by_same_click(same_webhooks, time_field="made_at", now=now)) is not None
    ):
        return earlier
    if locked_home.webhooks.count() >= MOST:
        raise Refused(CoreRefusal.TOO_MANY_WEBHOOKS, limit=MOST)
    webhook = Webhook.objects.create(
        **fields,
        tournament=cast(Any, locked_home),
        code=signatures.new_webhook_code(),
        secret=signatures.new_webhook_secret(),
        made_at=now,
    )
    _journal_webhook_change(webhook, WebhookAdded(webhook=webhook.pk, address=webhook.host), by=by)
    return webhook


@transaction.atomic
def change_webhook(hook: Webhook, *, by: Person, address: str, topics: Collection[str]) -> Webhook:
    """Change address or topics. Writes nothing if both stay the same.

    Refused: CHANGED_MEANWHILE, and whatever `_valid_address` and `_valid_topics` refuse.
    """
    locked = _lock_webhook(hook)
    new_values = _valid_address(address), _valid_topics(topics)
    if new_values != (locked.address, locked.topics):
        locked.address, locked.topics = new_values
        locked.save(update_fields=["address", "topics"])
        _journal_webhook_change(locked, WebhookChanged(webhook=locked.pk, address=locked.host), by=by)
    return locked


@transaction.atomic
def switch_webhook_off(
    hook: Webhook,
    *,
    by: Person,
    cause: Webhook.Off = Webhook.Off.STAFF,
    now: datetime | None = None,
) -> Webhook:
    """Stop deliveries. Queued deliveries stay, and are sent when the webhook is switched on.

    Refused: CHANGED_MEANWHILE.
    """
    locked = _lock_webhook(hook)
    if locked.off == Webhook.Off.NO:
        locked.off, locked.off_at = cause, now or timezone.now()
        locked.save(update_fields=["off", "off_at"])
        _journal_webhook_change(
            locked, WebhookSwitchedOff(webhook=locked.pk, address=locked.host, cause=str(locked.off)), by=by
        )
    return locked


@transaction.atomic
def switch_webhook_on(hook: Webhook, *, by: Person) -> Webhook:
    """Resume deliveries, starting with queued deliveries. Refused: CHANGED_MEANWHILE."""
    locked = _lock_webhook(hook)
    if locked.off != Webhook.Off.NO:
        locked.off, locked.off_at, locked.failing_since = Webhook.Off.NO, None, None
        locked.save(update_fields=["off", "off_at", "failing_since"])
        locked.deliveries.filter(state=WebhookDelivery.State.WAITING).update(next_at=None)
        _journal_webhook_change(locked, WebhookSwitchedOn(webhook=locked.pk, address=locked.host), by=by)
    return locked


@transaction.atomic
def rotate_secret(hook: Webhook, *, by: Person, now: datetime | None = None) -> Webhook:
    """Set a new secret, to be shown once. The previous secret also signs for one more day.

    Refused: CHANGED_MEANWHILE.
    """
    locked = _lock_webhook(hook)
    locked.secret_before, locked.secret = locked.secret, signatures.new_webhook_secret()
    locked.secret_before_until = (now or timezone.now()) + OLD_SECRET_SIGNS_FOR
    locked.save(update_fields=["secret", "secret_before", "secret_before_until"])
    _journal_webhook_change(locked, WebhookSecretChanged(webhook=locked.pk, address=locked.host), by=by)
    return locked


@transaction.atomic
def delete_webhook(hook: Webhook, *, by: Person) -> None:
    """Delete a webhook with all its deliveries. Refused: CHANGED_MEANWHILE."""
    locked = _lock_webhook(hook)
    pk = locked.pk
    locked.delete()
    # `delete` clears the key, which the journal line needs.
    locked.pk = pk
    _journal_webhook_change(locked, WebhookDeleted(webhook=locked.pk, address=locked.host), by=by)


def create_ping(hook: Webhook, *, now: datetime | None = None) -> WebhookDelivery:
    """Create a test delivery, which the caller sends immediately."""
    state = WebhookDelivery.State.FAILED  # a ping is not queued, so it counts as failed until it arrives
    return WebhookDelivery.objects.create(webhook=hook, type=PING, at=now or timezone.now(), state=state)


def _valid_address(typed: str) -> str:
    """Return the stripped address.

    Refused: WEBHOOK_ADDRESS_ODD, WEBHOOK_ADDRESS_PRIVATE, WEBHOOK_NEEDS_HTTPS.
    """
    address = typed.strip()
    if fault := webhook_address_fault(address, own_network=settings.WEBHOOKS_OWN_NETWORK):
        raise Refused(fault)
    return address


def _valid_topics(topics: Collection[str]) -> list[str]:
    """Return the topics that exist, in the order of `hooks.webhook_topics`.

    Refused: WEBHOOK_WITHOUT_TOPIC if there are none.
    """
    chosen = [topic for topic in hooks.webhook_topics if topic in topics]
    if not chosen:
        raise Refused(CoreRefusal.WEBHOOK_WITHOUT_TOPIC)
    return chosen


def _lock_home(home: Home) -> Home:
    for lock in hooks.home_locks:
        home = lock(home)
    return home


def _lock_webhook(hook: Webhook) -> Webhook:
    """Lock a webhook through its home. Refused: CHANGED_MEANWHILE."""
    home = _lock_home(hook.tournament)
    locked = require_row_exists(Webhook.objects.filter(pk=hook.pk).first())
    locked.tournament = cast(Any, home)
    return locked


def _journal_webhook_change(hook: Webhook, line: Kind, *, by: Person) -> None:
    """Write the journal line of a change, and update the topics of webhooks in the row of their home."""
    home = hook.tournament
    active = home.webhooks.filter(off=Webhook.Off.NO).order_by("pk")
    home.webhook_topics = {str(pk): topics for pk, topics in active.values_list("pk", "topics")}
    home.save(update_fields=["webhook_topics"])
    journal.write_journal_line(home, line, by=by)
