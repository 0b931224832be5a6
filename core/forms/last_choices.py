"""A cookie with the last choices made in a browser, so that pages can show them again without a database write."""

from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpResponse

from core.requests import StadiumRequest

COOKIE = "choices"
AGE = 14 * 24 * 60 * 60
"""Seconds after which a browser forgets choices."""

MOST = 20
"""The maximum number of choices in a cookie. The oldest are dropped."""


def last_choice(request: StadiumRequest, name: str) -> str:
    """Return the last choice, or "" if nothing was chosen. It comes from a browser, so it may be any text."""
    return _choices_in_cookie(request).get(name, "")


def remember_choice(request: StadiumRequest, name: str, value: str) -> None:
    """Remember a choice for the next page."""
    choices = _choices_in_cookie(request)
    if choices.get(name) != value:
        choices.pop(name, None)
        choices[name] = value
        request.new_choices = True


def set_choices_cookie(request: StadiumRequest, response: HttpResponse) -> HttpResponse:
    """Set the cookie if there are new choices."""
    if getattr(request, "new_choices", False):
        text = urlencode(list(_choices_in_cookie(request).items())[-MOST:])
        response.set_cookie(COOKIE, text, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return response


def _choices_in_cookie(request: StadiumRequest) -> dict[str, str]:
    if not hasattr(request, "choices"):
        cookie = request.COOKIES.get(COOKIE, "")[:2_000]
        request.choices = dict(parse_qsl(cookie)[-MOST:])
    return request.choices
