"""A cache per process of values computed from the database, valid until a scope changes."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache
from django.db import connection

from core import stamps

Made = TypeVar("Made")

MOST = 4_000
"""The size of the cache; least recently used entries are evicted."""

_memory: LRUCache[str, tuple[str, Any]] = LRUCache(MOST)
_one_at_a_time = Lock()


def known(key: str, scopes: Sequence[str], standing: stamps.Standing) -> Any:
    """The cached value of `key` if these scopes have not changed since; None if it must be computed."""
    with _one_at_a_time:
        found = _memory.get(key)
    return found[1] if found and standing.covers(scopes) and not standing.changed(scopes, found[0]) else None


def remembered(key: str, scopes: Sequence[str], make: Callable[[], Made]) -> Made:
    """The cached result of `make`, computed again after one of these scopes is raised.

    `key` names the value, its rows, and the language if it matters. The value must not depend on time. All callers get
    the same object and must not change it. Nothing is cached in a transaction, which sees uncommitted data.
    """
    if connection.in_atomic_block:
        return make()
    with _one_at_a_time:
        known = _memory.get(key)
    seen = stamps.changed(scopes, known[0]) if known else stamps.position()
    if known and seen is None:
        found: Made = known[1]
        return found
    made = make()
    with _one_at_a_time:
        _memory[key] = (seen or "", made)
    return made
