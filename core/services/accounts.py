"""Accounts: the first administrator of an installation, and the log of sign-ins."""

from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any
from zlib import crc32

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser
from django.db import connection, transaction

from core import stamps
from core.engine.browsers import browser_and_system
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import SignIn
from core.services import locks

USERNAMES = 9
"""The class of advisory locks on usernames."""

CODES_ANYWAY = 20
"""Addresses remembered per person; the oldest are dropped."""

SIGN_INS_FOR = timedelta(days=180)
"""How long sign-in attempts are stored."""


def create_first(*, username: str, password: str) -> Any:
    """Create an administrator on an installation without accounts. Refused: FIRST_ACCOUNT_TAKEN."""
    model = get_user_model()
    name = model.normalize_username(username)
    return _save_first(
        # Hashing is slow, so it is done before the lock.
        model(username=name, password=make_password(password), is_staff=True, is_superuser=True)
    )


@transaction.atomic
def _save_first(user: AbstractUser) -> Any:
    if connection.vendor == "postgresql":  # SQLite has a single writer anyway
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {user._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    if get_user_model().objects.exists():
        raise Refused(CoreRefusal.FIRST_ACCOUNT_TAKEN)
    user.save(force_insert=True)
    return user


def hold_username(username: str) -> None:
    """Lock a username, in any case, until the transaction ends."""
    if connection.vendor == "postgresql":  # SQLite has a single writer anyway
        with connection.cursor() as cursor:
            key = crc32(username.casefold().encode()) - 2**31
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [USERNAMES, key])


def user_of(login: str) -> Any:
    """The account with this username, or with this email address if confirmed.

    An address never matches an account that has it only as its username or never confirmed it. Refused: NO_SUCH_USER
    (name), ADDRESS_NOT_CONFIRMED (address).
    """
    active = get_user_model()._default_manager.filter(is_active=True)
    if "@" in login:
        confirmed = EmailAddress.objects.filter(email__iexact=login, verified=True).values("user")
        named = list(active.filter(pk__in=confirmed)[:2])
        if len(named) != 1:
            raise Refused(CoreRefusal.ADDRESS_NOT_CONFIRMED, address=login)
        return named[0]
    named = list(active.filter(username__iexact=login)[:2])
    if not login or len(named) != 1:
        raise Refused(CoreRefusal.NO_SUCH_USER, name=login)
    return named[0]


@transaction.atomic
def rename(user: AbstractUser, name: str) -> None:
    """Set the name shown instead of the username, "" for the username; journal lines keep their names."""
    row = locks.account(user)
    row.first_name, _space, row.last_name = name.partition(" ")
    row.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def print_codes_anyway(user: Any, address: str) -> None:
    """Remember that this person prints codes for an address although phones cannot open it."""
    stamps.mark()
    row = locks.account(user)
    row.codes_anyway = [*(one for one in row.codes_anyway if one != address), address][-CODES_ANYWAY:]
    row.save(update_fields=["codes_anyway"])


def note_sign_in(user: AbstractUser, *, outcome: str, address: str, agent: str, at: datetime) -> SignIn:
    """Record one sign-in attempt; `address` as limits see it, stored if valid, `agent` the header User-Agent."""
    browser, system = browser_and_system(agent)
    try:
        valid: str | None = str(ip_address(address))
    except ValueError:
        valid = None
    return SignIn.objects.create(
        user_id=user.pk, at=at, outcome=outcome, address=valid, browser=browser, system=system
    )


def forget_old_sign_ins(now: datetime) -> int:
    """Delete attempts older than SIGN_INS_FOR; returns how many."""
    return SignIn.objects.filter(at__lt=now - SIGN_INS_FOR).delete()[0]
