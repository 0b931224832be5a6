"""Editing a record: comparing and saving a form in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.models import Tournament
from tournaments.services import locks


@contextmanager
def alone(event: Tournament) -> Iterator[Tournament]:
    """Lock the event, its divisions and their rows until the block ends; yields the current event.

    Rows read inside are those that will be replaced. Refused: CHANGED_MEANWHILE if the event was deleted.
    """
    with transaction.atomic():
        held = locks.event(event)
        locks.divisions(held)
        yield held
