"""Phones that remember whose they are: the personal links opened on them, newest first, in a signed cookie."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "my"
SALT = "tournaments.phones"
MOST = 12
"""A parent with several children at several events."""

AGE = 120 * 24 * 60 * 60
LONGEST = 80


def remembered(request: HttpRequest) -> list[str]:
    """The tokens this phone has opened, newest first; a changed cookie is an empty one."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE)
    return [token for token in (cookie or "").split(".") if 0 < len(token) < LONGEST][:MOST]


def remember(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Put a token in front."""
    known = remembered(request)
    if known[:1] != [token]:
        _set_cookie(response, [token, *(one for one in known if one != token)])


def forget(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Leave a token out."""
    known = remembered(request)
    if token in known:
        _set_cookie(response, [one for one in known if one != token])


def _set_cookie(response: HttpResponse, tokens: Iterable[str]) -> None:
    cookie = ".".join(list(tokens)[:MOST])
    if not cookie:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_signed_cookie(
        COOKIE, cookie, salt=SALT, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
