"""Tasks that store a row for each job until it ends.

Administrators see the rows, and a failing broker cannot lose the jobs. Celery redelivers jobs of lost
workers, retries failed jobs and limits their run time. A message contains the key of its job and the number
of tries that had started when it was sent, so a second copy of a message starts nothing.
"""

import logging
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from celery import Task, current_app, current_task, shared_task
from celery.app.task import Context
from celery.contrib.django.task import DjangoTask
from celery.exceptions import Ignore, Retry, SoftTimeLimitExceeded, TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure, task_retry
from django.conf import settings
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from core.models import Job

P = ParamSpec("P")
R = TypeVar("R")

State = Job.State

LOG = logging.getLogger(__name__)

TRIES = 4
"""The default number of tries of a job."""

RESEND_AFTER = timedelta(minutes=10)
"""Time after which a job that no worker has started is sent again, because the broker may have been emptied.

If the job is only waiting in a long queue, its second message starts nothing.
"""

MAX_RUN_TIME = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
"""The longest time that a started job can be running."""

LOST = timedelta(seconds=settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"])
"""Time after which the broker has redelivered the job of a lost worker, if it still has its message."""

READABLE_FOR = timedelta(days=30)
"""The time for which a failed job is shown."""

MESSAGE = re.compile(r"job:(\d{1,18}):(\d{1,5})")


class NotDoneError(Exception):
    """Raised by a job that has failed and reported it to its users. The job is retried."""


if TYPE_CHECKING:
    AnyTask = DjangoTask[..., Any]
else:
    AnyTask = DjangoTask


class DurableTask(AnyTask):
    """A task that stores a row for each of its jobs.

    `title` is the displayed name of its jobs. If `restartable`, permanently failed jobs can be restarted; if
    `archived`, their rows stay.
    """

    abstract = True
    title: Promise
    restartable = True
    archived = True
    autoretry_for = (Exception,)
    dont_autoretry_for = (SoftTimeLimitExceeded,)
    retry_backoff = 60
    retry_backoff_max = 600
    retry_jitter = False  # jobs are few, and each pause gives a mail server or a disk time to come back
    retry_on_worker_lost = True
    default_retry_delay = 5  # seconds, after a lost process

    def before_start(self, task_id: str, args: object, kwargs: object) -> None:
        """Start a try of the job. Raises Ignore if another message has started it or the job has ended."""
        message = MESSAGE.fullmatch(task_id)
        if message is None:
            return
        started_tries, now = int(message[2]) + self.request.retries, timezone.now()
        startable = Q(state__in=[State.WAITING, State.SENT], tries=started_tries) | Q(
            state=State.RUNNING, tries=started_tries + 1, seen_at__lt=now - MAX_RUN_TIME
        )
        job = Job.objects.filter(startable, pk=int(message[1])).first()
        started = {"state": State.RUNNING, "tries": started_tries + 1, "due_at": None, "seen_at": now}
        if job is None or not Job.objects.filter(startable, pk=job.pk).update(**started):
            raise Ignore
        self.request.update({"job": job, "repeated": started_tries > 0 or job.state == State.RUNNING})
        job.tries = started_tries + 1

    def on_success(self, retval: object, task_id: str, args: object, kwargs: object) -> None:
        """Delete the row of the job, and the rows of failed jobs with the same task and arguments."""
        job = _running_job(self, task_id)
        if job is not None and _current_try(job).delete()[0]:
            Job.objects.filter(task=job.task, args=job.args, state=State.FAILED).delete()

    def retry(self, *args: Any, **options: Any) -> Retry:
        """Retry like Celery, but raise `exc` if no broker is configured.

        In that case, Celery would retry immediately, within the request.
        """
        if self.request.is_eager and options.get("exc") is not None:
            raise options["exc"]
        return super().retry(*args, **options)


def durable_task(
    title: Promise, *, tries: int = TRIES, **options: Any
) -> Callable[[Callable[P, R]], "Task[P, R]"]:
    """Declare a task that stores a row for each job. `options` are options of Celery and DurableTask.

    A job may run twice, since its worker can be killed at the last step.
    """
    decorate: Any = shared_task
    return cast(
        "Callable[[Callable[P, R]], Task[P, R]]",
        decorate(base=DurableTask, title=title, max_retries=tries - 1, **options),
    )


def find_durable_task(name: str) -> DurableTask | None:
    """Return the durable task of this name. Return None if there is none."""
    task = current_app.tasks.get(name)
    return task if isinstance(task, DurableTask) else None


@task_retry.connect
def _note_retry(
    sender: Task[..., Any], request: Context, reason: Retry | None = None, **_signal: Any
) -> None:
    """Store the time of the next try of a failed job and the reason for its failure."""
    job = _running_job(sender, request.id)
    if job is None or reason is None:
        return
    # Retries of this project always give seconds, never a date.
    due = timezone.now() + timedelta(seconds=cast("float", reason.when))
    _current_try(job).update(state=State.WAITING, due_at=due, **_failure_fields(reason.exc))


@task_failure.connect
def _note_failure(sender: Task[..., Any], task_id: str, exception: Exception, **_signal: Any) -> None:
    """Store that a job has failed permanently.

    Celery calls this in the process of the job, or in its parent if that process was killed.
    """
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    job = _running_job(sender, task_id)
    if job is not None:
        _end_failed(job, now=timezone.now(), **_failure_fields(exception))


def _running_job(task: Task[..., Any], task_id: str | None) -> Job | None:
    """Return the running job with this Celery task id, or None if there is none."""
    message = MESSAGE.fullmatch(task_id or "")
    if message is None or not isinstance(task, DurableTask):
        return None
    job: Job | None = task.request.get("job")
    return job or Job.objects.filter(pk=int(message[1]), state=State.RUNNING).first()


def _failure_fields(exception: Exception | None) -> dict[str, str]:
    """Return the columns `reason` and `problem` of a job that failed with this exception, {} for None."""
    if exception is None:
        return {}
    if isinstance(exception, WorkerLostError):
        return {"reason": Job.Reason.KILLED, "problem": ""}
    if isinstance(exception, SoftTimeLimitExceeded | TimeLimitExceeded):
        return {"reason": Job.Reason.TIME, "problem": ""}
    # Celery wraps exceptions that cannot be pickled.
    problem = getattr(exception, "exc_cls_name", type(exception).__name__)
    return {"reason": Job.Reason.ERROR, "problem": problem[:80]}


def _end_failed(job: Job, *, now: datetime, reason: str, problem: str) -> None:
    """Mark a job as permanently failed, or delete it if its task is not archived, and log the failure."""
    task = find_durable_task(job.task)
    if task is None or task.archived:
        _current_try(job).update(state=State.FAILED, ended_at=now, reason=reason, problem=problem)
    else:
        _current_try(job).delete()
    LOG.error("Job %s (%s) has failed for good: %s %s", job.pk, job.task, reason, problem)


def requeue_lost_jobs(*, now: datetime | None = None) -> None:
    """Requeue jobs that the broker or a worker has lost; a job without tries left fails permanently.

    Also delete jobs that failed more than READABLE_FOR ago.
    """
    now = now or timezone.now()
    lost = Job.objects.filter(state=State.RUNNING, seen_at__lt=now - LOST)
    lost.filter(tries__lt=F("last_try")).update(state=State.WAITING, reason=Job.Reason.KILLED, problem="")
    # The query runs here, so it finds only the jobs without tries left.
    for job in lost:
        _end_failed(job, now=now, reason=Job.Reason.KILLED, problem="")
    Job.objects.filter(state=State.SENT, sent_at__lt=now - RESEND_AFTER).update(state=State.WAITING)
    Job.objects.filter(state=State.FAILED, ended_at__lt=now - READABLE_FOR).delete()


def requeue_failed_job(pk: int) -> Job | None:
    """Queue a permanently failed job again with its full number of tries, and return it.

    Return None if it has not failed or cannot be restarted.
    """
    job = Job.objects.filter(pk=pk, state=State.FAILED).first()
    task = find_durable_task(job.task) if job else None
    if job is None or task is None or not task.restartable:
        return None
    last_try = F("tries") + max_tries(task)
    if not Job.objects.filter(pk=pk, state=State.FAILED).update(
        state=State.WAITING, last_try=last_try, due_at=None, ended_at=None
    ):
        return None
    job.refresh_from_db()
    return job


def run_job_in_process(job: Job) -> None:
    """Run a job in this process, as a worker would. A failure is stored in its row, not raised."""
    current_app.tasks[job.task].apply(job.args, task_id=job.message, throw=False)


def delete_failed_job(pk: int) -> bool:
    """Delete a failed job, and return whether there was one."""
    return bool(Job.objects.filter(pk=pk, state=State.FAILED).delete()[0])


def max_tries(task: Task[..., Any]) -> int:
    """Return the maximum number of tries for a job of this task."""
    return 1 + (task.max_retries or 0)


def current_job() -> Job | None:
    """Return the row of the current job. Return None outside a durable job."""
    return current_task.request.get("job") if current_task else None


def is_repeated_try() -> bool:
    """Return whether an earlier try of the current job has already started."""
    return bool(current_task and current_task.request.get("repeated"))


def last_finished_key() -> int:
    """Return the key of the last piece that earlier tries of the current job have finished, or 0 if there is none."""
    job = current_job()
    return job.reached if job else 0


def record_finished_key(key: int) -> None:
    """Record a finished piece of the current job, so that no later try repeats it."""
    job = current_job()
    if job is not None:
        job.reached = key
        _current_try(job).update(reached=key)


def _current_try(job: Job) -> QuerySet[Job]:
    """Select the row of a job, unless this try has ended or another one has started."""
    return Job.objects.filter(pk=job.pk, tries=job.tries, state=State.RUNNING)
