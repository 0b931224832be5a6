"""The locks taken by undos, by seals, and by forms that are compared with the current row before saving."""

from core.models import JournalEvent
from tournaments.models import Tournament
from tournaments.queries.journal import event_of
from tournaments.services import locks


def lock_event(event: Tournament) -> Tournament:
    """Lock the event of a journal."""
    return locks.event(event)


def lock_whole(event: Tournament) -> Tournament:
    """Lock an event with its divisions."""
    locked_event = locks.event(event)
    locks.divisions(locked_event)
    return locked_event


def lock_line(line: JournalEvent) -> None:
    """Lock the event of a journal line, and its division if it has one."""
    locks.event(event_of(line))
    if line.division is not None:
        locks.division(line.division)
