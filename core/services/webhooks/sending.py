"""Sending webhooks in order, with retries.

A sender holds a lease on a webhook in its row, so that no transaction is open during a request and only one sender is
active. If the sender is killed, its lease expires, and another sender continues.
"""

import json
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from core.engine.webhooks import (
    FAILS_FOR,
    MAX_ANSWERED,
    PING,
    READABLE_FOR,
    VERSION,
    format_payload_time,
    wait_before_webhook_retry,
)
from core.models import Webhook, WebhookDelivery
from core.queries.webhook_data import webhook_message_data
from core.services import http_client
from core.services.webhooks import signatures, subscriptions

LEASE = timedelta(seconds=60)
"""Time after which another sender may take over a webhook."""

IN_REQUEST = 4.0
"""Seconds that a receiver has to answer during a web request."""

State = WebhookDelivery.State


def send_next_delivery(webhook: int, *, now: datetime, seed: int) -> float | None:
    """Send the oldest queued delivery, in journal order.

    Return the seconds until the next delivery is due, or 0 if it is due already. Return None if nothing is due,
    the webhook is off, or another sender is active.
    """
    lease_end = now + LEASE
    idle = Webhook.objects.filter(Q(busy_until=None) | Q(busy_until__lte=now), pk=webhook, off=Webhook.Off.NO)
    if not idle.update(busy_until=lease_end):
        return None
    try:
        hook = Webhook.objects.select_related("tournament").filter(pk=webhook).first()
        if hook is None:
            return None
        oldest = hook.deliveries.filter(state=State.WAITING).order_by("line", "id").first()
        if oldest is None or (oldest.next_at is not None and oldest.next_at > now):
            return None
        return _send_delivery_in_turn(hook, oldest, now, seed)
    finally:
        Webhook.objects.filter(pk=webhook, busy_until=lease_end).update(busy_until=None)


def _send_delivery_in_turn(
    hook: Webhook, delivery: WebhookDelivery, now: datetime, seed: int
) -> float | None:
    """Send a delivery, schedule the next try if it fails, and return what `send_next_delivery` returns."""
    if not delivery.body and not _write_delivery_body(hook, delivery):
        _update_delivery(delivery, state=State.SKIPPED, tried_at=now)
        return 0
    answer = _try_delivery(hook, delivery, now)
    if answer.arrived:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)
        return 0
    failing_since = hook.failing_since or now
    Webhook.objects.filter(pk=hook.pk, failing_since=None).update(failing_since=now)
    if answer.status == HTTPStatus.GONE:
        _update_delivery(delivery, state=State.FAILED, next_at=None)
        subscriptions.switch_webhook_off(hook, by=None, cause=Webhook.Off.ENDED, now=now)
        return None
    # The first failure after a quiet period is always retried.
    if now - failing_since >= FAILS_FOR and delivery.tries > 1:
        subscriptions.switch_webhook_off(hook, by=None, cause=Webhook.Off.FAILING, now=now)
        return None
    if answer.status is not None and delivery.tries >= MAX_ANSWERED:
        _update_delivery(delivery, state=State.FAILED, next_at=None)
        return 0
    pause = wait_before_webhook_retry(delivery.tries, seed=seed, pause=answer.after)
    _update_delivery(delivery, next_at=now + pause)
    return pause.total_seconds()


def send_delivery_now(delivery: WebhookDelivery, *, now: datetime) -> bool:
    """Send a delivery now, in any state and out of turn, and return whether it arrived.

    If it did, all queued deliveries become due. A delivery whose data is no longer public is skipped. This also
    sends pings.
    """
    hook = Webhook.objects.select_related("tournament").get(pk=delivery.webhook_id)
    if not delivery.body and not _write_delivery_body(hook, delivery):
        _update_delivery(delivery, state=State.SKIPPED, tried_at=now)
        return False
    answer = _try_delivery(hook, delivery, now, seconds=IN_REQUEST)
    if answer.arrived:
        make_deliveries_due(hook)  # the receiver has recovered
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)
    elif delivery.type == PING:
        _update_delivery(delivery, state=State.FAILED, next_at=None)
    return answer.arrived


def make_deliveries_due(hook: Webhook) -> None:
    """Make all queued deliveries of a webhook due now."""
    hook.deliveries.filter(state=State.WAITING).update(next_at=None)


def _try_delivery(
    hook: Webhook, delivery: WebhookDelivery, now: datetime, *, seconds: float = http_client.SECONDS
) -> http_client.HttpAnswer:
    """Send a delivery once and record the outcome."""
    # All tries of a message have the same id, so that receivers recognize repeats.
    headers = signatures.signed_headers(hook, f"msg_{hook.code}_{delivery.pk}", delivery.body, now=now)
    answer = http_client.post_to_url(
        hook.address,
        delivery.body.encode(),
        headers,
        own_network=settings.WEBHOOKS_OWN_NETWORK,
        seconds=seconds,
    )
    delivery.tries += 1
    state = {"state": State.DELIVERED, "next_at": None} if answer.arrived else {}
    _update_delivery(
        delivery,
        tries=F("tries") + 1,
        tried_at=now,
        headers=headers,
        status=answer.status,
        trouble=answer.trouble,
        response=answer.text,
        **state,
    )
    return answer


@transaction.atomic
def _write_delivery_body(hook: Webhook, delivery: WebhookDelivery) -> bool:
    """Write the body of a delivery, and return False if its data is no longer public."""
    data = webhook_message_data(hook, delivery)
    if data is None:
        return False
    sequence = None
    if delivery.type != PING:
        Webhook.objects.filter(pk=hook.pk).update(sequence=F("sequence") + 1)
        sequence = Webhook.objects.values_list("sequence", flat=True).get(pk=hook.pk)
    message = {
        "type": delivery.type,
        "version": VERSION,
        "timestamp": format_payload_time(delivery.at),
        "sequence": sequence,
        "line": delivery.line or None,
        "data": data,
    }
    delivery.body = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    _update_delivery(delivery, body=delivery.body, sequence=sequence)
    return True


def _update_delivery(delivery: WebhookDelivery, **fields: object) -> None:
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**fields)


def delete_old_deliveries(now: datetime) -> int:
    """Delete deliveries that are older than a month or belong to a deleted webhook.

    Return their number.
    """
    orphaned = ~Exists(Webhook.objects.filter(pk=OuterRef("webhook_id")))
    outdated = WebhookDelivery.objects.filter(Q(at__lt=now - READABLE_FOR) | Q(orphaned))
    return outdated.delete()[0]
