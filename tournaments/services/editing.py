"""Locks that `core` takes through its hooks: to undo a step, seal the journal or compare a form."""

from core.models import JournalEvent
from tournaments.models import Tournament
from tournaments.queries.journal import event_of_line
from tournaments.services import locks


def lock_event_of_journal(event: Tournament) -> Tournament:
    """Lock the event that a journal belongs to. Refused: CHANGED_MEANWHILE."""
    return locks.lock_event(event)


def lock_event_and_divisions(event: Tournament) -> Tournament:
    """Lock an event with its divisions. Refused: CHANGED_MEANWHILE."""
    locked_event = locks.lock_event(event)
    locks.lock_divisions(locked_event)
    return locked_event


def lock_line(line: JournalEvent) -> None:
    """Lock the event of a journal line, and its division if it has one. Refused: CHANGED_MEANWHILE."""
    locks.lock_event(event_of_line(line))
    if line.division is not None:
        locks.lock_division(line.division)
