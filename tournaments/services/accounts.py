"""The account that administers a new installation."""

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction

from tournaments.engine.refused import Refused
from tournaments.models import User


def create_first(*, username: str, password: str) -> User:
    """An administrator, on an installation where nobody has an account yet. Refused: FIRST_ACCOUNT_TAKEN.

    A password is slow to hash, so that is done before anybody has to wait.
    """
    name = User.normalize_username(username)
    return _save_first(
        User(username=name, password=make_password(password), is_staff=True, is_superuser=True)
    )


@transaction.atomic
def _save_first(user: User) -> User:
    if connection.vendor == "postgresql":  # SQLite lets one write at a time anyway
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {User._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    if User.objects.exists():
        raise Refused("FIRST_ACCOUNT_TAKEN")
    user.save(force_insert=True)
    return user
