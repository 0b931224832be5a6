"""Background jobs of registrations and of emails to players."""

from functools import partial
from logging import getLogger

from celery import current_app as app
from celery import shared_task
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.services import jobs
from core.services.jobs import durable_jobs
from registration.documents.mail_messages import compose_mail
from registration.services import mail_delivery, mails, seating

LOG = getLogger(__name__)

MAIL_TRIES = 8

MAIL_SECONDS = 8 * 60
"""Seconds for which one job sends emails before the next one continues, well below the time limit of jobs."""


@shared_task
def move_up_waiting_lists() -> int:
    """End expired offers and offer free seats in every event. Return the number of events that changed."""
    return seating.update_all_waiting_lists(now=timezone.now())


@durable_jobs.durable_task(_("Emails to players"), tries=MAIL_TRIES)
def send_mails(press: str, event: int | None = None) -> int:
    """Send the emails of one press, and return how many were sent.

    A retry continues with the waiting emails. While the mail server is down, a worker tries again. After its
    last try, or after the first one without a worker, waiting emails are marked as not delivered, and the staff
    can send them again.
    """
    delivery = mail_delivery.deliver_mails(press, compose_mail, seconds=MAIL_SECONDS)
    if delivery.problem is not None:
        job = durable_jobs.current_job()
        if app.conf.task_always_eager or (job is not None and job.tries >= job.last_try):
            mail_delivery.fail_waiting_mails(press)
            LOG.warning("Emails were not sent: %s", type(delivery.problem).__name__)
            return delivery.sent
        raise delivery.problem
    if delivery.waiting:
        jobs.send_job(send_mails, press, event, about=event)
    return delivery.sent


@receiver(mails.mails_queued)
def send_queued(*, press: str, event: int, **_facts: object) -> None:
    """Send emails after the commit, in a worker or else in a thread.

    This way, the mail server does not delay the response to a request.
    """
    if app.conf.task_always_eager:
        transaction.on_commit(partial(jobs.run_in_background, send_mails, press, event, lane="mails"))
    else:
        jobs.send_after_commit(send_mails, press, event, about=event)
