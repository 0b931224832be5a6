"""Jobs that send webhooks."""

from collections.abc import Collection
from logging import getLogger
from math import ceil
from time import monotonic

from celery import current_app, shared_task
from django.utils import timezone

from core import hooks
from core.models import Webhook, WebhookDelivery
from core.queries import webhooks
from core.services import after_commit, jobs
from core.services.webhooks import sending

LOG = getLogger(__name__)

WEBHOOKS = "webhooks"
"""The lane of background threads for webhooks."""

AT_ONCE = 200
"""The maximum number of deliveries of one job."""

TURN = 20.0
"""Seconds after which a job with more to send goes to the end of the queue.

Otherwise slow receivers would hold up the others.
"""

MINUTE = 60
"""Seconds in a minute, and minutes in an hour. Retries later than a minute are left to `send_due_webhooks`."""


def queue_webhooks_after_commit(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks, given by key, after the commit."""
    after_commit.after_commit(jobs.run_in_background, queue_webhooks, keys, lane=WEBHOOKS)


def queue_webhooks(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks, through the queue if there is one.

    If the broker does not accept a job, `send_due_webhooks` sends its deliveries within a minute. A failure does not
    affect the other webhooks.
    """
    for key in keys:
        try:
            if current_app.conf.task_always_eager:
                _send_due_deliveries_with_retries(key)
            else:
                jobs.send_job_now(send_webhooks, key)
        except Exception:
            LOG.exception("Webhook %s was not sent", key)


def _send_due_deliveries_with_retries(webhook: int) -> None:
    """Send the due deliveries of a webhook in this thread, and retry if more are due within a minute."""
    wait = _send_deliveries_within_limits(webhook)
    if wait is not None and wait <= MINUTE:
        jobs.run_later(wait, _send_due_deliveries_with_retries, webhook, lane=WEBHOOKS)


def _send_deliveries_within_limits(webhook: int) -> float | None:
    """Send deliveries until none is due, one fails, or the limits TURN and AT_ONCE are reached.

    Return the seconds until more can be sent (1 after reaching a limit), or None if nothing is due.
    """
    turn_end = monotonic() + TURN
    for _turn in range(AT_ONCE):
        wait = sending.send_next_delivery(webhook, now=timezone.now(), seed=webhook)
        if wait:
            return wait
        if wait is None and not webhooks.is_webhook_due(webhook, timezone.now()):
            return None
        if monotonic() >= turn_end:
            break
    return 1


@shared_task(name="tournaments.tasks.send_webhooks")
def send_webhooks(webhook: int) -> None:
    """Send the queued deliveries of a webhook, in order, and queue this job again if more are due soon."""
    wait = _send_deliveries_within_limits(webhook)
    if wait is not None and wait <= MINUTE:
        jobs.send_job_now(send_webhooks, webhook, countdown=ceil(wait))


@shared_task(name="tournaments.tasks.send_due_webhooks")
def send_due_webhooks() -> int:
    """Send due retries and deliveries left by a killed server; return the number of webhooks. Runs every minute."""
    keys = list(webhooks.due_webhooks(timezone.now()).values_list("pk", flat=True))
    queue_webhooks(keys)
    return len(keys)


@shared_task(name="tournaments.tasks.forget_old_deliveries")
def forget_old_deliveries() -> int:
    """Delete webhook deliveries that are a month old, and return their number. Runs every hour."""
    return sending.delete_old_deliveries(timezone.now())


def run_scheduled_jobs(turn: int = 0) -> None:
    """Run the scheduled jobs in this process, or do nothing if there is a queue.

    Due webhooks are sent every minute, and the other jobs run every hour. `turn` is the number of minutes since
    the first run.
    """
    if not current_app.conf.task_always_eager:
        return
    jobs.run_later(MINUTE, run_scheduled_jobs, turn + 1, lane=WEBHOOKS)
    jobs.run_in_background(send_due_webhooks, lane=WEBHOOKS)
    if turn % MINUTE == 0:
        jobs.run_in_background(forget_old_deliveries, lane=WEBHOOKS)
        for work in hooks.each_hour:
            jobs.run_in_background(work, lane=WEBHOOKS)


def send_delivery_again(delivery: WebhookDelivery) -> bool:
    """Send a delivery during the request, and return whether it arrived."""
    return sending.send_delivery_now(delivery, now=timezone.now())


def queue_webhooks_in_background(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks outside the request."""
    jobs.run_in_background(queue_webhooks, keys, lane=WEBHOOKS)


def retry_webhook_now(hook: Webhook) -> None:
    """Retry the queued deliveries of a webhook now, outside the request."""
    sending.make_deliveries_due(hook)
    queue_webhooks_in_background([hook.pk])
