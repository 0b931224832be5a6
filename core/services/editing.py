"""Editing a record: a form is compared and saved in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from core import hooks
from core.models.journal import Home


@contextmanager
def alone(home: Home) -> Iterator[Home]:
    """Lock a home, its parts and their rows until the block ends; yields it as it is now.

    Rows read inside are those that will be replaced. Refused: CHANGED_MEANWHILE if it was deleted.
    """
    with transaction.atomic():
        for lock in hooks.edit_locks:
            home = lock(home)
        yield home
