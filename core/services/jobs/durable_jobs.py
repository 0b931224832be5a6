"""Tasks whose jobs have a row until they end: what administrators see of them, and what a lost broker cannot lose.

Celery delivers again after a lost worker, retries and limits. Its message names the job and how many of its tries had
begun when it was sent, so a copy of a message begins nothing.
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

UNTAKEN = timedelta(minutes=10)
"""A job that no worker has begun for this long is sent again: the broker was emptied. If it is only in a long queue,
the second message begins nothing.
"""

LONGEST = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
"""What was begun longer ago does not run any more."""

LOST = timedelta(seconds=settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"])
"""By then the broker has delivered a job again whose worker is gone, if it still has it."""

READABLE_FOR = timedelta(days=30)
"""How long a failed job is shown."""

MESSAGE = re.compile(r"job:(\d{1,18}):(\d{1,5})")


class NotDoneError(Exception):
    """A job failed and has already reported it to its users; it is retried."""


if TYPE_CHECKING:
    AnyTask = DjangoTask[..., Any]
else:
    AnyTask = DjangoTask


class DurableTask(AnyTask):
    """A task whose jobs have a row. `title`: of its jobs; `restartable`: they can be restarted once failed for good;
    `archived`: their rows stay then.
    """

    abstract = True
    title: Promise
    restartable = True
    archived = True
    autoretry_for = (Exception,)
    dont_autoretry_for = (SoftTimeLimitExceeded,)
    retry_backoff = 60
    retry_backoff_max = 600
    retry_jitter = False  # a hall has few jobs, and each pause lets a mail server or a disk come back
    retry_on_worker_lost = True
    default_retry_delay = 5  # after a lost process

    def before_start(self, task_id: str, args: object, kwargs: object) -> None:
        """Begin the try of a message; Ignore if another message has begun it, or the job has ended."""
        message = MESSAGE.fullmatch(task_id)
        if message is None:
            return
        number, now = int(message[2]) + self.request.retries, timezone.now()
        free = Q(state__in=[State.WAITING, State.SENT], tries=number) | Q(
            state=State.RUNNING, tries=number + 1, seen_at__lt=now - LONGEST
        )
        row = Job.objects.filter(free, pk=int(message[1])).first()
        begun = {"state": State.RUNNING, "tries": number + 1, "due_at": None, "seen_at": now}
        if row is None or not Job.objects.filter(free, pk=row.pk).update(**begun):
            raise Ignore
        self.request.update({"job": row, "repeated": number > 0 or row.state == State.RUNNING})
        row.tries = number + 1

    def on_success(self, retval: object, task_id: str, args: object, kwargs: object) -> None:
        """Delete the row, and those of earlier failed jobs with the same task and arguments."""
        row = _running(self, task_id)
        if row is not None and _own(row).delete()[0]:
            Job.objects.filter(task=row.task, args=row.args, state=State.FAILED).delete()

    def retry(self, *args: Any, **options: Any) -> Retry:
        """Like Celery's; but without a broker `exc` is raised, as Celery would retry at once, in the request."""
        if self.request.is_eager and options.get("exc") is not None:
            raise options["exc"]
        return super().retry(*args, **options)


def durable(
    title: Promise, *, tries: int = TRIES, **options: Any
) -> Callable[[Callable[P, R]], "Task[P, R]"]:
    """Declare a task whose jobs have a row; `options` are Celery's and those of DurableTask. A job may run twice: its
    worker can be killed at the last step.
    """
    decorate: Any = shared_task
    return cast(
        "Callable[[Callable[P, R]], Task[P, R]]",
        decorate(base=DurableTask, title=title, max_retries=tries - 1, **options),
    )


def find_task(name: str) -> DurableTask | None:
    """The durable task of this name; None if there is none."""
    task = current_app.tasks.get(name)
    return task if isinstance(task, DurableTask) else None


@task_retry.connect
def _note_retry(
    sender: Task[..., Any], request: Context, reason: Retry | None = None, **_signal: Any
) -> None:
    row = _running(sender, request.id)
    if row is None or reason is None:
        return
    due = timezone.now() + timedelta(seconds=cast("float", reason.when))  # all retries here count down
    _own(row).update(state=State.WAITING, due_at=due, **_reason(reason.exc))


