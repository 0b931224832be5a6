"""Known devices by a signed cookie, so that guessing strangers do not lock users out.

After OWASP's "device cookies": guesses from unknown devices share limits, a known device has its own. A new
password makes every device unknown.
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
"""Accounts remembered per device; the desk's laptop is shared."""


def known(request: HttpRequest, user: User) -> str | None:
    """The id of this device if `user` has signed in on it with the current password, else None."""
    device, signs = _read(request)
    if any(constant_time_compare(sign, _sign(device, user)) for sign in signs):
        return device
    return None


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember in the cookie that `user` has signed in on this device."""
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
    """The device id and the signatures of its accounts; empty if the cookie is missing, expired or forged."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *signs = cookie.split(".")
    return device, signs


def _sign(device: str, user: User) -> str:
    """Sign account and password without revealing either."""
    return salted_hmac(SALT, f"{device}:{user.pk}:{user.password}", algorithm="sha256").hexdigest()[:32]
