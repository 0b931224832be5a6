"""Jobs with a row until they end: one whose worker is killed is found, run again, and ends once.

A try is begun by its number, so a repeated message begins it once. A running job sends heartbeats; one without was
killed. A failed job is retried some times; then its row stays as failed until an administrator restarts or removes
it.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from threading import Event, Thread
from typing import Any, ParamSpec, TypeVar, cast

from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, connection, connections
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from kombu.exceptions import OperationalError

from core.models import Job

P = ParamSpec("P")
R = TypeVar("R")

State = Job.State

LOG = logging.getLogger(__name__)

TRIES = 3

BEAT = 10.0
"""Seconds between heartbeats."""

SILENT = timedelta(minutes=1)
"""Without a heartbeat for this long, a worker was killed."""

UNTAKEN = timedelta(minutes=10)
"""A job sent but not begun for this long is sent again: the broker was emptied, or the worker that had it was killed.
If it is only in a long queue, the second message does nothing.
"""

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 20))
"""Before the second try, the third, and each later one."""

READABLE_FOR = timedelta(days=30)
"""How long a failed job is shown."""

MESSAGE = re.compile(r"job:(\d{1,18}):(\d{1,5})")


class NotDoneError(Exception):
    """A job failed and has already reported it to its users; it is retried."""


class NotYetError(Exception):
    """A job asks for its next try in `seconds`; it has not failed."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job, as administrators see it. `retried`: also after an error, not only after a kill; `restartable`: it
    can be restarted once failed for good; `archived`: its row stays then.
    """

    title: Promise
    tries: int
    retried: bool
    restartable: bool
    archived: bool


KINDS: dict[str, Kind] = {}
"""By task name."""

_current: ContextVar[Job | None] = ContextVar("job", default=None)


def durable(
    title: Promise,
    *,
    tries: int = TRIES,
    retried: bool = True,
    restartable: bool = True,
    archived: bool = True,
    **limits: Any,
) -> Callable[[Callable[P, R]], "Task[P, R]"]:
    """Declare a task whose jobs have a row until they end. It may run twice: a worker can be killed at the last
    step.
    """

    def make(work: Callable[P, R]) -> "Task[P, R]":
        KINDS[f"{work.__module__}.{work.__name__}"] = Kind(title, tries, retried, restartable, archived)

        @wraps(work)
        def run(task: Task[..., Any], *args: P.args, **named: P.kwargs) -> R | None:
            found = MESSAGE.fullmatch(task.request.id or "")
            if found is None:
                return work(*args, **named)
            row = begin(int(found[1]), int(found[2]))
            if row is None:
                return None
            try:
                return do(row, work, *args, **named)
            except NotYetError as wait:
                with suppress(OperationalError):  # then `send_waiting_jobs` finds it
                    task.apply_async(row.args, task_id=row.message, countdown=wait.seconds, retry=False)
            return None

        decorate: Any = shared_task
        return cast("Task[P, R]", decorate(bind=True, **limits)(run))

    return make


def begin(pk: int, tries: int, *, now: datetime | None = None) -> Job | None:
    """Begin a try of a job; None if it was already begun, or is gone."""
    free = Job.objects.filter(pk=pk, tries=tries, state__in=[State.WAITING, State.SENT])
    if not free.update(state=State.RUNNING, tries=tries + 1, seen_at=now or timezone.now()):
        return None
    return Job.objects.filter(pk=pk, tries=tries + 1).first()


def do(row: Job, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Run a job that has begun; exceptions are recorded in its row and re-raised."""
    current = _current.set(row)
    try:
        with _signs_of_life(row):
            result = work(*args, **named)
    except NotYetError as wait:
        due = timezone.now() + timedelta(seconds=wait.seconds)
        _own(row).update(state=State.WAITING, due_at=due, last_try=max(row.last_try, row.tries + 1))
        raise
    except SoftTimeLimitExceeded:
        fail(row, Job.Reason.TIME)
        raise
    except Exception as problem:
        fail(row, Job.Reason.ERROR, problem=type(problem).__name__)
        raise
    finally:
        _current.reset(current)
    end(row)
    return result


