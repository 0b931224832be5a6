"""Jobs of the queue: notices to phones, webhooks, and snapshots after a round."""

from collections.abc import Collection
from logging import getLogger
from math import ceil
from time import monotonic
from typing import Any

from celery import current_app, shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.engine.journal.kinds import KINDS
from core.models import PushSubscription, Webhook, WebhookDelivery
from core.queries import notices as queries
from core.services import jobs
from core.services.jobs import durable_jobs
from core.services.notices import sending
from core.services.notices.sending import Message
from core.services.webhooks import sending as webhooks
from tournaments import hooks
from tournaments.models import JournalEvent
from tournaments.notice_sentences import facts_of, message, sample_notice
from tournaments.services import accounts
from tournaments.services.snapshots import shelf

LOG = getLogger(__name__)

NOTICES = "notices"
"""The lane of threads for notices in a server."""

A_PIECE = 100
"""Browsers whose jobs are written in one transaction."""


@shared_task
def send_waiting_jobs() -> int:
    """Send jobs that waited, are due again, or whose worker was killed; runs every minute. Returns how many."""
    jobs.tick(timezone.now())
    durable_jobs.find_lost()
    return jobs.send_waiting()


def line_written(line: JournalEvent) -> None:
    """After the commit, outside the request: queue notices, and a snapshot if a round was closed."""
    event, pk = line.tournament_id, line.pk
    if event is not None and KINDS[line.kind].closes:
        jobs.once_after_commit(_save_snapshot, event)
    if line.kind not in hooks.notices or event is None:
        return

    def queue() -> None:
        jobs.beside(_queue_notices, event, pk, lane=NOTICES)

    jobs.after_commit(queue)


def _save_snapshot(event: int) -> None:
    """Queue the snapshot, or use a thread on a laptop without a queue."""
    if current_app.conf.task_always_eager:
        jobs.beside(shelf.save_after_round, event, monotonic())
    else:
        jobs.send_beside(save_snapshot, event, event=event)


@durable_jobs.durable(_("Snapshot after a round"))
def save_snapshot(event: int) -> None:
    """Write a snapshot of an event, by its key, unless an earlier try already did."""
    ordered_at = durable_jobs.ordered_at()
    if durable_jobs.is_repeated() and ordered_at is not None and shelf.has_since(event, ordered_at):
        return
    if not shelf.save_after_round(event):
        raise durable_jobs.NotDoneError


def _queue_notices(event: int, line: int) -> None:
    # If the broker does not accept it now, it is dropped: later the notices would be worthless.
    if queries.has_phones(event):
        jobs.publish(send_notices, line, event=event)


@durable_jobs.durable(_("Notices to phones"), tries=2)
def send_notices(line: int) -> int:
    """Queue the notices of a journal line, one job per browser; returns the number of browsers. Each batch is written
    in one transaction with this job's progress.
    """
    found = JournalEvent.objects.select_related("tournament", "division", "by").filter(pk=line).first()
    if found is None or found.tournament_id is None:
        return 0
    found_notices = list(hooks.notices[found.kind](found))
    reached, event = durable_jobs.reached(), found.tournament_id
    browsers = [
        one for one in queries.browsers_of(event, found_notices, "entry__link") if one[0].pk > reached
    ]
    browsers.sort(key=lambda one: one[0].pk)
    for first in range(0, len(browsers), A_PIECE):
        piece = browsers[first : first + A_PIECE]
        messages = [(row.pk, message(notice, row, at=found.at)) for row, notice in piece]
        if current_app.conf.task_always_eager:
            for subscription, words in messages:
                _send(subscription, words)
            continue
        with transaction.atomic():
            ordered = jobs.order_all(
                send_notice, [(key, facts_of(words)) for key, words in messages], event=event
            )
            durable_jobs.reach(messages[-1][0])
        jobs.send_all(ordered)
    return len(browsers)


def send_test_notice(subscription: PushSubscription) -> None:
    """Send a notice that confirms that notices work."""
    words = message(sample_notice(subscription), subscription, at=timezone.now())
    jobs.beside(_send, subscription.pk, words, lane=NOTICES)


def _send(subscription: int, words: Message) -> None:
    """Queue one notice; on a laptop without a queue use a thread, which retries like the queue."""
    if current_app.conf.task_always_eager:
        jobs.beside(_deliver, subscription, words, 0, lane=NOTICES)
    else:
        jobs.publish(send_notice, subscription, facts_of(words))


def _deliver(subscription: int, words: Message, tried: int) -> None:
    again = sending.deliver(subscription, words, now=timezone.now(), tried=tried)
    if again is not None:
        jobs.later(again, _deliver, subscription, words, tried + 1, lane=NOTICES)


@durable_jobs.durable(_("Notices to phones"), tries=sending.TRIES, restartable=False, archived=False)
def send_notice(subscription: int, facts: dict[str, Any]) -> None:
    """Send one notice to one browser; retried if the push service is unavailable or overloaded. If a killed worker
    causes a second delivery, the newer replaces the older.
    """
    again = sending.deliver(
        subscription, Message(**facts), now=timezone.now(), tried=durable_jobs.tries() - 1
    )
    if again is not None:
        raise durable_jobs.NotYetError(again)


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
        again = webhooks.deliver_next(webhook, now=timezone.now(), seed=webhook)
        if again:
            return again
        if again is None and not webhooks.is_due(webhook, timezone.now()):
            return None
        if monotonic() >= until:
            break
    return 1


@shared_task
def send_webhooks(webhook: int) -> None:
    """Send the queued deliveries of a webhook, in order."""
    again = _deliver_all(webhook)
    if again is not None and again <= MINUTE:
        jobs.publish(send_webhooks, webhook, countdown=ceil(again))


@shared_task
def send_due_webhooks() -> int:
    """Send due retries, and what a killed server left; runs every minute. Returns the number of webhooks."""
    found = list(webhooks.due(timezone.now()).values_list("pk", flat=True))
    queue_webhooks(found)
    return len(found)


@shared_task
def forget_old_deliveries() -> int:
    """Delete deliveries of webhooks after a month; runs every hour. Returns how many."""
    return webhooks.forget_old(timezone.now())


def mind_webhooks(turn: int = 0) -> None:
    """Run the scheduled jobs for as long as this process runs, on a laptop without a queue."""
    if not current_app.conf.task_always_eager:
        return
    jobs.later(MINUTE, mind_webhooks, turn + 1, lane=WEBHOOKS)
    jobs.beside(send_due_webhooks, lane=WEBHOOKS)
    if turn % MINUTE == 0:
        jobs.beside(forget_old_deliveries, lane=WEBHOOKS)
        jobs.beside(forget_old_sign_ins, lane=WEBHOOKS)
        for work in hooks.each_hour:
            jobs.beside(work, lane=WEBHOOKS)


def send_delivery_again(delivery: WebhookDelivery) -> bool:
    """Send one delivery during the request; returns whether it arrived."""
    return webhooks.send_again(delivery, now=timezone.now())


def queue_soon(keys: Collection[int]) -> None:
    """Send the deliveries of these webhooks outside the request."""
    jobs.beside(queue_webhooks, keys, lane=WEBHOOKS)


def hurry_webhook(hook: Webhook) -> None:
    """Retry queued deliveries now."""
    webhooks.hurry(hook)
    queue_soon([hook.pk])


@shared_task
def forget_old_sign_ins() -> int:
    """Delete sign-in attempts after half a year; runs every day. Returns how many."""
    return accounts.forget_old_sign_ins(timezone.now())
