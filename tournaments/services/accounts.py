"""The account that administers a new installation."""

from django.db import connection, transaction

from tournaments.engine.refused import Refused
from tournaments.models import User


@transaction.atomic
def create_first(*, username: str, password: str) -> User:
    """An administrator, on an installation where nobody has an account yet. Refused: FIRST_ACCOUNT_TAKEN."""
    if connection.vendor == "postgresql":  # SQLite lets one write at a time anyway
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {User._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    if User.objects.exists():
        raise Refused("FIRST_ACCOUNT_TAKEN")
    return User.objects.create_superuser(username=username, password=password)
