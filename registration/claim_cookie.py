"""A signed cookie with a secret, to recognize a phone that has claimed a player."""

import re
from secrets import token_urlsafe

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "claim"
SALT = "registration.claims"
AGE = 2 * 24 * 60 * 60
"""Lifetime of the cookie in seconds, counted from the phone's latest claim."""

SECRET = re.compile(r"[A-Za-z0-9_-]{24}")


def phone_secret(request: HttpRequest) -> str:
    """Return the secret of this phone, or "" if it has claimed no player or its cookie is invalid."""
    phone = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    return phone if SECRET.fullmatch(phone) else ""


def new_phone_secret() -> str:
    return token_urlsafe(18)


def set_phone_cookie(response: HttpResponse, phone: str) -> None:
    """Set the cookie with the secret of the phone."""
    response.set_signed_cookie(
        COOKIE, phone, salt=SALT, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
