"""Locking a record while a form is compared with it and saved."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction

from core import hooks
from core.models.journal import Home

HomeType = TypeVar("HomeType", bound=Home)


@contextmanager
def home_locked_for_editing(home: HomeType) -> Iterator[HomeType]:
    """Lock a home, its parts and their rows until the block ends; yields the current row of the home.

    Rows read inside the block are current. Refused: CHANGED_MEANWHILE if the home was deleted.
    """
    with transaction.atomic():
        for lock in hooks.edit_locks:
            home = lock(home)
        yield home
