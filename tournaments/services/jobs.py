"""Jobs go to the queue here. Where its broker does not answer they wait in the database, and nobody waits for them."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime
from threading import Timer
from typing import Any

from celery import Task, current_app
from django.core.cache import cache
from django.db import connection, connections, transaction
from kombu.exceptions import OperationalError

from tournaments.models import WaitingJob
from tournaments.services import locks

PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 1, "max_retries": 1, "interval_start": 0}
"""Seconds the broker has for a connection and for each answer; asked once."""

LOG = logging.getLogger(__name__)

LANES = {"": 1, "notices": 4, "webhooks": 2, "prints": 1}
"""Threads beside the requests, by what they are for: what hangs in one lane keeps no other waiting."""

_helpers: dict[str, Executor] = {}
"""The threads of a server that has some."""

LAST_TICK = "clock-of-jobs"
"""The cache's name for when the clock of jobs has ticked last."""

AT_A_TIME = 100
"""Waiting jobs sent in one transaction."""

DAY = 24 * 60 * 60


def send(task: Task[..., Any], *args: Any) -> bool:
    """Have a job done, or let it wait until the broker answers; whether the broker took it. Without a broker it is
    done here and now.
    """
    if not publish(task, *args):
        WaitingJob.objects.create(task=task.name, args=list(args))
        return False
    if not current_app.conf.task_always_eager:
        send_waiting()
    return True


def publish(task: Task[..., Any], *args: Any, countdown: int | None = None) -> bool:
    """Have a job done if the broker takes it now; whether it did. Without a broker it is done here and now."""
    if current_app.conf.task_always_eager:
        task.apply_async(args)
        return True
    return _published(task.name, list(args), countdown)


def send_waiting() -> int:
    """Send the jobs that wait, oldest first, for as long as the broker takes them; how many. Two senders at once share
    them out.
    """
    if not WaitingJob.objects.exists():
        return 0
    sent = []
    with transaction.atomic():
        for job in locks.waiting_jobs(AT_A_TIME):
            if not _published(job.task, job.args, None):
                break
            sent.append(job.pk)
        WaitingJob.objects.filter(pk__in=sent).delete()
    return len(sent)


def tick(now: datetime) -> None:
    """Note that the clock of jobs runs, and a worker beside it."""
    cache.set(LAST_TICK, now, DAY)


def waits(task: Task[..., Any], *args: Any) -> bool:
    """Whether this very job waits for the broker."""
    return WaitingJob.objects.filter(task=task.name, args=list(args)).exists()


def _published(name: str, args: list[Any], countdown: int | None) -> bool:
    try:
        with current_app.connection_for_write(transport_options=PATIENCE) as broker:
            current_app.send_task(name, args=args, countdown=countdown, connection=broker, retry=False)
    except OperationalError:
        return False
    return True


def after_commit(work: Callable[..., object], *args: object, **named: object) -> None:
    """Do something once the transaction is committed, at once where there is none. What it raises goes to the log: the
    step has been taken, and whatever else waits for the commit is done all the same.
    """
    transaction.on_commit(_Committed(work, args, named))


def once_after_commit(work: Callable[..., object], *args: object) -> None:
    """As `after_commit`, but once for all who ask for the same in one transaction."""
    inside = set(connection.savepoint_ids)
    waiting: list[Any] = connection.run_on_commit
    for savepoints, one, _robust in waiting:
        if isinstance(one, _Committed) and one.key == (work, args) and savepoints <= inside:
            return
    transaction.on_commit(_Committed(work, args, {}))


class _Committed:
    """What is done once a transaction is committed. `key`: what it is, until it has been done."""

    def __init__(
        self, work: Callable[..., object], args: tuple[object, ...], named: dict[str, object]
    ) -> None:
        self.key: object = (work, args)
        self._work, self._args, self._named = work, args, named

    def __call__(self) -> None:
        self.key = None
        try:
            self._work(*self._args, **self._named)
        except Exception:
            LOG.exception("%s failed after a commit", getattr(self._work, "__name__", self._work))


def have_helper() -> None:
    """What goes `beside` is from now on done in threads of this process, in each lane in the order it came."""
    for lane, threads in LANES.items():
        _helpers.setdefault(lane, ThreadPoolExecutor(threads, f"helper-{lane}"))


def beside(work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Do what may take long or hang, such as writing to a stick, where nobody waits for it; without a helper now."""
    if lane in _helpers:
        _helpers[lane].submit(_done, work, *args)
    else:
        work(*args)


def later(seconds: float, work: Callable[..., object], *args: object, lane: str = "") -> None:
    """Do something `beside` in a while, if this process is there then; without a helper not at all."""
    if lane in _helpers:
        timer = Timer(seconds, beside, (work, *args), {"lane": lane})
        timer.daemon = True
        timer.start()


def _done(work: Callable[..., object], *args: object) -> None:
    """Nobody asks a thread what it raised: the log has it."""
    try:
        work(*args)
    except Exception:
        LOG.exception("%s failed", work.__name__)
    finally:
        connections.close_all()
