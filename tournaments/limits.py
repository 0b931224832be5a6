"""How often something may be done: one door for every limit, so that all of them count alike and hold without Redis.

A limit is a line of the setting ACCOUNT_RATE_LIMITS: `"20/m/user"` is twenty a minute for each account, `ip` is for
each address, `key` for whatever the caller names. Several stand in one line, separated by commas.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, cast

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

HOUR = 60 * 60


class Usage(Protocol):
    """One attempt that was counted."""

    def rollback(self) -> None:
        """Count it no longer."""


def count(request: HttpRequest, action: str, key: str | None = None) -> Usage | None:
    """Count one attempt, whatever the method of the request; None where the limit of `action` is reached."""
    counted = ratelimit.consume(request, app="allauth.account", action=action, key=key, limit_get=True)
    return cast("Usage | None", counted)


def has_left(request: HttpRequest, action: str, key: str | None = None) -> bool:
    """Whether one more attempt would count; counts none."""
    how = {"action": action, "key": key, "limit_get": True, "dry_run": True}
    return ratelimit.consume(request, app="allauth.account", **how) is not None


def count_new(request: HttpRequest, action: str, key: str, subject: str) -> bool:
    """Count one attempt for `what`, but once an hour for each account; False where the limit of `action` is reached.

    To ask the same again tells nothing new.
    """
    limited_view = f"{action}:{request.user.pk}:{subject}"
    if cache.get(limited_view):
        return True
    if count(request, action, key) is None:
        return False
    cache.set(limited_view, True, HOUR)
    return True


def clear(request: HttpRequest, action: str, key: str) -> None:
    """Count anew from nothing."""
    ratelimit.clear(request, app="allauth.account", action=action, key=key)


def limited(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view that answers 429 with a page once the limit of `action` is reached."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if count(request, action) is None:
                return cast(HttpResponse, ratelimit.respond_429(request))
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


def address(request: HttpRequest) -> str:
    """Where a request comes from, as limits see it: behind declared proxies the address they name."""
    return str(ratelimit.get_ip(request))
