"""Lock and open the lists of an event, a single list, or lists whose deadline has passed."""

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
from decks.models.lists import MAX_NOTE_LENGTH
from decks.queries.lists import submission_window
from decks.services import locks
from decks.services.lists import list_journal
from tournaments.engine.journal_kinds import OfEntry
from tournaments.models import Tournament, User

Standing = Sequence[str]
"""The lock of a list, and the reason why it was sent back, or "" if it was not."""


@transaction.atomic
def lock_all_lists(event: Tournament, *, by: User | None, now: datetime | None = None) -> ListRules:
    """Lock the lists of an event, including those opened individually. Repeating the call changes nothing.

    Refused: LISTS_NOT_COLLECTED.
    """
    now = now or timezone.now()
    rules = locks.lock_list_rules(event)
    deck_lists = DeckList.objects.filter(entry__tournament=event)
    reset_count = deck_lists.filter(lock=DeckList.Lock.OPEN).update(lock=DeckList.Lock.AS_EVENT)
    if rules.locked_at is None or reset_count:
        rules.locked_at = rules.locked_at or now
        rules.save(update_fields=["locked_at"])
        journal.write_journal_line(event, ListsLocked(), by=by, at=now)
    return rules


@transaction.atomic
def unlock_all_lists(
    event: Tournament, *, by: User | None, until: datetime | None = None, now: datetime | None = None
) -> ListRules:
    """Reopen the lists of an event, and set the deadline to `until` unless it is None.

    With None, a deadline that has passed is removed, and lists that are open do not change.
    Refused: LISTS_NOT_COLLECTED, DEADLINE_PAST.
    """
    now = now or timezone.now()
    if until is not None and until <= now:
        raise Refused(DeckRefusal.DEADLINE_PAST)
    rules = locks.lock_list_rules(event)
    deadline_before = rules.deadline
    if rules.closed_at(now) is None and until is None:
        return rules
    rules.locked_at = None
    if until is not None or (rules.deadline is not None and rules.deadline <= now):
        rules.deadline = until
    rules.save(update_fields=["locked_at", "deadline"])
    journal.write_journal_line(
        event, ListsOpened(deadline_before=deadline_before, until=rules.deadline), by=by, at=now
    )
    return rules


@transaction.atomic
def close_due_lists(*, now: datetime | None = None) -> int:
    """Lock and journal the lists of every event whose deadline has passed, and return the number of events.

    The lists are closed from their deadline on, even before this call.
    """
    now = now or timezone.now()
    due_rules = locks.lock_due_list_rules(now)
    for rules in due_rules:
        rules.locked_at = rules.deadline
        rules.save(update_fields=["locked_at"])
        journal.write_journal_line(
            rules.tournament, ListsClosed(deadline=rules.deadline or now), by=None, at=now
        )
    return len(due_rules)


def lock_list_for_player(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Lock a list, so that only staff can change it."""
    return _set_lock(deck_list, DeckList.Lock.LOCKED, ListLocked, by=by)


def unlock_list_for_player(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Let the player change this list despite lock, deadline and building time, until round 1 is posted.

    After that, a list can be unlocked only during the building time of a redraft. Refused: see
    `submission_window.require_not_fixed`.
    """
    return _set_lock(deck_list, DeckList.Lock.OPEN, ListOpened, by=by)


@transaction.atomic
def lock_checked_list(deck_list: DeckList, *, by: User | None) -> DeckList:
    """Lock a list whose deck passed its check, and clear the note with which it was sent back."""
    deck_list = locks.lock_deck_list_row(deck_list)
    if _lock_in_force(deck_list) != DeckList.Lock.LOCKED or deck_list.sent_back:
        deck_list.lock, deck_list.sent_back = DeckList.Lock.LOCKED, ""
        deck_list.save(update_fields=["lock", "sent_back"])
        list_journal.write_list_line(deck_list, ListLocked, by=by)
    return deck_list


@transaction.atomic
def restore_lock(deck_list: DeckList, *, before: Standing, after: Standing) -> DeckList:
    """Restore the lock and note that a list had `before` a step, if they have not changed since (`after`).

    The change is not journaled, as the caller journals the undo. Refused: UNDO_OVERTAKEN if either has changed.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    if [deck_list.lock, deck_list.sent_back] != list(after):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    deck_list.lock, deck_list.sent_back = before
    deck_list.save(update_fields=["lock", "sent_back"])
    return deck_list


@transaction.atomic
def send_list_back(deck_list: DeckList, *, by: User | None, reason: str) -> DeckList:
    """Reopen a list with a note saying what to change.

    Refused: REASON_MISSING, and whatever `submission_window.require_not_fixed` refuses.
    """
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    deck_list = locks.lock_deck_list_row(deck_list)
    submission_window.require_not_fixed(deck_list)
    deck_list.lock, deck_list.sent_back = DeckList.Lock.OPEN, reason.strip()[:MAX_NOTE_LENGTH]
    deck_list.save(update_fields=["lock", "sent_back"])
    list_journal.write_list_line(deck_list, ListSentBack, by=by, reason=deck_list.sent_back)
    return deck_list


@transaction.atomic
def _set_lock(deck_list: DeckList, state: str, kind: type[OfEntry], *, by: User | None) -> DeckList:
    """Set the lock of a list to `state` and journal it as `kind`, unless that lock is in force already.

    Refused: whatever `submission_window.require_not_fixed` refuses, if the list is opened.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    if state == DeckList.Lock.OPEN:
        submission_window.require_not_fixed(deck_list)
    if _lock_in_force(deck_list) != state:
        deck_list.lock = state
        deck_list.save(update_fields=["lock"])
        list_journal.write_list_line(deck_list, kind, by=by)
    return deck_list


def _lock_in_force(deck_list: DeckList) -> str:
    """Return the lock of a list, or AS_EVENT if it no longer applies after a redraft and can be set again."""
    builds = submission_window.limited_builds_of_division(deck_list.entry.division)
    return submission_window.lock_of_list(deck_list, builds.of(deck_list.entry_id))
