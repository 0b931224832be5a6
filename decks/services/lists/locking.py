"""Lock and open lists, together, one by one, and at the deadline."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import journal
from decks.engine.journal_kinds import (
    ListLocked,
    ListOpened,
    ListsClosed,
    ListSentBack,
    ListsLocked,
    ListsOpened,
)
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, ListRules
from decks.models.lists import LONGEST_NOTE
from decks.queries.lists import submission_window
from decks.services import locks
from decks.services.lists import list_journal
from tournaments.engine.journal_kinds import OfEntry
from tournaments.models import Tournament, User

Standing = Sequence[str]
"""The lock of a list, and why it was sent back."""


@transaction.atomic
def lock_all(event: Tournament, *, by: User | None, now: datetime | None = None) -> ListRules:
    """Close the lists of an event, including those opened one by one. A second call changes nothing.

    Refused: LISTS_NOT_COLLECTED.
    """
    now = now or timezone.now()
    rules = locks.list_rules(event)
    lists = DeckList.objects.filter(entry__tournament=event)
    opened = lists.filter(lock=DeckList.Lock.OPEN).update(lock=DeckList.Lock.AS_EVENT)
    if rules.locked_at is None or opened:
        rules.locked_at = rules.locked_at or now
        rules.save(update_fields=["locked_at"])
        journal.write(event, ListsLocked(), by=by, at=now)
    return rules


@transaction.atomic
def unlock_all(
    event: Tournament, *, by: User | None, until: datetime | None = None, now: datetime | None = None
) -> ListRules:
    """Reopen the lists of an event. A deadline in the past is replaced by `until`, or removed.

    Refused: LISTS_NOT_COLLECTED, DEADLINE_PAST.
    """
    now = now or timezone.now()
    if until is not None and until <= now:
        raise Refused(DeckRefusal.DEADLINE_PAST)
    rules = locks.list_rules(event)
    before = rules.deadline
    if rules.closed_at(now) is None and until is None:
        return rules
    rules.locked_at = None
    if until is not None or (rules.deadline is not None and rules.deadline <= now):
        rules.deadline = until
    rules.save(update_fields=["locked_at", "deadline"])
    journal.write(event, ListsOpened(deadline_before=before, until=rules.deadline), by=by, at=now)
    return rules


@transaction.atomic
def close_due(*, now: datetime | None = None) -> int:
    """Lock and journal the lists of every event whose deadline has passed; returns the number of events.

    The deadline closes them without this call.
    """
    now = now or timezone.now()
    due = locks.due_list_rules(now)
    for rules in due:
        rules.locked_at = rules.deadline
        rules.save(update_fields=["locked_at"])
        journal.write(rules.tournament, ListsClosed(deadline=rules.deadline or now), by=None, at=now)
    return len(due)


def lock(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Lock a list for everyone but staff."""
    return _set(deck_list, DeckList.Lock.LOCKED, ListLocked, by=by)


def unlock(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Let the player change this list past lock, deadline and building, until round 1 is posted.

    Again while building for a redraft. Refused: ROUND_1_STARTED and those of `submission_window.require_not_fixed`.
    """
    return _set(deck_list, DeckList.Lock.OPEN, ListOpened, by=by)


@transaction.atomic
def lock_checked(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Lock a list whose deck check passed, and clear any request to its player."""
    row = locks.deck_list(deck_list)
    if _holds(row) != DeckList.Lock.LOCKED or row.sent_back:
        row.lock, row.sent_back = DeckList.Lock.LOCKED, ""
        row.save(update_fields=["lock", "sent_back"])
        list_journal.write(row, ListLocked, by=by)
    return row


@transaction.atomic
def lock_as_before(deck_list: DeckList, *, was: Standing, now: Standing) -> DeckList:
    """Restore the lock and the note to the player from before a step that set them to `now`.

    The undo's own journal line covers it. Refused: UNDO_OVERTAKEN if either changed since.
    """
    row = locks.deck_list(deck_list)
    if [row.lock, row.sent_back] != list(now):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.lock, row.sent_back = was
    row.save(update_fields=["lock", "sent_back"])
    return row


@transaction.atomic
def send_back(deck_list: DeckList, *, by: User | None, reason: str) -> DeckList:
    """Reopen a list with a note on what to change. Refused: REASON_MISSING, ROUND_1_STARTED."""
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    row = locks.deck_list(deck_list)
    submission_window.require_not_fixed(row)
    row.lock, row.sent_back = DeckList.Lock.OPEN, reason.strip()[:LONGEST_NOTE]
    row.save(update_fields=["lock", "sent_back"])
    list_journal.write(row, ListSentBack, by=by, reason=row.sent_back)
    return row


@transaction.atomic
def _set(deck_list: DeckList, state: str, kind: type[OfEntry], *, by: User | None) -> DeckList:
    row = locks.deck_list(deck_list)
    if state == DeckList.Lock.OPEN:
        submission_window.require_not_fixed(row)
    if _holds(row) != state:
        row.lock = state
        row.save(update_fields=["lock"])
        list_journal.write(row, kind, by=by)
    return row


def _holds(row: DeckList) -> str:
    # A lock from before a redraft no longer applies, so it can be set again.
    builds = submission_window.builds_for(row.entry.division)
    return submission_window.lock_of(row, builds.of(row.entry_id))
