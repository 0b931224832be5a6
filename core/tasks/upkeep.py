"""Jobs of the queue's scheduler, which send waiting jobs and delete old data."""

from celery import shared_task
from django.utils import timezone

from core.services import jobs, sign_ins
from core.services.jobs import durable_jobs


@shared_task(name="tournaments.tasks.send_waiting_jobs")
def send_waiting_jobs() -> int:
    """Send jobs that are waiting, are due for a retry, or have lost their worker. Runs every minute.

    Records that the job clock and a worker are running. Return the number of jobs sent.
    """
    jobs.record_job_clock_tick(timezone.now())
    durable_jobs.requeue_lost_jobs()
    return jobs.send_waiting_jobs()


@shared_task(name="tournaments.tasks.forget_old_sign_ins")
def forget_old_sign_ins() -> int:
    """Delete sign-in attempts that are half a year old, and return their number. Runs every day."""
    return sign_ins.forget_old_sign_ins(timezone.now())
