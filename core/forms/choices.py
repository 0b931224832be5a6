"""A cookie with the choices a browser last made, so that pages can show them again without writing to the database."""

from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "choices"
AGE = 14 * 24 * 60 * 60
MOST = 20
"""Choices a cookie holds; the oldest are dropped."""


def choice(request: HttpRequest, name: str) -> str:
    """The last choice, "" for none. It comes from a browser, so it may be anything."""
    return _choices(request).get(name, "")


def choose(request: HttpRequest, name: str, value: str) -> None:
    """Remember a choice for the next page."""
    choices = _choices(request)
    if choices.get(name) != value:
        choices.pop(name, None)
        choices[name] = value
        request.new_choices = True  # type: ignore[attr-defined]


def send(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the cookie if there are new choices."""
    if getattr(request, "new_choices", False):
        text = urlencode(list(_choices(request).items())[-MOST:])
        response.set_cookie(COOKIE, text, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return response


def _choices(request: HttpRequest) -> dict[str, str]:
    if not hasattr(request, "choices"):
        given = request.COOKIES.get(COOKIE, "")[:2_000]
        request.choices = dict(parse_qsl(given)[-MOST:])  # type: ignore[attr-defined]
    choices: dict[str, str] = request.choices  # type: ignore[attr-defined]
    return choices
