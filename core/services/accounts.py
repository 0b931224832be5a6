"""Create the first administrator of an installation, and rename or find accounts."""

from typing import Any
from zlib import crc32

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser
from django.db import connection, transaction

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import locks

USERNAMES = 9
"""The class of the advisory locks on usernames."""


def create_first_account(*, username: str, password: str) -> Any:
    """Create the administrator of an installation that has no accounts yet. Refused: FIRST_ACCOUNT_TAKEN."""
    model = get_user_model()
    name = model.normalize_username(username)
    # Hashing is slow, so it is done before the table is locked.
    user = model(username=name, password=make_password(password), is_staff=True, is_superuser=True)
    with transaction.atomic():
        if connection.vendor == "postgresql":  # SQLite allows a single writer anyway
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {user._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
        if model.objects.exists():
            raise Refused(CoreRefusal.FIRST_ACCOUNT_TAKEN)
        user.save(force_insert=True)
    return user


def lock_username(username: str) -> None:
    """Lock a username, ignoring case, until the transaction ends."""
    if connection.vendor == "postgresql":  # SQLite allows a single writer anyway
        with connection.cursor() as cursor:
            # Keys of advisory locks are signed 32-bit integers.
            key = crc32(username.casefold().encode()) - 2**31
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [USERNAMES, key])


def find_user(login: str) -> Any:
    """Return the active account with this username or confirmed email address.

    A login with an "@" is only looked up as a confirmed address, never as a username. Refused: NO_SUCH_USER
    (name), ADDRESS_NOT_CONFIRMED (address).
    """
    active = get_user_model()._default_manager.filter(is_active=True)
    if "@" in login:
        owner_ids = EmailAddress.objects.filter(email__iexact=login, verified=True).values("user")
        users = list(active.filter(pk__in=owner_ids)[:2])
        if len(users) != 1:
            raise Refused(CoreRefusal.ADDRESS_NOT_CONFIRMED, address=login)
        return users[0]
    users = list(active.filter(username__iexact=login)[:2])
    if not login or len(users) != 1:
        raise Refused(CoreRefusal.NO_SUCH_USER, name=login)
    return users[0]


@transaction.atomic
def set_display_name(user: AbstractUser, name: str) -> None:
    """Set the displayed name. With "", the username is displayed. Journal lines stay unchanged."""
    account = locks.lock_account(user)
    account.first_name, _space, account.last_name = name.partition(" ")
    account.save(update_fields=["first_name", "last_name"])
