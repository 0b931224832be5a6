"""The cache: Redis, or the database while Redis is unreachable or fails (with a full disk or memory).

Sign-in limits and job progress depend on Django's cache. Losing Redis must not lift the limits or lock all
users out; it only makes the server slower.
"""

import logging
from time import monotonic
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache

TABLE = "stadium_cache"
"""The table of the database cache, created by the migrations of `config`."""

PATIENCE = 1.0
"""Timeout in seconds for connecting to Redis and for each answer."""

PAUSE = 5.0
"""Seconds between a failure of Redis and the next request to retry it. The database is used in between."""

MOST = 100_000
"""The size of a cache without Redis, in entries: large enough that a flood of names does not evict other limits."""

_paused: dict[str, float] = {}
"""The time until which this process does not use Redis, by the address of the Redis server."""


def cache_settings(redis: str, *, shared_database: bool) -> dict[str, dict[str, Any]]:
    """Return the setting CACHES.

    With a Redis URL, the caches are Redis and the database. Without one, the cache is the database if several
    processes share it, or else local memory.
    """
    database = {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": TABLE,
        "OPTIONS": {"MAX_ENTRIES": MOST},
    }
    if redis:
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        timeouts = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 1),
        }
        default = {"BACKEND": "config.caches.RedisOrDatabaseCache", "LOCATION": redis, "OPTIONS": timeouts}
        return {"default": default, "database": database}
    if shared_database:
        return {"default": database}
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": MOST},
        },
    }


class RedisOrDatabaseCache(RedisCache):
    """Redis, or the cache "database" while Redis fails.

    During a failure, Redis is not tried again on each call. Entries written before a failure are missing during
    it, and entries written during it are missing afterwards.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = str(server)

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call the method `name` of the Redis cache, or of the cache "database" while Redis fails."""
        from redis.exceptions import RedisError

        skipped_until = _paused.get(self._server)
        if skipped_until is None or skipped_until <= monotonic():
            if skipped_until is not None:
                _paused[self._server] = monotonic() + PAUSE  # other requests do not wait for Redis
            try:
                value = getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                _paused[self._server] = monotonic() + PAUSE
                logging.getLogger(__name__).warning("Redis fails, the database is the cache: %s", error)
            else:
                _paused.pop(self._server, None)
                return value
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
