"""What a process remembers of the database until it changes."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache
from django.db import connection

from core import stamps

Made = TypeVar("Made")

MOST = 4_000
"""Things a process remembers; what was asked for longest ago goes first."""

_memory: LRUCache[str, tuple[str, Any]] = LRUCache(MOST)
_one_at_a_time = Lock()


def known(key: str, scopes: Sequence[str], standing: stamps.Standing) -> Any:
    """What is remembered of `key`, where these scopes stand as they did then; None where it must be made."""
    with _one_at_a_time:
        found = _memory.get(key)
    return found[1] if found and standing.covers(scopes) and not standing.changed(scopes, found[0]) else None


def remembered(key: str, scopes: Sequence[str], make: Callable[[], Made]) -> Made:
    """What `make` gave when one of these scopes was raised last. It is called again after the next raise.

    `key` names what is made and of which rows; in which language too, where that matters. Time must not. All who ask
    get the same object, which nobody changes. A transaction remembers nothing: it sees what is not committed yet.
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
