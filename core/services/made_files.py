"""Large files that a job makes for staff, such as a workbook or the personal links of a whole event.

The file and its state are in the cache only, for `SECONDS`, so no backup or snapshot contains them.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from celery import Task
from django.core.cache import cache
from django.utils import timezone

from core.services import jobs

SECONDS = 15 * 60
"""Seconds for which a file is cached."""

CLAIM_SECONDS = 60
"""Seconds for which a second request for the same file gets the job of the first one."""

SLOW_AFTER = timedelta(minutes=2)
"""Time without a file after which the worker counts as lost, and a new job may be ordered."""

JOB = re.compile(r"[\w-]{16}", re.ASCII)
"""Pattern of the names of jobs; other names were typed into the URL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOrder:
    """An order for a file.

    `task` takes the name of the job and `facts`, plain values without secrets that decide the content. `home` is
    the key of the home whose file it is. `version` describes the current data, and `is_current` returns whether a
    version is still current.
    """

    task: Task[..., Any]
    home: int
    facts: Mapping[str, object]
    version: Callable[[], str]
    is_current: Callable[[str], bool]

    @property
    def digest(self) -> str:
        """SHA-256 of the order: the same for everyone who orders the same file."""
        return hashlib.sha256(json.dumps([self.task.name, self.home, self.facts]).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileJob:
    """The cached state of a job. `content` is b"" until the file is made; `version` is that of the order."""

    digest: str
    version: str
    ordered_at: datetime
    content: bytes = b""
    has_failed: bool = False

    @property
    def is_unfinished(self) -> bool:
        return not self.content and not self.has_failed

    @property
    def is_slow(self) -> bool:
        """Whether the worker seems to be lost."""
        return self.is_unfinished and timezone.now() - self.ordered_at > SLOW_AFTER

    def is_usable(self, order: FileOrder) -> bool:
        """Return whether a further order gets this job: it is at work, or its file shows the current data."""
        if self.is_unfinished:
            return not self.is_slow
        return not self.has_failed and order.is_current(self.version)


def order_file(order: FileOrder) -> str | None:
    """Return the name of the job that makes this file, or None if the queue does not respond.

    An unfinished job and the file of current data are used again, so that a second click orders nothing.
    """
    newest_key = f"file:newest:{order.digest}"
    newest: str = cache.get(newest_key, "")
    file_job = find_file_job(order, newest)
    if file_job is not None and file_job.is_usable(order):
        return newest
    job, claim_key = secrets.token_urlsafe(12), f"{newest_key}:{newest}"
    # The version is read first, so that a change while the file is made counts as later.
    file_job = FileJob(digest=order.digest, version=order.version(), ordered_at=timezone.now())
    cache.set(_cache_key(job), file_job, SECONDS)
    if not cache.add(claim_key, job, CLAIM_SECONDS):
        cache.delete(_cache_key(job))
        return str(cache.get(claim_key, job))
    cache.set(newest_key, job, SECONDS)
    if not jobs.send_job_now(order.task, job, order.facts, about=order.home):
        cache.delete(_cache_key(job))
        return None
    return job


def find_file_job(order: FileOrder, job: str) -> FileJob | None:
    """Return the state of a job that was ordered for this file, or None if there is none."""
    file_job: FileJob | None = cache.get(_cache_key(job)) if JOB.fullmatch(job) else None
    return file_job if file_job is not None and file_job.digest == order.digest else None


def make_ordered_file(job: str, make: Callable[[], bytes]) -> None:
    """Make the file of a job and cache it, or cache the failure. A job whose state has expired does nothing."""
    file_job: FileJob | None = cache.get(_cache_key(job))
    if file_job is None:
        return
    result = replace(file_job, has_failed=True)
    try:
        result = replace(file_job, content=make(), has_failed=False)
    finally:
        cache.set(_cache_key(job), result, SECONDS)


def _cache_key(job: str) -> str:
    return f"file:{job}"
