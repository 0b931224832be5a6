"""The personal links and registrations opened on a phone, newest first, in a signed cookie.

A second cookie holds the slugs of their homes, for pages that are the same for all phones at a home.
"""

from collections.abc import Collection, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "my"
HOMES = "at"
"""The names of the two cookies: a signed cookie with tokens, and a cookie with slugs."""

SALT = "tournaments.phones"
MAX_TOKENS = 40
"""The maximum number of tokens in the cookie: enough for a season, and far below the 4 KB that browsers store."""

MAX_HOMES = 12
"""The maximum number of slugs in the second cookie, which holds the latest homes, since these may be running."""

AGE = 400 * 24 * 60 * 60
"""Seconds for which a phone remembers links after the last new one: the longest that browsers store cookies."""

TOKEN_LENGTH_LIMIT = 80
"""Tokens of this length or more are ignored."""


def opened_tokens(request: HttpRequest) -> list[str]:
    """Return the tokens opened on this phone, newest first. The list is empty without a valid cookie."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE)
    return [token for token in (cookie or "").split(".") if 0 < len(token) < TOKEN_LENGTH_LIMIT][:MAX_TOKENS]


def has_opened_link_for(request: HttpRequest, slug: str) -> bool:
    """Return whether this phone claims to have opened a personal link of the home with this slug.

    The claim is not signed, so it grants nothing.
    """
    return slug in _home_slugs(request)


def _home_slugs(request: HttpRequest) -> list[str]:
    return [slug for slug in request.COOKIES.get(HOMES, "").split(".") if slug][:MAX_HOMES]


def remember_personal_link(request: HttpRequest, response: HttpResponse, token: str, slug: str) -> None:
    """Add a token in front of the others. `slug` is the slug of its home, or "" if the token opens no player pages."""
    if slug and not has_opened_link_for(request, slug):
        _set_home_slugs(response, [slug, *_home_slugs(request)])
    tokens = opened_tokens(request)
    if tokens[:1] != [token]:
        _set_link_tokens_cookie(response, [token, *(other for other in tokens if other != token)])


def forget_link_on_phone(request: HttpRequest, response: HttpResponse, token: str, slug: str = "") -> None:
    """Remove a personal link's token from this phone's cookies, and the slug of its home if given.

    Opening another link of that home adds the slug again.
    """
    if has_opened_link_for(request, slug):
        _set_home_slugs(response, [other for other in _home_slugs(request) if other != slug])
    forget_tokens(request, response, [token])


def forget_tokens(request: HttpRequest, response: HttpResponse, tokens: Collection[str]) -> None:
    """Remove these tokens. The slugs of their homes stay, since they grant nothing."""
    opened = opened_tokens(request)
    remaining = [token for token in opened if token not in tokens]
    if len(remaining) < len(opened):
        _set_link_tokens_cookie(response, remaining)


def forget_all_links(response: HttpResponse) -> None:
    """Remove all tokens and slugs."""
    response.delete_cookie(COOKIE, samesite="Lax")
    response.delete_cookie(HOMES, samesite="Lax")


def _set_home_slugs(response: HttpResponse, slugs: Iterable[str]) -> None:
    value = ".".join(list(slugs)[:MAX_HOMES])
    response.set_cookie(
        HOMES, value, max_age=AGE if value else 0, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def _set_link_tokens_cookie(response: HttpResponse, tokens: Iterable[str]) -> None:
    cookie = ".".join(list(tokens)[:MAX_TOKENS])
    if not cookie:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_signed_cookie(
        COOKIE, cookie, salt=SALT, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
