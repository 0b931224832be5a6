"""Entries of phones without a connection arrive later, and perhaps twice: each key is taken once."""

from django.db import IntegrityError, transaction

from pairings.models import IdempotencyKey
from pairings.models.idempotency import LONGEST_KEY


def first_time(key: str) -> bool:
    """Whether nobody has sent this key before; it belongs to the transaction of what it brought.

    Two who send one key at once go one after the other.
    """
    try:
        with transaction.atomic():
            IdempotencyKey.objects.create(key=key[:LONGEST_KEY])
    except IntegrityError:
        return False
    return True