@contextmanager
def _signs_of_life(row: Job) -> Iterator[None]:
    ended = Event()

    def beat() -> None:
        while not ended.wait(BEAT):
            try:
                _own(row).update(seen_at=timezone.now())
            except DatabaseError as problem:
                LOG.warning("No sign of life of job %s: %s", row.pk, problem)
            finally:
                connections.close_all()

    thread = Thread(target=beat, name="signs-of-life", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()


def end(row: Job) -> None:
    """Delete a finished job, and earlier failed ones with the same task and arguments."""
    if _own(row).delete()[0]:
        Job.objects.filter(task=row.task, args=row.args, state=State.FAILED).delete()


def fail(row: Job, reason: Job.Reason, *, problem: str = "", now: datetime | None = None) -> None:
    """Record a failed try: retry after a pause, at once after a kill; failed for good if no tries are left."""
    now = now or timezone.now()
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    facts = {"reason": reason, "problem": problem[:80]}
    kind = KINDS.get(row.task)
    again = reason == Job.Reason.KILLED or (reason == Job.Reason.ERROR and kind is not None and kind.retried)
    if again and row.tries < row.last_try:
        pause = timedelta() if reason == Job.Reason.KILLED else PAUSES[min(row.tries, len(PAUSES)) - 1]
        _own(row).update(state=State.WAITING, due_at=now + pause, **facts)
        return
    if kind is None or kind.archived:
        _own(row).update(state=State.FAILED, ended_at=now, **facts)
    else:
        _own(row).delete()
    LOG.error("Job %s (%s) has failed for good: %s %s", row.pk, row.task, reason, problem)


def find_lost(*, now: datetime | None = None) -> None:
    """Requeue jobs whose worker was killed or whose message the broker lost; delete failed ones after a month."""
    now = now or timezone.now()
    for row in Job.objects.filter(state=State.RUNNING, seen_at__lt=now - SILENT):
        fail(row, Job.Reason.KILLED, now=now)
    Job.objects.filter(state=State.SENT, sent_at__lt=now - UNTAKEN).update(state=State.WAITING)
    Job.objects.filter(state=State.FAILED, ended_at__lt=now - READABLE_FOR).delete()


def restart(pk: int) -> Job | None:
    """Queue a failed job again, with as many tries as at first; None if it has not failed or cannot be restarted."""
    row = Job.objects.filter(pk=pk, state=State.FAILED).first()
    kind = KINDS.get(row.task) if row else None
    if row is None or kind is None or not kind.restartable:
        return None
    anew = {"state": State.WAITING, "last_try": F("tries") + kind.tries, "due_at": None, "ended_at": None}
    if not Job.objects.filter(pk=pk, state=State.FAILED).update(**anew):
        return None
    row.refresh_from_db()
    return row


def remove(pk: int) -> bool:
    """Delete a failed job; returns whether there was one."""
    return bool(Job.objects.filter(pk=pk, state=State.FAILED).delete()[0])


def is_repeated() -> bool:
    """Whether the current job has been begun before."""
    row = _current.get()
    return row is not None and row.tries > 1


def tries() -> int:
    """The number of the current try; 1 without a row."""
    row = _current.get()
    return row.tries if row else 1


def key() -> int | None:
    """The key of the current job; None without a row."""
    row = _current.get()
    return row.pk if row else None


def ordered_at() -> datetime | None:
    """When the current job was ordered; None without a row."""
    row = _current.get()
    return row.at if row else None


def reached() -> int:
    """The key of the last piece that earlier tries of the current job have done; 0 for none."""
    row = _current.get()
    return row.reached if row else 0


def reach(key: int) -> None:
    """Record a finished piece of the current job, so that no later try repeats it."""
    row = _current.get()
    if row is not None:
        row.reached = key
        _own(row).update(reached=key)


def _own(row: Job) -> QuerySet[Job]:
    """The row, unless another try has begun since."""
    return Job.objects.filter(pk=row.pk, tries=row.tries, state=State.RUNNING)
