"""Recognize known devices by a signed cookie, so that strangers who guess passwords do not lock users out.

This follows OWASP's "device cookies": unknown devices share limits, and each known device has a separate limit. A
changed password makes every device unknown.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import User

COOKIE = "device"
SALT = "config.devices"
AGE = 365 * 24 * 60 * 60
"""Seconds after its last sign-in at which a device is forgotten."""

MOST = 10
"""The maximum number of accounts remembered per device, since staff share the laptop at the desk."""


def known_device(request: HttpRequest, user: User) -> str | None:
    """Return the id of this device if `user` has signed in on it with the current password, or else None."""
    device, signatures = _read_cookie(request)
    if any(
        constant_time_compare(signature, _sign_device_and_account(device, user)) for signature in signatures
    ):
        return device
    return None


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember in the cookie that `user` has signed in on this device."""
    device, signatures = _read_cookie(request)
    device = device or secrets.token_urlsafe(16)
    own_signature = _sign_device_and_account(device, user)
    signatures = [own_signature, *(signature for signature in signatures if signature != own_signature)][
        :MOST
    ]
    response.set_signed_cookie(
        COOKIE,
        ".".join([device, *signatures]),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _read_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the device id and the signatures of its accounts.

    Both are empty if the cookie is missing, expired or forged.
    """
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *signatures = cookie.split(".")
    return device, signatures


def _sign_device_and_account(device: str, user: User) -> str:
    """Return a signature that ties the device to the account and its current password, without revealing either."""
    return salted_hmac(SALT, f"{device}:{user.pk}:{user.password}", algorithm="sha256").hexdigest()[:32]
