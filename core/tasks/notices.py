"""Jobs of the queue: notices to phones, and snapshots after a round."""

from time import monotonic
from typing import Any

from celery import current_app, shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent, PushSubscription
from core.notice_sentences import facts_of, message, sample_notice
from core.queries import notices as queries
from core.services import accounts, jobs
from core.services.jobs import durable_jobs
from core.services.notices import sending
from core.services.notices.sending import Message
from core.services.snapshots import shelf
from tournaments import hooks

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
    job = durable_jobs.current()
    if job is not None and durable_jobs.is_repeated() and shelf.has_since(event, job.at):
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
    tried = send_notice.request.retries
    again = sending.deliver(subscription, Message(**facts), now=timezone.now(), tried=tried)
    if again is not None:
        send_notice.retry(countdown=again)


@shared_task
def forget_old_sign_ins() -> int:
    """Delete sign-in attempts after half a year; runs every day. Returns how many."""
    return accounts.forget_old_sign_ins(timezone.now())
