"""Devices on which somebody has signed in: a signed cookie, so that strangers who guess keep nobody out.

After "device cookies" of OWASP: guesses from unknown devices are limited among themselves, those of a known device by
themselves. A new password makes every device unknown.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import User

COOKIE = "device"
SALT = "config.devices"
AGE = 365 * 24 * 60 * 60
MOST = 10
"""Accounts one device remembers; the desk's laptop is shared."""


def known(request: HttpRequest, user: User) -> str | None:
    """The name of this device if `user` has signed in on it with the present password."""
    device, signs = _read(request)
    if any(constant_time_compare(sign, _sign(device, user)) for sign in signs):
        return device
    return None


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """`user` has signed in here."""
    device, signs = _read(request)
    device = device or secrets.token_urlsafe(16)
    own = _sign(device, user)
    signs_now = [device, own, *(sign for sign in signs if sign != own)][: MOST + 1]
    response.set_signed_cookie(
        COOKIE,
        ".".join(signs_now),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """Its name and the signs of the accounts; nothing where the cookie is missing, too old or not ours."""
    given = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *signs = given.split(".")
    return device, signs


def _sign(device: str, user: User) -> str:
    """Names an account and its password to nobody."""
    return salted_hmac(SALT, f"{device}:{user.pk}:{user.password}", algorithm="sha256").hexdigest()[:32]