@task_failure.connect
def _note_failure(sender: Task[..., Any], task_id: str, exception: Exception, **_signal: Any) -> None:
    """From the process of the job; from its parent where that process was killed."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    row = _running(sender, task_id)
    if row is not None:
        _fail(row, now=timezone.now(), **_reason(exception))


def _running(task: Task[..., Any], task_id: str | None) -> Job | None:
    """The running job of a message."""
    message = MESSAGE.fullmatch(task_id or "")
    if message is None or not isinstance(task, DurableTask):
        return None
    row: Job | None = task.request.get("job")
    return row or Job.objects.filter(pk=int(message[1]), state=State.RUNNING).first()


def _reason(exception: Exception | None) -> dict[str, str]:
    if exception is None:
        return {}
    if isinstance(exception, WorkerLostError):
        return {"reason": Job.Reason.KILLED, "problem": ""}
    if isinstance(exception, SoftTimeLimitExceeded | TimeLimitExceeded):
        return {"reason": Job.Reason.TIME, "problem": ""}
    # Celery wraps what cannot be pickled.
    problem = getattr(exception, "exc_cls_name", type(exception).__name__)
    return {"reason": Job.Reason.ERROR, "problem": problem[:80]}


def _fail(row: Job, *, now: datetime, reason: str, problem: str) -> None:
    task = find_task(row.task)
    if task is None or task.archived:
        _own(row).update(state=State.FAILED, ended_at=now, reason=reason, problem=problem)
    else:
        _own(row).delete()
    LOG.error("Job %s (%s) has failed for good: %s %s", row.pk, row.task, reason, problem)


def find_lost(*, now: datetime | None = None) -> None:
    """Requeue jobs that the broker has lost with their worker or before one began them; delete failed ones after a
    month.
    """
    now = now or timezone.now()
    lost = Job.objects.filter(state=State.RUNNING, seen_at__lt=now - LOST)
    lost.filter(tries__lt=F("last_try")).update(state=State.WAITING, reason=Job.Reason.KILLED, problem="")
    for row in lost:
        _fail(row, now=now, reason=Job.Reason.KILLED, problem="")
    Job.objects.filter(state=State.SENT, sent_at__lt=now - UNTAKEN).update(state=State.WAITING)
    Job.objects.filter(state=State.FAILED, ended_at__lt=now - READABLE_FOR).delete()


def restart(pk: int) -> Job | None:
    """Queue a failed job again, with as many tries as at first; None if it has not failed or cannot be restarted."""
    row = Job.objects.filter(pk=pk, state=State.FAILED).first()
    task = find_task(row.task) if row else None
    if row is None or task is None or not task.restartable:
        return None
    last = F("tries") + tries_of(task)
    if not Job.objects.filter(pk=pk, state=State.FAILED).update(
        state=State.WAITING, last_try=last, due_at=None, ended_at=None
    ):
        return None
    row.refresh_from_db()
    return row


def remove(pk: int) -> bool:
    """Delete a failed job; returns whether there was one."""
    return bool(Job.objects.filter(pk=pk, state=State.FAILED).delete()[0])


def tries_of(task: Task[..., Any]) -> int:
    """How many tries a job of this task has."""
    return 1 + (task.max_retries or 0)


def current() -> Job | None:
    """The row of the current job; None without one."""
    return current_task.request.get("job") if current_task else None


def is_repeated() -> bool:
    """Whether the current job has been begun before."""
    return bool(current_task and current_task.request.get("repeated"))


def reached() -> int:
    """The key of the last piece that earlier tries of the current job have done; 0 for none."""
    row = current()
    return row.reached if row else 0


def reach(key: int) -> None:
    """Record a finished piece of the current job, so that no later try repeats it."""
    row = current()
    if row is not None:
        row.reached = key
        _own(row).update(reached=key)


def _own(row: Job) -> QuerySet[Job]:
    """The row, unless another try has begun since."""
    return Job.objects.filter(pk=row.pk, tries=row.tries, state=State.RUNNING)
