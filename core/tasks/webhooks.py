"""Jobs of the queue: webhooks."""

from collections.abc import Collection
from logging import getLogger
from math import ceil
from time import monotonic

from celery import current_app, shared_task
from django.utils import timezone

from core import hooks
from core.models import Webhook, WebhookDelivery
from core.services import jobs
from core.services.webhooks import sending

LOG = getLogger(__name__)

WEBHOOKS = "webhooks"
"""The lane of threads for webhooks in a server."""

AT_ONCE = 200
"""Deliveries per job."""

TURN = 20.0
"""Seconds after which a job with more to send goes to the end of the queue, since slow receivers share its threads."""

MINUTE = 60
"""Seconds; retries later than that are left to `send_due_webhooks`."""


def webhooks_wait(keys: Collection[int]) -> None:
    """Send deliveries after the commit."""
    jobs.after_commit(jobs.beside, queue_webhooks, keys, lane=WEBHOOKS)


def queue_webhooks(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks: by the queue, on a laptop without one directly. If the broker does not
    accept it, `send_due_webhooks` sends them within a minute. A failure does not affect the others.
    """
    for key in keys:
        try:
            if current_app.conf.task_always_eager:
                _send_all(key)
            else:
                jobs.publish(send_webhooks, key)
        except Exception:
            LOG.exception("Webhook %s was not sent", key)


def _send_all(webhook: int) -> None:
    again = _deliver_all(webhook)
    if again is not None and again <= MINUTE:
        jobs.later(again, _send_all, webhook, lane=WEBHOOKS)


def _deliver_all(webhook: int) -> float | None:
    """Send deliveries until none is left, a try fails or the turn is over; returns the seconds until the next one, None
    if none is left.
    """
    until = monotonic() + TURN
    for _turn in range(AT_ONCE):
        again = sending.deliver_next(webhook, now=timezone.now(), seed=webhook)
        if again:
            return again
        if again is None and not sending.is_due(webhook, timezone.now()):
            return None
        if monotonic() >= until:
            break
    return 1


@shared_task(name="tournaments.tasks.send_webhooks")
def send_webhooks(webhook: int) -> None:
    """Send the queued deliveries of a webhook, in order."""
    again = _deliver_all(webhook)
    if again is not None and again <= MINUTE:
        jobs.publish(send_webhooks, webhook, countdown=ceil(again))


@shared_task(name="tournaments.tasks.send_due_webhooks")
def send_due_webhooks() -> int:
    """Send due retries, and what a killed server left; runs every minute. Returns the number of webhooks."""
    found = list(sending.due(timezone.now()).values_list("pk", flat=True))
    queue_webhooks(found)
    return len(found)


@shared_task(name="tournaments.tasks.forget_old_deliveries")
def forget_old_deliveries() -> int:
    """Delete deliveries of webhooks after a month; runs every hour. Returns how many."""
    return sending.forget_old(timezone.now())


def mind_webhooks(turn: int = 0) -> None:
    """Run the scheduled jobs for as long as this process runs, on a laptop without a queue."""
    if not current_app.conf.task_always_eager:
        return
    jobs.later(MINUTE, mind_webhooks, turn + 1, lane=WEBHOOKS)
    jobs.beside(send_due_webhooks, lane=WEBHOOKS)
    if turn % MINUTE == 0:
        jobs.beside(forget_old_deliveries, lane=WEBHOOKS)
        for work in hooks.each_hour:
            jobs.beside(work, lane=WEBHOOKS)


def send_delivery_again(delivery: WebhookDelivery) -> bool:
    """Send one delivery during the request; returns whether it arrived."""
    return sending.send_again(delivery, now=timezone.now())


def queue_soon(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks outside the request."""
    jobs.beside(queue_webhooks, keys, lane=WEBHOOKS)


def hurry_webhook(hook: Webhook) -> None:
    """Retry queued deliveries now."""
    sending.hurry(hook)
    queue_soon([hook.pk])
