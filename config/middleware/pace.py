"""How many pages all processes together make for readers in a second, so that the one that is asked for news knows."""

import os
from threading import Lock
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

KEYS = [f"readers.{number}" for number in range(16)]
"""Of a process each, by the number of the process; of two that share one the last word counts."""

EACH = 1.0
"""Seconds after which a process says how it goes, and asks how it goes elsewhere, at the soonest."""

KEPT = 60
"""Seconds a word counts after which nothing more was heard."""

BUSY = 10
"""Seconds a process counts as busy that has said so."""


class Word(NamedTuple):
    """How it goes in a process: pages it makes in a second, and until when it is busy, in seconds since 1970."""

    pages: float
    busy_until: float


class _Turns:
    """True for one who asks, then for nobody until EACH is over."""

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
    """Say how it goes here: after a page was made for a reader, or a reader sent away."""
    word = Word(pages, time() + BUSY if busy else 0.0)
    if not settings.REDIS_URL:
        _words[:] = [word]
    elif _saying.take():
        cache.set(KEYS[os.getpid() % len(KEYS)], tuple(word), KEPT)


def pages_a_second() -> float | None:
    """Of all processes, as their last pages took; of this one alone without Redis. None before the first."""
    return sum(word.pages for word in _heard()) or None


def is_busy() -> bool:
    """Whether readers were sent away a moment ago."""
    return any(word.busy_until > time() for word in _heard())


def _heard() -> list[Word]:
    if settings.REDIS_URL and _hearing.take():
        _words[:] = [Word(*word) for word in cache.get_many(KEYS).values()]
    return _words
