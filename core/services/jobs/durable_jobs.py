"""Jobs that have a row until they have ended: one whose worker is killed is found, done again, and ends once.

A try is begun by its number, so a message that the broker brings twice begins it once. Whoever does a job gives signs
of life; one that is silent was killed. What fails is tried again some times; then its row stays as failed until an
administrator starts it again or removes it.
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
"""Seconds between signs of life."""

SILENT = timedelta(minutes=1)
"""Without a sign of life for so long, a worker was killed."""

UNTAKEN = timedelta(minutes=10)
"""Sent and begun by nobody for so long, a job is sent once more: the broker was emptied, or a worker was killed that
had it in hand. Where it only stands in a long queue, the second message does nothing.
"""

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 20))
"""Before the second try, the third, and each one after."""

READABLE_FOR = timedelta(days=30)
"""How long a failed job is shown."""

MESSAGE = re.compile(r"job:(\d{1,18}):(\d{1,5})")


class NotDoneError(Exception):
    """A job could not do its work, and has said so where people look; it is tried again."""


class NotYetError(Exception):
    """A job wants its next try so many `seconds` from now; it has not failed."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Kind:
    """What administrators read of a kind of job. `retried`: also after an error, not only after a kill; `restartable`:
    it can be started again once it has failed for good; `archived`: its row stays then.
    """

    title: Promise
    tries: int
    retried: bool
    restartable: bool
    archived: bool


KINDS: dict[str, Kind] = {}
"""By the names of their tasks."""

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
    """A task whose jobs have a row until they end. It may be done twice: a worker can be killed at its last step."""

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
    """Begin a try of a job; None where somebody has, or it is gone."""
    free = Job.objects.filter(pk=pk, tries=tries, state__in=[State.WAITING, State.SENT])
    if not free.update(state=State.RUNNING, tries=tries + 1, seen_at=now or timezone.now()):
        return None
    return Job.objects.filter(pk=pk, tries=tries + 1).first()


def do(row: Job, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Do a job that has begun; what it raises is noted with it, and raised."""
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
    """A job is done; an earlier one of the same that has failed needs nobody any more."""
    if _own(row).delete()[0]:
        Job.objects.filter(task=row.task, args=row.args, state=State.FAILED).delete()


def fail(row: Job, reason: Job.Reason, *, problem: str = "", now: datetime | None = None) -> None:
    """A try has failed: the next one in a while, at once after a kill; failed for good where there is none."""
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
    """Jobs whose worker was killed, and those that the broker has lost, wait again; failed ones go after a month."""
    now = now or timezone.now()
    for row in Job.objects.filter(state=State.RUNNING, seen_at__lt=now - SILENT):
        fail(row, Job.Reason.KILLED, now=now)
    Job.objects.filter(state=State.SENT, sent_at__lt=now - UNTAKEN).update(state=State.WAITING)
    Job.objects.filter(state=State.FAILED, ended_at__lt=now - READABLE_FOR).delete()


def restart(pk: int) -> Job | None:
    """Let a failed job wait again, with as many tries as at first; None where it has not failed or cannot."""
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
    """Forget a failed job; whether there was one."""
    return bool(Job.objects.filter(pk=pk, state=State.FAILED).delete()[0])


def is_repeated() -> bool:
    """Whether the job that runs here has been begun before."""
    row = _current.get()
    return row is not None and row.tries > 1


def tries() -> int:
    """The number of the try that runs here; 1 without a row."""
    row = _current.get()
    return row.tries if row else 1


def key() -> int | None:
    """The key of the job that runs here; None where it has no row."""
    row = _current.get()
    return row.pk if row else None


def ordered_at() -> datetime | None:
    """When the job that runs here was ordered; None where it has no row."""
    row = _current.get()
    return row.at if row else None


def reached() -> int:
    """The key of the last piece of the job that runs here which an earlier try has done; 0 before the first."""
    row = _current.get()
    return row.reached if row else 0


def reach(key: int) -> None:
    """A piece of the job that runs here is done, and is done by no later try."""
    row = _current.get()
    if row is not None:
        row.reached = key
        _own(row).update(reached=key)


def _own(row: Job) -> QuerySet[Job]:
    """The row, unless somebody has begun it again since."""
    return Job.objects.filter(pk=row.pk, tries=row.tries, state=State.RUNNING)
