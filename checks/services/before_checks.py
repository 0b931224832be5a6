"""Deck checks before the event: compare decks from a queue with their lists, and lock these lists (R-030, R-034).

These checks have no round, table or stopwatch. Only `decks.services.lists` changes lists.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from checks.engine.before_checks import TO_CHECK
from checks.engine.check_sheet import CountedDeck
from checks.engine.journal_kinds import BeforeCheckBegan, BeforeCheckEnded, BeforeCheckPutBack
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.models.checks import MAX_NOTE_LENGTH, MAX_WHY_LENGTH
from checks.queries import before_checks as queries
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks
from checks.services import locks
from checks.services.deck_checks import check_to_undo, journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.models.lists import MAX_NOTE_LENGTH as MAX_REASON_LENGTH
from decks.services import lists
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, Tournament, User

BEFORE, RUNNING, DONE, REMOVED = (
    DeckCheck.Kind.BEFORE,
    DeckCheck.State.RUNNING,
    DeckCheck.State.DONE,
    DeckCheck.State.REMOVED,
)
PASSED, FIX_LIST = DeckCheck.Outcome.PASSED, DeckCheck.Outcome.FIXED_LIST


@transaction.atomic
def begin_before_check(entry: Entry, *, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Begin to check a deck against its current list.

    If the judge is already checking it, return that check. Refused: CHANGED_MEANWHILE, ENTRY_ALREADY_LEFT (name),
    BEFORE_IS_OVER, BEFORE_TAKEN (name, who), CHECK_IS_OPEN (name).
    """
    locks.lock_event(entry.tournament)
    division = locks.lock_division(entry.division, scopes.entry_scope(entry.pk))
    current_entry = (
        Entry.objects.select_related("player", "tournament", "division").filter(pk=entry.pk).first()
    )
    if current_entry is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if not current_entry.active:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(current_entry))
    if division.started_at is not None:
        raise Refused(CheckRefusal.BEFORE_IS_OVER)
    running = queries.running_check(current_entry)
    if running is not None and by is not None and running.began_by_id == by.pk:
        return running
    if running is not None:
        raise Refused(CheckRefusal.BEFORE_TAKEN, name=str(current_entry), who=str(running.began_by or "–"))
    if DeckCheck.objects.filter(entry=current_entry, state__in=deck_checks.OPEN).exists():
        raise Refused(CheckRefusal.CHECK_IS_OPEN, name=str(current_entry))
    now = now or timezone.now()
    deck_list = DeckList.objects.filter(entry=current_entry).first()
    check = DeckCheck.objects.create(
        entry=current_entry,
        version_id=deck_list.counts_id if deck_list else None,
        kind=BEFORE,
        state=RUNNING,
        picked_at=now,
        picked_by=by,
        began_at=now,
        began_by=by,
    )
    journal_check(check, BeforeCheckBegan, by=by, at=now)
    return check


