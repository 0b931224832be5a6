"""Editing a record: what a form compares and what it saves lie in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.models import Tournament
from tournaments.services import locks


@contextmanager
def alone(event: Tournament) -> Iterator[Tournament]:
    """Nobody else changes the event, its divisions or what lies in them until the block ends; gives the event as it is
    now. Rows read inside are as they will be replaced. Refused: CHANGED_MEANWHILE where the event is gone.
    """
    with transaction.atomic():
        held = locks.event(event)
        locks.divisions(held)
        yield held
