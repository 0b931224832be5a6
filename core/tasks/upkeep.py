"""Jobs of the queue's scheduler: jobs that wait, and what is old."""

from celery import shared_task
from django.utils import timezone

from core.services import accounts, jobs
from core.services.jobs import durable_jobs


@shared_task(name="tournaments.tasks.send_waiting_jobs")
def send_waiting_jobs() -> int:
    """Send jobs that waited, are due again, or whose worker was killed; runs every minute. Returns how many."""
    jobs.tick(timezone.now())
    durable_jobs.find_lost()
    return jobs.send_waiting()


@shared_task(name="tournaments.tasks.forget_old_sign_ins")
def forget_old_sign_ins() -> int:
    """Delete sign-in attempts after half a year; runs every day. Returns how many."""
    return accounts.forget_old_sign_ins(timezone.now())
