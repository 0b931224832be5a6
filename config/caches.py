"""The cache: Redis, and the database for as long as Redis does not answer, or answers with an error (a full disk or
memory).

What must never fail open or shut (limits of sign-in attempts, the progress of jobs) goes through Django's cache, so
losing Redis slows a server down and does nothing else.
"""

import logging
from time import monotonic
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache

TABLE = "stadium_cache"
"""Made by the migrations of `config`."""

PATIENCE = 1.0
"""Seconds Redis has for a connection and for each answer."""

PAUSE = 5.0
"""Seconds the database serves after Redis has failed, before one request asks Redis again."""

MOST = 100_000
"""Entries a cache without Redis holds; a flood of names must not push out the limits of others."""

_paused: dict[str, float] = {}
"""Until when each Redis is left alone in this process, by its address."""


def configured(redis: str, *, shared_database: bool) -> dict[str, dict[str, Any]]:
    """CACHES: with Redis both, without it the database that several processes share, or the one process itself."""
    database = {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": TABLE,
        "OPTIONS": {"MAX_ENTRIES": MOST},
    }
    if redis:
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        waits = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 1),
        }
        default = {"BACKEND": "config.caches.RedisOrDatabase", "LOCATION": redis, "OPTIONS": waits}
        return {"default": default, "database": database}
    if shared_database:
        return {"default": database}
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": MOST},
        },
    }


class RedisOrDatabase(RedisCache):
    """Redis; the cache named "database" while Redis fails, without asking it on each call.

    What was kept before Redis went is missing until it comes back; what was kept meanwhile is missing afterwards.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = str(server)

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        from redis.exceptions import RedisError

        until = _paused.get(self._server)
        if until is None or until <= monotonic():
            if until is not None:
                _paused[self._server] = monotonic() + PAUSE  # one asks, nobody else waits with it
            try:
                found = getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                _paused[self._server] = monotonic() + PAUSE
                logging.getLogger(__name__).warning("Redis fails, the database is the cache: %s", error)
            else:
                _paused.pop(self._server, None)
                return found
        return getattr(caches["database"], name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._call("add", *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._call("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._call("touch", *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._call("delete", *args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return dict(self._call("get_many", *args, **kwargs))

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._call("has_key", *args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return int(self._call("incr", *args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[str]:
        return list(self._call("set_many", *args, **kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._call("delete_many", *args, **kwargs)

    def clear(self) -> None:
        self._call("clear")
