"""Checks before the event: take a deck from the queue, compare it with its list, and lock the list (R-030, R-034).

They have no round, table or stopwatch. The lists belong to `decks.services.lists`.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from checks.engine.before_checks import TO_CHECK
from checks.engine.check_sheet import Counted
from checks.engine.journal_kinds import BeforeCheckBegan, BeforeCheckEnded, BeforeCheckPutBack
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.models.checks import LONGEST_NOTE, LONGEST_WHY
from checks.queries import before_checks as queries
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks
from checks.services import locks
from checks.services.deck_checks import journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.models.lists import LONGEST_NOTE as LONGEST_REASON
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
def begin(entry: Entry, *, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Begin the check of a deck against the list that counts. One's own running check is returned.

    Refused: CHANGED_MEANWHILE, ENTRY_ALREADY_LEFT (name), BEFORE_IS_OVER, BEFORE_TAKEN (name, who), CHECK_IS_OPEN
    (name).
    """
    locks.event(entry.tournament)
    home = locks.division(entry.division, scopes.entry(entry.pk))
    row = Entry.objects.select_related("player", "tournament", "division").filter(pk=entry.pk).first()
    if row is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if not row.active:
        raise Refused(TournamentRefusal.ENTRY_ALREADY_LEFT, name=str(row))
    if home.started_at is not None:
        raise Refused(CheckRefusal.BEFORE_IS_OVER)
    running = queries.running(row)
    if running is not None and by is not None and running.began_by_id == by.pk:
        return running
    if running is not None:
        raise Refused(CheckRefusal.BEFORE_TAKEN, name=str(row), who=str(running.began_by or "–"))
    if DeckCheck.objects.filter(entry=row, state__in=deck_checks.OPEN).exists():
        raise Refused(CheckRefusal.CHECK_IS_OPEN, name=str(row))
    return _start(row, by=by, now=now or timezone.now())


