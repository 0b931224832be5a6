"""Jobs of the queue itself."""

from celery import shared_task

from tournaments.services import jobs


@shared_task
def send_waiting_jobs() -> int:
    """Send what waited for the broker; runs each minute. For how many jobs."""
    return jobs.send_waiting()
