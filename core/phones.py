"""The personal links opened on a phone, newest first, in a signed cookie.

A second cookie has the slugs of what these links are of, for pages that are the same for all of its phones.
"""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "my"
HOMES = "at"
SALT = "tournaments.phones"
MOST = 12
"""Enough for a parent with several children in several places."""

AGE = 120 * 24 * 60 * 60
LONGEST = 80


def remembered(request: HttpRequest) -> list[str]:
    """The tokens opened on this phone, newest first; none if the cookie was tampered with."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE)
    return [token for token in (cookie or "").split(".") if 0 < len(token) < LONGEST][:MOST]


def plays_at(request: HttpRequest, slug: str) -> bool:
    """Whether this phone claims to have opened a personal link of this slug. Unsigned, so it grants nothing."""
    return slug in _homes(request)


def _homes(request: HttpRequest) -> list[str]:
    return [slug for slug in request.COOKIES.get(HOMES, "").split(".") if slug][:MOST]


def remember(request: HttpRequest, response: HttpResponse, token: str, slug: str) -> None:
    """Add a token in front; `slug` is that of what it is a link of."""
    if not plays_at(request, slug):
        _set_homes(response, [slug, *_homes(request)])
    tokens = remembered(request)
    if tokens[:1] != [token]:
        _set_cookie(response, [token, *(other for other in tokens if other != token)])


def forget(request: HttpRequest, response: HttpResponse, token: str, slug: str = "") -> None:
    """Remove a token, and its slug; another link of that slug adds it again."""
    if plays_at(request, slug):
        _set_homes(response, [other for other in _homes(request) if other != slug])
    tokens = remembered(request)
    if token in tokens:
        _set_cookie(response, [other for other in tokens if other != token])


def _set_homes(response: HttpResponse, slugs: Iterable[str]) -> None:
    value = ".".join(list(slugs)[:MOST])
    response.set_cookie(
        HOMES, value, max_age=AGE if value else 0, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def _set_cookie(response: HttpResponse, tokens: Iterable[str]) -> None:
    cookie = ".".join(list(tokens)[:MOST])
    if not cookie:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_signed_cookie(
        COOKIE, cookie, salt=SALT, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
