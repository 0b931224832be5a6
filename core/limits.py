"""Rate limits. All attempts are counted by this module, in the same way with and without Redis.

A limit is an item of the setting ACCOUNT_RATE_LIMITS: `"20/m/user"` is twenty per minute and account, `ip` is
per address, and `key` is per value that the caller passes. An item may list several limits, separated by
commas.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from time import monotonic, sleep, time
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.engine.rate_limits import Rate, address_for_rate_limit, check_attempt, parse_rates

HOUR = 60 * 60

LOCKED_FOR, WAITS_FOR, PAUSE = 10.0, 1.0, 0.01
"""Seconds until the lock of a killed process expires, until a caller gives up, and between two tries."""


@dataclass(frozen=True, slots=True)
class CountedAttempt:
    """A counted attempt: its time, and the cache keys and rates that it counts against."""

    at: float
    places: tuple[tuple[str, Rate], ...]

    def rollback(self) -> None:
        """Remove this attempt from the counts."""
        for cache_key, rate in self.places:
            with _locked_cache_key(cache_key) as is_locked:
                if is_locked:  # else it still counts, so the limit is stricter
                    attempts = [attempt for attempt in cache.get(cache_key, []) if attempt != self.at]
                    cache.set(cache_key, attempts, rate.seconds)


def count_attempt(request: HttpRequest, action: str, key: str | None = None) -> CountedAttempt | None:
    """Count an attempt and return it. Return None if a limit of `action` is reached.

    `key` is the value that limits per `key` count by. If the counts cannot be locked, the limit counts as
    reached. Limits listed before the one that is reached still count the attempt.
    """
    now, counted = time(), list[tuple[str, Rate]]()
    for rate in parse_rates(settings.ACCOUNT_RATE_LIMITS[action]):
        cache_key = _rate_limit_cache_key(request, action, rate, key)
        with _locked_cache_key(cache_key) as is_locked:
            allowed, attempts = (
                check_attempt(rate, cache.get(cache_key, []), now) if is_locked else (False, [])
            )
            if not allowed:
                return None
            cache.set(cache_key, [*attempts, now], rate.seconds)
        counted.append((cache_key, rate))
    return CountedAttempt(now, tuple(counted))


def has_attempts_left(request: HttpRequest, action: str, key: str | None = None) -> bool:
    """Return whether one more attempt would be allowed, without counting it."""
    rates = parse_rates(settings.ACCOUNT_RATE_LIMITS[action])
    return all(
        check_attempt(rate, cache.get(_rate_limit_cache_key(request, action, rate, key), []), time())[0]
        for rate in rates
    )


def count_attempt_per_subject(request: HttpRequest, action: str, key: str, subject: str) -> bool:
    """Count an attempt for `subject`, unless this account was counted for it in the last hour.

    Return False if the limit of `action` is reached.
    """
    seen_key = f"{action}:{request.user.pk}:{subject}"
    # Another request for the same subject reveals nothing new, so it is not counted.
    if cache.get(seen_key):
        return True
    if count_attempt(request, action, key) is None:
        return False
    cache.set(seen_key, True, HOUR)
    return True


def clear_attempts(request: HttpRequest, action: str, key: str) -> None:
    """Remove all attempts at `action` counted for `key`, and for the address and account of the request."""
    for rate in parse_rates(settings.ACCOUNT_RATE_LIMITS[action]):
        cache.delete(_rate_limit_cache_key(request, action, rate, key))


def rate_limited(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a view to answer with a 429 page once the limit of `action` is reached."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if count_attempt(request, action) is None:
                return render(request, "429.html", status=429)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


def client_address(request: HttpRequest) -> str:
    """Return the client address to which rate limits apply.

    Behind declared proxies, this is the address that they forward.
    """
    return address_for_rate_limit(str(get_adapter(request).get_client_ip(request)))


def _rate_limit_cache_key(request: HttpRequest, action: str, rate: Rate, key: str | None) -> str:
    if rate.per == "ip":
        subject = client_address(request)
    elif rate.per == "user":
        subject = str(request.user.pk)
    elif key is None:
        raise ValueError(f"the limit {action} counts by a key")
    else:
        subject = sha256(key.encode()).hexdigest()
    return f"limits:{action}:{rate}:{subject}"


@contextmanager
def _locked_cache_key(cache_key: str) -> Iterator[bool]:
    """Lock a cache key. Yields False if it is still locked after WAITS_FOR."""
    lock, until = f"{cache_key}:lock", monotonic() + WAITS_FOR
    while not cache.add(lock, True, timeout=LOCKED_FOR):
        if monotonic() > until:
            yield False
            return
        sleep(PAUSE)
    try:
        yield True
    finally:
        cache.delete(lock)
