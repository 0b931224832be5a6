"""Process each entry of an offline phone only once, even if it arrives twice."""

from django.db import IntegrityError, transaction

from pairings.models import IdempotencyKey
from pairings.models.idempotency import MAX_KEY_LENGTH


def store_new_idempotency_key(key: str) -> bool:
    """Store a key and return whether it is new. Call it in the transaction of the entry.

    Concurrent requests with the same key are serialized.
    """
    try:
        with transaction.atomic():
            IdempotencyKey.objects.create(key=key[:MAX_KEY_LENGTH])
    except IntegrityError:
        return False
    return True