@transaction.atomic
def begin_next_before_check(event: Tournament, *, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Begin to check the next deck in the queue, in which players who have checked in come first.

    Refused: BEFORE_NOBODY_NEXT, and whatever `begin_before_check` refuses.
    """
    locks.lock_event(event)
    open_checks = DeckCheck.objects.filter(entry__tournament=event, state__in=deck_checks.OPEN)
    busy_entries = set(open_checks.values_list("entry", flat=True))
    for queued in queries.before_check_queue(event):
        if queued.deck_state in TO_CHECK and not queued.started and queued.entry not in busy_entries:
            entries = Entry.objects.select_related("division__tournament", "tournament")
            return begin_before_check(entries.get(pk=queued.entry), by=by, now=now)
    raise Refused(CheckRefusal.BEFORE_NOBODY_NEXT)


@transaction.atomic
def put_deck_back(check: DeckCheck, *, by: User | None) -> DeckCheck:
    """Return an unchecked deck to the queue. The taps of the check are not deleted.

    Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name).
    """
    check = _lock_running_check(check)
    check.state = REMOVED
    check.save(update_fields=["state"])
    journal_check(check, BeforeCheckPutBack, by=by)
    return check


@transaction.atomic
def end_before_check(
    check: DeckCheck,
    *,
    outcome: str,
    by: User | None,
    reason: str = "",
    note: str = "",
    rewrite: bool = False,
    now: datetime | None = None,
) -> DeckCheck:
    """End a check, and lock the list of a deck that passed.

    A deck that did not pass stays in the queue; `reason` is what the player has to do next. A list to correct or
    rewrite (`rewrite`, R-036) is sent back to the player with the reason, unless round 1 is posted. A deck that
    was not counted cannot pass, and is not considered checked (R-034, R-035).

    Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name), REASON_MISSING, BEFORE_REWRITE, BEFORE_LIST_CHANGED,
    BEFORE_NOT_LEGAL (open), BEFORE_COUNT_WRONG, BEFORE_NOT_READABLE, BEFORE_NOT_COUNTED (cards, whole).
    """
    check, now = _lock_running_check(check), now or timezone.now()
    is_passed, reason = outcome == PASSED, reason.strip()[:MAX_REASON_LENGTH]
    deck_list = DeckList.objects.select_related("entry__division").filter(entry=check.entry_id).first()
    counted = sheets.replay_count_of_check(check, sheets.list_rows_of(check))[0]
    if is_passed:
        _require_passing_deck(check, deck_list, counted, rewrite=rewrite)
    elif not reason:
        raise Refused(DeckRefusal.REASON_MISSING)
    lock_before = [deck_list.lock, deck_list.sent_back] if deck_list else None
    if deck_list is not None and is_passed:
        deck_list = lists.lock_checked_list(deck_list, by=by)
    elif (
        deck_list is not None
        and (rewrite or outcome == FIX_LIST)
        # A list on paper is rewritten on paper, so it is not sent back.
        and deck_list.counts_id
        and deck_list.entry.division.started_at is None
    ):
        deck_list = lists.send_list_back(deck_list, by=by, reason=reason)
    check.state, check.ended_at, check.ended_by = DONE, now, by
    check.outcome, check.rewrite = DeckCheck.Outcome(outcome).value, rewrite
    check.note, check.facts = (
        note.strip()[:MAX_NOTE_LENGTH],
        {**check.facts, "reason": "" if is_passed else reason},
    )
    check.not_counted = "" if counted.is_counted else reason[:MAX_WHY_LENGTH]
    check.save(
        update_fields=["state", "ended_at", "ended_by", "outcome", "rewrite", "note", "not_counted", "facts"]
    )
    facts = {
        "outcome": check.outcome,
        "reason": check.facts["reason"],
        "before": True,
        "list_was": lock_before,
    }
    facts["list_now"] = [deck_list.lock, deck_list.sent_back] if deck_list else None
    journal_check(check, BeforeCheckEnded, by=by, at=now, **facts)
    return check


def _lock_running_check(check: DeckCheck) -> DeckCheck:
    """Lock a running check. Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name)."""
    check = locks.lock_check(check)
    if check.kind != BEFORE or check.state != RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    return check


def _require_passing_deck(
    check: DeckCheck, deck_list: DeckList | None, counted: CountedDeck, *, rewrite: bool
) -> None:
    """Require a deck without problems in its count and its list.

    Refused: BEFORE_REWRITE, BEFORE_LIST_CHANGED, BEFORE_NOT_LEGAL (open), BEFORE_NOT_READABLE, BEFORE_COUNT_WRONG,
    BEFORE_NOT_COUNTED (cards, whole).
    """
    if rewrite:
        raise Refused(CheckRefusal.BEFORE_REWRITE)
    if deck_list is not None and deck_list.counts_id != check.version_id:
        raise Refused(CheckRefusal.BEFORE_LIST_CHANGED)
    errors, _settled = queries.open_problems_of_checked_list(check)
    if errors:
        raise Refused(CheckRefusal.BEFORE_NOT_LEGAL, open=len(errors))
    steps = counted.steps
    if steps["legible"] == "wrong":
        raise Refused(CheckRefusal.BEFORE_NOT_READABLE)
    if "wrong" in (*steps.values(), *counted.marks.values()):
        raise Refused(CheckRefusal.BEFORE_COUNT_WRONG)
    if not counted.is_counted:
        raise Refused(CheckRefusal.BEFORE_NOT_COUNTED, cards=counted.cards, whole=counted.expected_total)


KINDS = ("BeforeCheckBegan", "BeforeCheckPutBack", "BeforeCheckEnded")


def _resume_before_check(check: DeckCheck) -> None:
    """Set a check to running without saving. Refused: UNDO_OVERTAKEN if the deck has another open or later check."""
    later_checks = DeckCheck.objects.filter(entry=check.entry_id, pk__gt=check.pk).exclude(state=REMOVED)
    if (
        later_checks.exists()
        or DeckCheck.objects.filter(entry=check.entry_id, state__in=deck_checks.OPEN).exists()
    ):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state = RUNNING


def _undo_before_check_begin(line: JournalEvent) -> None:
    """Remove the check, so that the deck is in the queue again. The taps stay. Refused: UNDO_OVERTAKEN."""
    check = check_to_undo(line, KINDS, RUNNING)
    check.state = REMOVED
    check.save(update_fields=["state"])


def _undo_put_deck_back(line: JournalEvent) -> None:
    """Resume the check of a deck that was returned to the queue. Refused: UNDO_OVERTAKEN."""
    check = check_to_undo(line, KINDS, REMOVED)
    _resume_before_check(check)
    check.save(update_fields=["state"])


def _undo_before_check_end(line: JournalEvent) -> None:
    """Resume the check, and restore the lock of the list and the reason why it was sent back.

    The note of the check is not deleted. Refused: UNDO_OVERTAKEN.
    """
    check = check_to_undo(line, KINDS, DONE)
    _resume_before_check(check)
    check.ended_at, check.ended_by, check.outcome, check.rewrite = None, None, "", False
    check.not_counted = ""
    check.facts = {name: value for name, value in check.facts.items() if name != "reason"}
    check.save(update_fields=["state", "ended_at", "ended_by", "outcome", "rewrite", "not_counted", "facts"])
    lock_before, lock_after = line.facts["list_was"], line.facts["list_now"]
    if lock_before is not None and lock_before != lock_after:
        deck_list = DeckList.objects.filter(entry=check.entry_id).first()
        if deck_list is None:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        lists.restore_lock(deck_list, before=lock_before, after=lock_after)


add_undo(_undo_before_check_begin, BeforeCheckBegan)
add_undo(_undo_put_deck_back, BeforeCheckPutBack)
add_undo(_undo_before_check_end, BeforeCheckEnded)
