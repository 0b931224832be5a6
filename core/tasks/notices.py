"""Jobs that send notices to phones."""

from typing import NotRequired, TypedDict

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import hooks
from core.models import JournalEvent, PushSubscription
from core.notice_sentences import message_facts, notice_message
from core.queries import notices as queries
from core.services import after_commit, jobs
from core.services.jobs import durable_jobs
from core.services.notices import sending
from core.services.notices.sending import PushMessage
from core.services.notices.subscriptions import test_notice_of_subscription

NOTICES = "notices"
"""The lane of background threads for notices."""

BATCH_SIZE = 100
"""The number of browsers whose jobs are written in one transaction."""


def queue_line_notices(line: JournalEvent) -> None:
    """Queue the notices of a journal line after the commit, outside the request.

    Lines of a kind without notices, or without a home, are ignored.
    """
    home, pk = line.tournament_id, line.pk
    if line.kind not in hooks.notices or home is None:
        return

    def queue() -> None:
        jobs.run_in_background(_queue_notices, home, pk, lane=NOTICES)

    after_commit.after_commit(queue)


def _queue_notices(home: int, line: int) -> None:
    """Queue the job that sends the notices of a journal line, if any phone subscribes to the home."""
    # A job that the broker does not accept now is dropped, since the notices would be useless later.
    if queries.has_subscribed_browsers(home):
        jobs.send_job_now(send_notices, line, about=home)


@durable_jobs.durable_task(_("Notices to phones"), tries=2, name="tournaments.tasks.send_notices")
def send_notices(line: int) -> int:
    """Queue the notices of a journal line, one job for each browser and notice, and return their number.

    Return 0 if the line no longer exists. Each batch is written in one transaction with this job's progress, so
    that a restarted job continues with the remaining browsers. Without a queue, background threads send the
    notices.
    """
    journal_line = JournalEvent.objects.select_related("tournament", "division", "by").filter(pk=line).first()
    if journal_line is None or journal_line.tournament_id is None:
        return 0
    notices = list(hooks.notices[journal_line.kind](journal_line))
    reached, home = durable_jobs.last_finished_key(), journal_line.tournament_id
    browser_notices = [
        browser_notice
        for browser_notice in queries.browsers_for_notices(home, notices, "entry__link")
        if browser_notice[0].pk > reached
    ]
    browser_notices.sort(key=lambda browser_notice: browser_notice[0].pk)
    for start in range(0, len(browser_notices), BATCH_SIZE):
        piece = browser_notices[start : start + BATCH_SIZE]
        messages = [
            (browser.pk, notice_message(notice, browser, at=journal_line.at)) for browser, notice in piece
        ]
        if current_app.conf.task_always_eager:
            for subscription, message in messages:
                _queue_notice(subscription, message)
            continue
        with transaction.atomic():
            stored_jobs = jobs.store_jobs(
                send_notice, [(key, message_facts(message)) for key, message in messages], about=home
            )
            durable_jobs.record_finished_key(messages[-1][0])
        jobs.send_stored_jobs(stored_jobs)
    return len(browser_notices)


def send_test_notice(subscription: PushSubscription) -> None:
    """Send a notice that confirms that notices work."""
    message = notice_message(test_notice_of_subscription(subscription), subscription, at=timezone.now())
    jobs.run_in_background(_queue_notice, subscription.pk, message, lane=NOTICES)


def _queue_notice(subscription: int, message: PushMessage) -> None:
    """Queue a notice. Without a queue, a background thread sends it and retries as the queue would."""
    if current_app.conf.task_always_eager:
        jobs.run_in_background(_deliver_from_thread, subscription, message, 0, lane=NOTICES)
    else:
        jobs.send_job_now(send_notice, subscription, message_facts(message))


def _deliver_from_thread(subscription: int, message: PushMessage, tried: int) -> None:
    """Send a notice now, after `tried` failed tries, and retry later if this one fails too."""
    wait = sending.send_to_browser(subscription, message, now=timezone.now(), tried=tried)
    if wait is not None:
        jobs.run_later(wait, _deliver_from_thread, subscription, message, tried + 1, lane=NOTICES)


class NoticeFacts(TypedDict):
    """The fields of `sending.PushMessage` in a job."""

    title: str
    body: str
    url: str
    tag: str
    topic: str
    at: int
    until: int
    quiet: NotRequired[bool]


@durable_jobs.durable_task(
    _("Notices to phones"),
    tries=sending.TRIES,
    restartable=False,
    archived=False,
    name="tournaments.tasks.send_notice",
)
def send_notice(subscription: int, facts: NoticeFacts) -> None:
    """Send a notice to one browser, and retry if the push service is unavailable or overloaded.

    If a killed worker causes a second delivery, the newer one replaces the older.
    """
    tried = send_notice.request.retries
    wait = sending.send_to_browser(subscription, PushMessage(**facts), now=timezone.now(), tried=tried)
    if wait is not None:
        send_notice.retry(countdown=wait)
