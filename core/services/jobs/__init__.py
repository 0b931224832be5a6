"""Background work: jobs sent to the broker, and threads of the server."""

from core.services.jobs.background import run_in_background, run_later, start_background_threads
from core.services.jobs.sending import (
    is_job_waiting,
    record_job_clock_tick,
    restart_failed_job,
    send_after_commit,
    send_job,
    send_job_now,
    send_stored_jobs,
    send_waiting_jobs,
    store_jobs,
)

__all__ = [
    "is_job_waiting",
    "record_job_clock_tick",
    "restart_failed_job",
    "run_in_background",
    "run_later",
    "send_after_commit",
    "send_job",
    "send_job_now",
    "send_stored_jobs",
    "send_waiting_jobs",
    "start_background_threads",
    "store_jobs",
]
