"""Share the rates at which all processes render pages for readers, so that each process can pace polls."""

import os
from threading import Lock
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

KEYS = [f"readers.{number}" for number in range(16)]
"""Cache keys, one for each process id. If two processes have the same key, the later write counts."""

EACH = 1.0
"""The minimum number of seconds between two reports by a process, and between two reads of other reports."""

EXPIRES_AFTER = 60
"""Seconds until a report expires."""

BUSY = 10
"""Seconds for which a process counts as busy after a report."""


class Report(NamedTuple):
    """A report: pages per second, and the time until which the process counts as busy, in seconds since 1970."""

    pages: float
    busy_until: float


class _TurnLimiter:
    """Lets one caller through, then blocks all others until EACH seconds have passed."""

    def __init__(self) -> None:
        self._lock, self._next = Lock(), 0.0

    def take(self) -> bool:
        """Return whether this caller may proceed."""
        with self._lock:
            now = monotonic()
            if now < self._next:
                return False
            self._next = now + EACH
            return True


_report_turns, _read_turns = _TurnLimiter(), _TurnLimiter()
_reports: list[Report] = []


def report_pace(pages: float, *, busy: bool) -> None:
    """Report the pace of this process after rendering a page for a reader or refusing one.

    `pages` is in pages per second. `busy` is true if many readers were refused recently. With Redis, a report
    within EACH seconds of the last one is skipped.
    """
    report = Report(pages, time() + BUSY if busy else 0.0)
    if not settings.REDIS_URL:
        _reports[:] = [report]
    elif _report_turns.take():
        cache.set(KEYS[os.getpid() % len(KEYS)], tuple(report), EXPIRES_AFTER)


def pages_a_second() -> float | None:
    """Return the pages per second of all processes, or without Redis those of this process.

    Return None before the first page.
    """
    return sum(report.pages for report in _latest_reports()) or None


def is_any_process_busy() -> bool:
    """Return whether any process refused many readers recently."""
    return any(report.busy_until > time() for report in _latest_reports())


def _latest_reports() -> list[Report]:
    """Return the reports of all processes, read at most every EACH seconds; without Redis only that of this process."""
    if settings.REDIS_URL and _read_turns.take():
        _reports[:] = [Report(*values) for values in cache.get_many(KEYS).values()]
    return _reports
