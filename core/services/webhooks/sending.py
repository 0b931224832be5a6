"""Sending webhooks: order, and retries.

One sender at a time has a webhook, by a lease in its row, so no transaction is open during a request. The lease of a
killed sender expires, and the queue is sent then.
"""

import json
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from core.engine.webhooks import FAILS_FOR, MOST_ANSWERED, PING, READABLE_FOR, VERSION, moment, wait
from core.models import Webhook, WebhookDelivery
from core.queries.webhook_data import data_of
from core.services import connection
from core.services.webhooks import signatures, subscriptions

LEASE = timedelta(seconds=60)

IN_REQUEST = 4.0
"""Seconds a receiver has to answer during a web request."""

State = WebhookDelivery.State


def deliver_next(webhook: int, *, now: datetime, seed: int) -> float | None:
    """Send the oldest queued delivery, in journal order. Returns the seconds until the next, 0 for at once; None if
    nothing is due, the webhook is off, or another sender is active.
    """
    until = now + LEASE
    idle = Webhook.objects.filter(Q(busy_until=None) | Q(busy_until__lte=now), pk=webhook, off=Webhook.Off.NO)
    if not idle.update(busy_until=until):
        return None
    try:
        hook = Webhook.objects.select_related("tournament").filter(pk=webhook).first()
        if hook is None:
            return None
        oldest = hook.deliveries.filter(state=State.WAITING).order_by("line", "id").first()
        if oldest is None or (oldest.next_at is not None and oldest.next_at > now):
            return None
        return _send_in_turn(hook, oldest, now, seed)
    finally:
        Webhook.objects.filter(pk=webhook, busy_until=until).update(busy_until=None)


def _send_in_turn(hook: Webhook, delivery: WebhookDelivery, now: datetime, seed: int) -> float | None:
    if not delivery.body and not _make(hook, delivery):
        _note(delivery, state=State.SKIPPED, tried_at=now)
        return 0
    answer = _post(hook, delivery, now)
    if answer.arrived:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)
        return 0
    since = hook.failing_since or now
    Webhook.objects.filter(pk=hook.pk, failing_since=None).update(failing_since=now)
    if answer.status == HTTPStatus.GONE:
        _note(delivery, state=State.FAILED, next_at=None)
        subscriptions.switch_off(hook, by=None, cause=Webhook.Off.ENDED, now=now)
        return None
    if now - since >= FAILS_FOR and delivery.tries > 1:  # retry the first failure after a quiet time
        subscriptions.switch_off(hook, by=None, cause=Webhook.Off.FAILING, now=now)
        return None
    if answer.status is not None and delivery.tries >= MOST_ANSWERED:
        _note(delivery, state=State.FAILED, next_at=None)
        return 0
    pause = wait(delivery.tries, seed=seed, pause=answer.after)
    _note(delivery, next_at=now + pause)
    return pause.total_seconds()


def send_again(delivery: WebhookDelivery, *, now: datetime) -> bool:
    """Send one delivery now, whatever its state and turn; returns whether it arrived. Also for a ping."""
    hook = Webhook.objects.select_related("tournament").get(pk=delivery.webhook_id)
    if not delivery.body and not _make(hook, delivery):
        _note(delivery, state=State.SKIPPED, tried_at=now)
        return False
    answer = _post(hook, delivery, now, seconds=IN_REQUEST)
    if answer.arrived:
        hurry(hook)  # the receiver works again
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)
    elif delivery.type == PING:
        _note(delivery, state=State.FAILED, next_at=None)
    return answer.arrived


def hurry(hook: Webhook) -> None:
    """Retry queued deliveries at once."""
    hook.deliveries.filter(state=State.WAITING).update(next_at=None)


def _post(
    hook: Webhook, delivery: WebhookDelivery, now: datetime, *, seconds: float = connection.SECONDS
) -> connection.Answer:
    """Make one try and record it."""
    # The id of a message is the same for each try.
    headers = signatures.headers(hook, f"msg_{hook.code}_{delivery.pk}", delivery.body, now=now)
    answer = connection.post(
        hook.address,
        delivery.body.encode(),
        headers,
        own_network=settings.WEBHOOKS_OWN_NETWORK,
        seconds=seconds,
    )
    delivery.tries += 1
    state = {"state": State.DELIVERED, "next_at": None} if answer.arrived else {}
    _note(
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
def _make(hook: Webhook, delivery: WebhookDelivery) -> bool:
    """Write the body of a delivery; False if it is no longer public."""
    data = data_of(hook, delivery)
    if data is None:
        return False
    number = None
    if delivery.type != PING:
        Webhook.objects.filter(pk=hook.pk).update(sequence=F("sequence") + 1)
        number = Webhook.objects.values_list("sequence", flat=True).get(pk=hook.pk)
    message = {
        "type": delivery.type,
        "version": VERSION,
        "timestamp": moment(delivery.at),
        "sequence": number,
        "line": delivery.line or None,
        "data": data,
    }
    delivery.body = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    _note(delivery, body=delivery.body, sequence=number)
    return True


def _note(delivery: WebhookDelivery, **fields: object) -> None:
    WebhookDelivery.objects.filter(pk=delivery.pk).update(**fields)


def due(now: datetime) -> QuerySet[Webhook]:
    """The webhooks with something to send now and no active sender."""
    waiting = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), state=State.WAITING)
    free = Webhook.objects.filter(Q(busy_until=None) | Q(busy_until__lte=now), off=Webhook.Off.NO)
    return free.filter(Exists(waiting), ~Exists(waiting.filter(next_at__gt=now)))


def is_due(webhook: int, now: datetime) -> bool:
    """Whether a webhook is `due`."""
    return due(now).filter(pk=webhook).exists()


def forget_old(now: datetime) -> int:
    """Delete deliveries older than a month, and those of deleted webhooks; returns how many."""
    orphaned = ~Exists(Webhook.objects.filter(pk=OuterRef("webhook_id")))
    old = WebhookDelivery.objects.filter(Q(at__lt=now - READABLE_FOR) | Q(orphaned))
    return old.delete()[0]
