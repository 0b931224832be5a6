"""Rate limits: one module for all of them, so that they count alike and work without Redis.

A limit is an entry of the setting ACCOUNT_RATE_LIMITS: `"20/m/user"` is twenty a minute per account, `ip` is per
address, `key` per value the caller passes. An entry may list several, separated by commas.
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

from core.engine.rate_limits import Rate, fits, network_of, parse_rates

HOUR = 60 * 60

LOCKED_FOR, WAITS_FOR, PAUSE = 10.0, 1.0, 0.01
"""Seconds: how long the lock of a killed process lasts, how long to wait for a lock, the pause between two tries."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One counted attempt: its time, and the keys and rates it counts against."""

    at: float
    places: tuple[tuple[str, Rate], ...]

    def rollback(self) -> None:
        """Remove this attempt from the counts."""
        for place, rate in self.places:
            with _locked(place) as locked:
                if locked:  # otherwise it counts, which only makes the limit stricter
                    attempts = [at for at in cache.get(place, []) if at != self.at]
                    cache.set(place, attempts, rate.seconds)


def count(request: HttpRequest, action: str, key: str | None = None) -> Usage | None:
    """Count one attempt, whatever the request method; None if the limit of `action` is reached."""
    now, counted = time(), list[tuple[str, Rate]]()
    for rate in parse_rates(settings.ACCOUNT_RATE_LIMITS[action]):
        place = _place(request, action, rate, key)
        with _locked(place) as locked:
            allowed, attempts = fits(rate, cache.get(place, []), now) if locked else (False, [])
            if not allowed:
                return None
            cache.set(place, [*attempts, now], rate.seconds)
        counted.append((place, rate))
    return Usage(now, tuple(counted))


def has_left(request: HttpRequest, action: str, key: str | None = None) -> bool:
    """Whether one more attempt would be allowed; counts nothing."""
    rates = parse_rates(settings.ACCOUNT_RATE_LIMITS[action])
    return all(fits(rate, cache.get(_place(request, action, rate, key), []), time())[0] for rate in rates)


def count_new(request: HttpRequest, action: str, key: str, subject: str) -> bool:
    """Count one attempt for `subject`, at most once an hour per account; False if the limit of `action` is reached."""
    limited_view = f"{action}:{request.user.pk}:{subject}"
    # Asking again for the same subject reveals nothing new, so it is free.
    if cache.get(limited_view):
        return True
    if count(request, action, key) is None:
        return False
    cache.set(limited_view, True, HOUR)
    return True


def clear(request: HttpRequest, action: str, key: str) -> None:
    """Remove all attempts counted under `key`."""
    for rate in parse_rates(settings.ACCOUNT_RATE_LIMITS[action]):
        cache.delete(_place(request, action, rate, key))


def limited(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a view to answer with a 429 page once the limit of `action` is reached."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if count(request, action) is None:
                return render(request, "429.html", status=429)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


def address(request: HttpRequest) -> str:
    """The client address that limits count by; behind declared proxies, the address they forward."""
    return network_of(str(get_adapter(request).get_client_ip(request)))


def _place(request: HttpRequest, action: str, rate: Rate, key: str | None) -> str:
    if rate.per == "ip":
        who = address(request)
    elif rate.per == "user":
        who = str(request.user.pk)
    elif key is None:
        raise ValueError(f"the limit {action} counts by a key")
    else:
        who = sha256(key.encode()).hexdigest()
    return f"limits:{action}:{rate}:{who}"


@contextmanager
def _locked(place: str) -> Iterator[bool]:
    """Lock a key; yields False if it is still locked after WAITS_FOR."""
    lock, until = f"{place}:lock", monotonic() + WAITS_FOR
    while not cache.add(lock, True, timeout=LOCKED_FOR):
        if monotonic() > until:
            yield False
            return
        sleep(PAUSE)
    try:
        yield True
    finally:
        cache.delete(lock)
