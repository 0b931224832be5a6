"""The log of sign-ins: records each attempt and deletes old attempts."""

from datetime import datetime, timedelta
from ipaddress import ip_address

from django.contrib.auth.models import AbstractUser

from core.engine.browsers import browser_and_system
from core.models import SignIn

SIGN_INS_FOR = timedelta(days=180)
"""The age at which sign-in attempts are deleted."""


def record_sign_in(user: AbstractUser, *, outcome: str, address: str, agent: str, at: datetime) -> SignIn:
    """Record a sign-in attempt.

    `address` is the IP address that rate limits count, stored only if valid; `agent` is the User-Agent header.
    """
    browser, system = browser_and_system(agent)
    try:
        valid_address: str | None = str(ip_address(address))
    except ValueError:
        valid_address = None
    return SignIn.objects.create(
        user_id=user.pk, at=at, outcome=outcome, address=valid_address, browser=browser, system=system
    )


def forget_old_sign_ins(now: datetime) -> int:
    """Delete attempts older than SIGN_INS_FOR and return their number."""
    return SignIn.objects.filter(at__lt=now - SIGN_INS_FOR).delete()[0]
