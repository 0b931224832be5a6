"""Pages per second of all processes for readers, shared so that the process polled for news knows."""

import os
from threading import Lock
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

KEYS = [f"readers.{number}" for number in range(16)]
"""One key per process, by process number; of two processes with the same key the latest write counts."""

EACH = 1.0
"""Minimum seconds between two reports of a process, and between two reads of the others."""

KEPT = 60
"""Seconds until a report expires."""

BUSY = 10
"""Seconds a process counts as busy after reporting it."""


class Word(NamedTuple):
    """A report: pages per second, and until when the process is busy, in seconds since 1970."""

    pages: float
    busy_until: float


class _Turns:
    """True for one caller, then false until EACH is over."""

    def __init__(self) -> None:
        self._lock, self._next = Lock(), 0.0

    def take(self) -> bool:
        with self._lock:
            now = monotonic()
            if now < self._next:
                return False
            self._next = now + EACH
            return True


_saying, _hearing = _Turns(), _Turns()
_words: list[Word] = []


def tell(pages: float, *, busy: bool) -> None:
    """Report this process, after a page for a reader or a refusal."""
    word = Word(pages, time() + BUSY if busy else 0.0)
    if not settings.REDIS_URL:
        _words[:] = [word]
    elif _saying.take():
        cache.set(KEYS[os.getpid() % len(KEYS)], tuple(word), KEPT)


def pages_a_second() -> float | None:
    """Pages per second of all processes, by their latest pages; of this one alone without Redis. None before the
    first.
    """
    return sum(word.pages for word in _heard()) or None


def is_busy() -> bool:
    """Whether readers were refused recently."""
    return any(word.busy_until > time() for word in _heard())


def _heard() -> list[Word]:
    if settings.REDIS_URL and _hearing.take():
        _words[:] = [Word(*word) for word in cache.get_many(KEYS).values()]
    return _words