def _start(row: Entry, *, by: User | None, now: datetime) -> DeckCheck:
    deck_list = DeckList.objects.filter(entry=row).first()
    check = DeckCheck.objects.create(
        entry=row,
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
def begin_next(event: Tournament, *, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Begin the check of the next deck in the queue, players who are here first.

    Refused: BEFORE_NOBODY_NEXT, and what `begin` refuses.
    """
    locks.event(event)
    busy = DeckCheck.objects.filter(entry__tournament=event, state__in=deck_checks.OPEN)
    taken = set(busy.values_list("entry", flat=True))
    for row in queries.queue(event):
        if row.stand in TO_CHECK and not row.started and row.entry not in taken:
            rows = Entry.objects.select_related("division__tournament", "tournament")
            return begin(rows.get(pk=row.entry), by=by, now=now)
    raise Refused(CheckRefusal.BEFORE_NOBODY_NEXT)


@transaction.atomic
def put_back(check: DeckCheck, *, by: User | None) -> DeckCheck:
    """Return an unchecked deck to the queue. The taps stay with this check.

    Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name).
    """
    check = _running(check)
    check.state = REMOVED
    check.save(update_fields=["state"])
    journal_check(check, BeforeCheckPutBack, by=by)
    return check


@transaction.atomic
def end(
    check: DeckCheck,
    *,
    outcome: str,
    by: User | None,
    reason: str = "",
    note: str = "",
    rewrite: bool = False,
    now: datetime | None = None,
) -> DeckCheck:
    """End a check and lock the list of a deck that passed.

    Otherwise the deck stays in the queue, with the next step as `reason`. A list to correct or rewrite (`rewrite`,
    R-036) is sent back to its player with the reason, unless round 1 is posted. A deck that was not counted never
    passes, and does not count as checked (R-034, R-035).

    Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name), REASON_MISSING, BEFORE_REWRITE, BEFORE_LIST_CHANGED,
    BEFORE_NOT_LEGAL (open), BEFORE_COUNT_WRONG, BEFORE_NOT_READABLE, BEFORE_NOT_COUNTED (cards, whole).
    """
    check, now = _running(check), now or timezone.now()
    passed, reason = outcome == PASSED, reason.strip()[:LONGEST_REASON]
    deck_list = DeckList.objects.select_related("entry__division").filter(entry=check.entry_id).first()
    counted = sheets.counted(check, sheets.rows_of(check))[0]
    if passed:
        _require_sound(check, deck_list, counted, rewrite=rewrite)
    elif not reason:
        raise Refused(DeckRefusal.REASON_MISSING)
    was = [deck_list.lock, deck_list.sent_back] if deck_list else None
    if deck_list is not None and passed:
        deck_list = lists.lock_checked(deck_list, by=by)
    elif deck_list is not None and _goes_back(deck_list, outcome, rewrite=rewrite):
        deck_list = lists.send_back(deck_list, by=by, reason=reason)
    check.state, check.ended_at, check.ended_by = DONE, now, by
    check.outcome, check.rewrite = DeckCheck.Outcome(outcome).value, rewrite
    check.note, check.facts = note.strip()[:LONGEST_NOTE], {**check.facts, "reason": "" if passed else reason}
    check.not_counted = "" if counted.is_counted else reason[:LONGEST_WHY]
    check.save(
        update_fields=["state", "ended_at", "ended_by", "outcome", "rewrite", "note", "not_counted", "facts"]
    )
    facts = {"outcome": check.outcome, "reason": check.facts["reason"], "before": True, "list_was": was}
    facts["list_now"] = [deck_list.lock, deck_list.sent_back] if deck_list else None
    journal_check(check, BeforeCheckEnded, by=by, at=now, **facts)
    return check


def _running(check: DeckCheck) -> DeckCheck:
    """Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name)."""
    check = locks.check(check)
    if check.kind != BEFORE or check.state != RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    return check


def _require_sound(check: DeckCheck, deck_list: DeckList | None, counted: Counted, *, rewrite: bool) -> None:
    """Refuse to pass a deck by its count or by the current verdict on its list.

    Refused: BEFORE_REWRITE, BEFORE_LIST_CHANGED, BEFORE_NOT_LEGAL (open), BEFORE_NOT_READABLE, BEFORE_COUNT_WRONG,
    BEFORE_NOT_COUNTED (cards, whole).
    """
    if rewrite:
        raise Refused(CheckRefusal.BEFORE_REWRITE)
    if deck_list is not None and deck_list.counts_id != check.version_id:
        raise Refused(CheckRefusal.BEFORE_LIST_CHANGED)
    errors, _settled = queries.open_problems(check)
    if errors:
        raise Refused(CheckRefusal.BEFORE_NOT_LEGAL, open=len(errors))
    steps = counted.steps
    if steps["legible"] == "wrong":
        raise Refused(CheckRefusal.BEFORE_NOT_READABLE)
    if "wrong" in (*steps.values(), *counted.marks.values()):
        raise Refused(CheckRefusal.BEFORE_COUNT_WRONG)
    if not counted.is_counted:
        raise Refused(CheckRefusal.BEFORE_NOT_COUNTED, cards=counted.cards, whole=counted.expected_total)


def _goes_back(deck_list: DeckList, outcome: str, *, rewrite: bool) -> bool:
    """Whether the player has a list here to change; a paper list is rewritten on paper."""
    return (
        (rewrite or outcome == FIX_LIST)
        and bool(deck_list.counts_id)
        and deck_list.entry.division.started_at is None
    )


KINDS = ("BeforeCheckBegan", "BeforeCheckPutBack", "BeforeCheckEnded")


def _undone(line: JournalEvent, state: str) -> DeckCheck:
    """The check of a journal line. Refused: UNDO_OVERTAKEN unless it is in this state and the line its newest."""
    rows = DeckCheck.objects.select_related("entry").filter(entry__division=line.division_id, kind=BEFORE)
    check = rows.filter(pk=line.facts["check"], state=state).first()
    if check is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(line, KINDS, check=check.pk)
    return check


def _go_on(check: DeckCheck) -> None:
    """Resume a check. Refused: UNDO_OVERTAKEN if another check of the deck is open or was made since."""
    later = DeckCheck.objects.filter(entry=check.entry_id, pk__gt=check.pk).exclude(state=REMOVED)
    if later.exists() or DeckCheck.objects.filter(entry=check.entry_id, state__in=deck_checks.OPEN).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state = RUNNING


def _undo_begin(line: JournalEvent) -> None:
    """Remove the check, so that the deck is back in the queue; its taps stay."""
    check = _undone(line, RUNNING)
    check.state = REMOVED
    check.save(update_fields=["state"])


def _undo_put_back(line: JournalEvent) -> None:
    check = _undone(line, REMOVED)
    _go_on(check)
    check.save(update_fields=["state"])


def _undo_end(line: JournalEvent) -> None:
    """Resume the check, and restore the list's lock and note."""
    check = _undone(line, DONE)
    _go_on(check)
    check.ended_at, check.ended_by, check.outcome, check.rewrite = None, None, "", False
    check.not_counted = ""
    check.facts = {name: value for name, value in check.facts.items() if name != "reason"}
    check.save(update_fields=["state", "ended_at", "ended_by", "outcome", "rewrite", "not_counted", "facts"])
    was, now = line.facts["list_was"], line.facts["list_now"]
    if was is not None and was != now:
        deck_list = DeckList.objects.filter(entry=check.entry_id).first()
        if deck_list is None:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        lists.lock_as_before(deck_list, was=was, now=now)


add_undo(_undo_begin, BeforeCheckBegan)
add_undo(_undo_put_back, BeforeCheckPutBack)
add_undo(_undo_end, BeforeCheckEnded)
