"""Send jobs to the broker.

While the broker does not answer, jobs are stored in the database, and requests do not block on them. A job of
`durable_jobs` has a row until it ends.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any

from celery import Task, current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.models import Job
from core.services import locks
from core.services.jobs import durable_jobs
from core.services.jobs.background import QUEUE, run_in_background

PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 1, "max_retries": 1, "interval_start": 0}
"""Seconds to wait for a connection to the broker and for each answer, without retries."""

State = Job.State

LAST_TICK = "clock-of-jobs"
"""The cache key of the last tick of the job clock."""

AT_A_TIME = 100
"""The maximum number of waiting jobs sent in one transaction."""

DAY = 24 * 60 * 60


def send_job(task: Task[..., Any], *args: Any, about: int | None = None) -> bool:
    """Queue a job, or store it until the broker answers, and return whether the broker accepted it.

    If it did, waiting jobs are sent too. If no broker is configured, the job runs immediately. `about` is the key
    of the home that the job is for.
    """
    if current_app.conf.task_always_eager:
        task.apply_async(args)
        return True
    if not _send_job(_store_job(task, args, about)):
        return False
    send_waiting_jobs()
    return True


def send_after_commit(task: Task[..., Any], *args: Any, about: int | None = None) -> None:
    """Store a job and send its message in the background after the commit.

    A job of a transaction that is rolled back never runs. If no broker is configured, the job runs after the
    commit.
    """
    if current_app.conf.task_always_eager:
        transaction.on_commit(partial(task.apply_async, args))
    else:
        transaction.on_commit(
            partial(run_in_background, _send_job, _store_job(task, args, about), lane=QUEUE)
        )


def send_job_now(
    task: Task[..., Any], *args: Any, about: int | None = None, countdown: int | None = None
) -> bool:
    """Queue a job only if the broker accepts it now, and return whether it did.

    If no broker is configured, the job runs immediately. `countdown` delays the job by seconds, but not a durable
    one.
    """
    if current_app.conf.task_always_eager:
        task.apply_async(args)
        return True
    if durable_jobs.find_durable_task(task.name) is None:
        return _publish(task.name, list(args), countdown=countdown)
    job = _store_job(task, args, about)
    unsent = Job.objects.filter(pk=job.pk, state=State.WAITING)
    # If the row is no longer waiting, another process has sent the job.
    return _send_job(job) or not unsent.delete()[0]


def store_jobs(
    task: Task[..., Any], all_args: Iterable[Sequence[Any]], *, about: int | None = None
) -> list[Job]:
    """Store durable jobs in a transaction; `send_stored_jobs` sends them after the commit."""
    last_try = durable_jobs.max_tries(task)
    jobs = [Job(task=task.name, args=list(args), about=about, last_try=last_try) for args in all_args]
    return Job.objects.bulk_create(jobs)


def send_stored_jobs(jobs: Iterable[Job]) -> int:
    """Send jobs stored by `store_jobs` until the broker refuses one, and return how many were sent.

    The other jobs stay waiting. If the process is killed halfway, some jobs are sent twice, but the second message
    has no effect.
    """
    sent = list(takewhile(lambda job: _publish(job.task, job.args, message_id=job.message), jobs))
    waiting = Job.objects.filter(pk__in=[job.pk for job in sent], tries=0, state=State.WAITING)
    waiting.update(state=State.SENT, sent_at=timezone.now())
    return len(sent)


def _store_job(task: Task[..., Any], args: tuple[Any, ...], about: int | None) -> Job:
    """Store a job to be sent to the broker."""
    last_try = durable_jobs.max_tries(task)
    return Job.objects.create(task=task.name, args=list(args), about=about, last_try=last_try)


def _send_job(job: Job) -> bool:
    """Send a waiting job, and return whether the broker accepted it.

    The row of an accepted job is deleted unless the job is durable.
    """
    is_durable = durable_jobs.find_durable_task(job.task) is not None
    if not _publish(job.task, job.args, message_id=job.message if is_durable else None):
        return False
    waiting = Job.objects.filter(pk=job.pk, tries=job.tries, state=State.WAITING)
    if is_durable:
        waiting.update(state=State.SENT, sent_at=timezone.now())
    else:
        waiting.delete()
    return True


def send_waiting_jobs() -> int:
    """Send waiting jobs, oldest first, until the broker refuses one, and return how many were sent.

    At most AT_A_TIME jobs are sent. Several processes may call this concurrently. Each job is sent by one of
    them.
    """
    if not _due_jobs().exists():
        return 0
    sent = 0
    with transaction.atomic():
        for job in locks.lock_waiting_jobs(_due_jobs()[:AT_A_TIME]):
            if not _send_job(job):
                break
            sent += 1
    return sent


def _due_jobs() -> QuerySet[Job]:
    # The broker stores the message of a retry until it is due. If the job still waits much later, the message was lost.
    lost = Q(due_at__lte=timezone.now() - durable_jobs.RESEND_AFTER)
    return Job.objects.filter(Q(due_at=None) | lost, state=State.WAITING)


def restart_failed_job(pk: int) -> bool:
    """Restart a permanently failed job, and return whether there was one.

    If no broker is configured, the job runs in a background thread.
    """
    job = durable_jobs.requeue_failed_job(pk)
    if job is not None:
        run_in_background(
            durable_jobs.run_job_in_process if current_app.conf.task_always_eager else _send_job,
            job,
            lane=QUEUE,
        )
    return job is not None


def record_job_clock_tick(now: datetime) -> None:
    """Record that the job clock and a worker are running."""
    cache.set(LAST_TICK, now, DAY)


def is_job_waiting(task: Task[..., Any], *args: Any) -> bool:
    """Return whether a job with this task and these arguments is still waiting for the broker."""
    return Job.objects.filter(task=task.name, args=list(args), state=State.WAITING, due_at=None).exists()


def _publish(
    task: str, args: list[Any], *, message_id: str | None = None, countdown: int | None = None
) -> bool:
    """Send a message to the broker, for delivery after `countdown` seconds; return whether the broker accepted it."""
    try:
        with current_app.connection_for_write(transport_options=PATIENCE) as broker:
            current_app.send_task(
                task, args=args, connection=broker, task_id=message_id, countdown=countdown, retry=False
            )
    except OperationalError:
        return False
    return True
