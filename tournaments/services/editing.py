"""The locks of an undo, of a seal and of a form that is compared and saved."""

from core.models import JournalEvent
from tournaments.models import Tournament
from tournaments.queries.journal import event_of
from tournaments.services import locks


def lock_event(event: Tournament) -> Tournament:
    """Lock the event of a journal."""
    return locks.event(event)


def lock_whole(event: Tournament) -> Tournament:
    """Lock an event with its divisions."""
    held = locks.event(event)
    locks.divisions(held)
    return held


def lock_line(line: JournalEvent) -> None:
    """Lock the event of a line, and its division if it has one."""
    locks.event(event_of(line))
    if line.division is not None:
        locks.division(line.division)
