"""A cache in each process for values computed from the database, valid until a scope changes."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache
from django.db import connection

from core import stamps

Value = TypeVar("Value")

MOST = 4_000
"""The size of the cache; the least recently used items are evicted."""

_memory: LRUCache[str, tuple[str, Any]] = LRUCache(MOST)
_memory_lock = Lock()


def cached_value(key: str, scopes: Sequence[str], numbers: stamps.ScopeNumbers) -> Any:
    """Return the cached value of `key`, or None if it is missing or one of these scopes has changed since."""
    with _memory_lock:
        entry = _memory.get(key)
    return entry[1] if entry and numbers.covers(scopes) and not numbers.changed(scopes, entry[0]) else None


def cached_until_change(key: str, scopes: Sequence[str], make: Callable[[], Value]) -> Value:
    """Return the cached result of `make`, which is computed again after one of these scopes is raised.

    `key` identifies the value, its rows, and the language if that matters. The value must not depend on time. All
    callers get the same object and must not change it. Nothing is cached in a transaction, which sees uncommitted
    data.
    """
    if connection.in_atomic_block:
        return make()
    with _memory_lock:
        entry = _memory.get(key)
    position = stamps.position_if_changed(scopes, entry[0]) if entry else stamps.current_stamp_position()
    if entry and position is None:
        cached: Value = entry[1]
        return cached
    value = make()
    with _memory_lock:
        _memory[key] = (position or "", value)
    return value
