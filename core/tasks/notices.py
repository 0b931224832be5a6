"""Jobs of the queue: notices to phones."""

from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import hooks
from core.models import JournalEvent, PushSubscription
from core.notice_sentences import facts_of, message, sample_notice
from core.queries import notices as queries
from core.services import jobs
from core.services.jobs import durable_jobs
from core.services.notices import sending
from core.services.notices.sending import Message

NOTICES = "notices"
"""The lane of threads for notices in a server."""

A_PIECE = 100
"""Browsers whose jobs are written in one transaction."""


def notify(line: JournalEvent) -> None:
    """Queue the notices of a journal line, after the commit and outside the request."""
    home, pk = line.tournament_id, line.pk
    if line.kind not in hooks.notices or home is None:
        return

    def queue() -> None:
        jobs.beside(_queue_notices, home, pk, lane=NOTICES)

    jobs.after_commit(queue)


def _queue_notices(home: int, line: int) -> None:
    # If the broker does not accept it now, it is dropped: later the notices would be worthless.
    if queries.has_phones(home):
        jobs.publish(send_notices, line, about=home)


@durable_jobs.durable(_("Notices to phones"), tries=2, name="tournaments.tasks.send_notices")
def send_notices(line: int) -> int:
    """Queue the notices of a journal line, one job per browser; returns the number of browsers. Each batch is written
    in one transaction with this job's progress.
    """
    found = JournalEvent.objects.select_related("tournament", "division", "by").filter(pk=line).first()
    if found is None or found.tournament_id is None:
        return 0
    found_notices = list(hooks.notices[found.kind](found))
    reached, home = durable_jobs.reached(), found.tournament_id
    browsers = [one for one in queries.browsers_of(home, found_notices, "entry__link") if one[0].pk > reached]
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
                send_notice, [(key, facts_of(words)) for key, words in messages], about=home
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


@durable_jobs.durable(
    _("Notices to phones"),
    tries=sending.TRIES,
    restartable=False,
    archived=False,
    name="tournaments.tasks.send_notice",
)
def send_notice(subscription: int, facts: dict[str, Any]) -> None:
    """Send one notice to one browser; retried if the push service is unavailable or overloaded. If a killed worker
    causes a second delivery, the newer replaces the older.
    """
    tried = send_notice.request.retries
    again = sending.deliver(subscription, Message(**facts), now=timezone.now(), tried=tried)
    if again is not None:
        send_notice.retry(countdown=again)
