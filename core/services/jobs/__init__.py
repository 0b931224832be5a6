"""Sending jobs to the queue. If its broker does not answer they wait in the database, and no request waits for them.

A job of `durable_jobs` has its row until it has ended.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime
from functools import partial
from itertools import takewhile
from threading import Timer
from typing import Any

from celery import Task, current_app
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.engine.facts import Facts
from core.models import Job
from core.services import locks
from core.services.jobs import durable_jobs

PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 1, "max_retries": 1, "interval_start": 0}
"""Seconds the broker has for a connection and for each answer, without retries."""

LOG = logging.getLogger(__name__)

State = Job.State

QUEUE = "queue"
"""The lane for messages to the broker."""

LANES = {"": 1, "notices": 4, "webhooks": 2, "prints": 1, QUEUE: 1}
"""Threads beside the requests, by purpose: a job that hangs in one lane does not block the others."""

_helpers: dict[str, Executor] = {}
"""The thread pools of a server that has them."""

LAST_TICK = "clock-of-jobs"
"""The cache key of the last tick of the job clock."""

AT_A_TIME = 100
"""Waiting jobs sent in one transaction."""

DAY = 24 * 60 * 60


def send(task: Task[..., Any], *args: Any, about: int | None = None) -> bool:
    """Queue a job, or store it until the broker answers; returns whether the broker accepted it. Without a broker it
    runs now. `about`: the key of the home it is for.
    """
    if current_app.conf.task_always_eager:
        task.apply_async(args)
        return True
    if not _sent(_ordered(task, args, about)):
        return False
    send_waiting()
    return True


def send_beside(task: Task[..., Any], *args: Any, about: int | None = None) -> None:
    """Like `send`, but without waiting for the broker: on return the job is in the database, and its message follows
    the commit. Rolled back, it never runs.
    """
    if current_app.conf.task_always_eager:
        transaction.on_commit(partial(task.apply_async, args))
    else:
        transaction.on_commit(partial(beside, _sent, _ordered(task, args, about), lane=QUEUE))


def publish(task: Task[..., Any], *args: Any, about: int | None = None, countdown: int | None = None) -> bool:
    """Queue a job only if the broker accepts it now; returns whether it did. Without a broker it runs now."""
    if current_app.conf.task_always_eager:
        task.apply_async(args)
        return True
    if durable_jobs.find_task(task.name) is None:
        return _published(task.name, list(args), countdown=countdown)
    row = _ordered(task, args, about)
    untaken = Job.objects.filter(pk=row.pk, state=State.WAITING)
    return _sent(row) or not untaken.delete()[0]


def order_all(
    task: Task[..., Any], all_args: Iterable[Sequence[Any]], *, about: int | None = None
) -> list[Job]:
    """Store durable jobs in a transaction; `send_all` sends them after the commit."""
    last = durable_jobs.tries_of(task)
    rows = [Job(task=task.name, args=list(args), about=about, last_try=last) for args in all_args]
    return Job.objects.bulk_create(rows)


def send_all(rows: Iterable[Job]) -> int:
    """Send jobs of `order_all` until the broker refuses one; returns how many. The others wait. If the process is
    killed in between, they are sent again: a repeated message does nothing.
    """
    sent = list(takewhile(lambda row: _published(row.task, row.args, name=row.message), rows))
    waiting = Job.objects.filter(pk__in=[row.pk for row in sent], tries=0, state=State.WAITING)
    waiting.update(state=State.SENT, sent_at=timezone.now())
    return len(sent)


def _ordered(task: Task[..., Any], args: tuple[Any, ...], about: int | None) -> Job:
    last = durable_jobs.tries_of(task)
    return Job.objects.create(task=task.name, args=list(args), about=about, last_try=last)


def _sent(row: Job) -> bool:
    """Send a waiting job; returns whether the broker accepted it. If so, a row that is not durable is deleted."""
    durable = durable_jobs.find_task(row.task) is not None
    if not _published(row.task, row.args, name=row.message if durable else None):
        return False
    waiting = Job.objects.filter(pk=row.pk, tries=row.tries, state=State.WAITING)
    if durable:
        waiting.update(state=State.SENT, sent_at=timezone.now())
    else:
        waiting.delete()
    return True


def send_waiting() -> int:
    """Send waiting jobs, oldest first, until the broker refuses; returns how many. Concurrent senders share them."""
    if not _due().exists():
        return 0
    sent = 0
    with transaction.atomic():
        for job in locks.waiting_jobs(_due()[:AT_A_TIME]):
            if not _sent(job):
                break
            sent += 1
    return sent


def _due() -> QuerySet[Job]:
    # The broker has the message of a retry until it is due; later than that it has lost it.
    lost = Q(due_at__lte=timezone.now() - durable_jobs.UNTAKEN)
    return Job.objects.filter(Q(due_at=None) | lost, state=State.WAITING)


def restart(pk: int) -> bool:
    """Restart a job that has failed for good; returns whether there was one. Without a broker a thread runs it."""
    row = durable_jobs.restart(pk)
    if row is not None:
        beside(_do_here if current_app.conf.task_always_eager else _sent, row, lane=QUEUE)
    return row is not None


def _do_here(row: Job) -> None:
    current_app.tasks[row.task].apply(row.args, task_id=row.message, throw=False)


def tick(now: datetime) -> None:
    """Record that the job clock and a worker are running."""
    cache.set(LAST_TICK, now, DAY)


def waits(task: Task[..., Any], *args: Any) -> bool:
    """Whether this exact job waits for the broker."""
    return Job.objects.filter(task=task.name, args=list(args), state=State.WAITING, due_at=None).exists()


def _published(task: str, args: list[Any], *, name: str | None = None, countdown: int | None = None) -> bool:
    try:
        with current_app.connection_for_write(transport_options=PATIENCE) as broker:
            current_app.send_task(
                task, args=args, connection=broker, task_id=name, countdown=countdown, retry=False
            )
    except OperationalError:
        return False
    return True


def after_commit(work: Callable[..., object], *args: object, **named: object) -> None:
    """Call `work` once the transaction is committed, or at once outside one. Exceptions are logged: the step is done,
    and other callbacks must still run.
    """
    transaction.on_commit(_Committed(work, args, named))


def once_after_commit(work: Callable[..., object], *args: object) -> None:
    """Like `after_commit`, but only once per transaction for the same call."""
    inside = set(connection.savepoint_ids)
    waiting: list[Any] = connection.run_on_commit
    for savepoints, one, _robust in waiting:
        if isinstance(one, _Committed) and one.key == (work, args) and savepoints <= inside:
            return
    transaction.on_commit(_Committed(work, args, {}))


class _Committed:
    """A callback after a commit. `key` identifies it until it has run."""

    def __init__(self, work: Callable[..., object], args: tuple[object, ...], named: Facts) -> None:
        self.key: object = (work, args)
        self._work, self._args, self._named = work, args, named

    def __call__(self) -> None:
        self.key = None
        try:
            self._work(*self._args, **self._named)
        except Exception:
            LOG.exception("%s failed after a commit", getattr(self._work, "__name__", self._work))


def have_helper() -> None:
    """From now on run what goes `beside` in threads of this process, per lane in order of arrival."""
    for lane, threads in LANES.items():
        _helpers.setdefault(lane, ThreadPoolExecutor(threads, f"helper-{lane}"))


def beside(work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Run slow work, such as writing to a stick, without blocking a request; at once if there are no threads."""
    if lane in _helpers:
        _helpers[lane].submit(_done, work, *args)
    else:
        work(*args)


def later(seconds: float, work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Run something `beside` after a delay, if this process still exists; not at all without threads."""
    if lane in _helpers:
        timer = Timer(seconds, beside, (work, *args), {"lane": lane})
        timer.daemon = True
        timer.start()


def _done(work: Callable[..., object], *args: object) -> None:
    # Nothing reads the result of the future, so exceptions are logged here.
    try:
        work(*args)
    except Exception:
        LOG.exception("%s failed", work.__name__)
    finally:
        connections.close_all()
