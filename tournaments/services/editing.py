"""Editing a record, comparing and saving a form in one transaction; the locks of an undo."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from core.models import JournalEvent
from core.queries.journal import event_of
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


def lock_line(line: JournalEvent) -> None:
    """Lock the event of a line, and its division if it has one."""
    lock_event(event_of(line))
    if line.division is not None:
        locks.division(line.division)


def lock_event(event: Tournament) -> Tournament:
    """Lock the event of a journal."""
    return locks.event(event)
