"""Run a deck check: begun at the table, tapped through, ended with its outcome and the table's time extension."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from checks.engine.check_sheet import Tap, is_odd
from checks.engine.journal_kinds import DeckCheckBegan, DeckCheckEnded
from checks.engine.refusals import CheckRefusal
from checks.models import CheckTap, DeckCheck
from checks.models.checks import LONGEST_KEY, LONGEST_NOTE, LONGEST_WHY
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.services import locks
from checks.services.deck_checks import journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal, undo
from decks.models import DeckList
from pairings.models import Extension, Match, Round
from pairings.services.reports import time_extensions
from tournaments.models import User


@transaction.atomic
def begin(
    check: DeckCheck, *, by: User | None, at_table: bool = True, now: datetime | None = None
) -> DeckCheck:
    """Begin a check: the deck is taken from the table, whose stopwatch starts. A running check is returned unchanged.

    Not `at_table`: a check on paper whose table has finished, so no stopwatch starts and its place stays. The deck is
    compared with the list that counts. Refused: CHECK_NOT_FOUND, CHECK_IS_OVER (name).
    """
    check, now = locks.check(check), now or timezone.now()
    if check.state == DeckCheck.State.RUNNING:
        return check
    if check.state != DeckCheck.State.PICKED:
        raise Refused(CheckRefusal.CHECK_IS_OVER, name=str(check.entry))
    match, watch = queries.match_of(check) if at_table else None, None
    if match is not None:
        check.round_number, check.table = match.round.number, match.table
        watch = time_extensions.begin(match, by=by, cause=Extension.Cause.DECK_CHECK, now=now)
    deck_list = DeckList.objects.filter(entry=check.entry_id).first()
    check.version_id = deck_list.counts_id if deck_list else None
    check.state, check.began_at, check.began_by = DeckCheck.State.RUNNING, now, by
    check.save(update_fields=["round_number", "table", "version", "state", "began_at", "began_by"])
    where = {"table": check.table, "round": check.round_number, "extension": watch.pk if watch else None}
    journal_check(check, DeckCheckBegan, by=by, at=now, **where)
    return check


@transaction.atomic
def tap(
    check: DeckCheck,
    tapped: Tap,
    *,
    key: str,
    by: User | None,
    seen: int | None = None,
    now: datetime | None = None,
) -> CheckTap:
    """Store a judge's tap; the same `key` again is the same tap. Taps are not journaled.

    `seen`: how many taps of this check the page knew. If another judge has since tapped a different number for the same
    subject, this tap is refused instead of overwriting it. Refused: CHECK_NOT_RUNNING (name), CHECK_TAP_ODD,
    CHECK_TAP_CROSSED (who, kind, subject, theirs, yours).
    """
    check = locks.check_sheet(check)
    twice = CheckTap.objects.filter(check_of=check, key=key).first()
    if twice is not None:
        return twice
    if check.state != DeckCheck.State.RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    if not 0 < len(key) <= LONGEST_KEY or is_odd(tapped, len(sheets.rows_of(check))):
        raise Refused(CheckRefusal.CHECK_TAP_ODD)
    _require_not_crossed(check, tapped, by=by, seen=seen)
    return CheckTap.objects.create(
        check_of=check,
        key=key,
        kind=tapped.kind,
        subject=tapped.subject,
        number=tapped.number,
        at=now or timezone.now(),
        by=by,
    )


def _require_not_crossed(check: DeckCheck, tapped: Tap, *, by: User | None, seen: int | None) -> None:
    if seen is None:
        return
    later = CheckTap.objects.filter(check_of=check).order_by("pk").select_related("by")[max(seen, 0) :]
    about = [other for other in later if (other.kind, other.subject) == (tapped.kind, tapped.subject)]
    theirs = next((other for other in reversed(about) if other.by_id != (by.pk if by else None)), None)
    if theirs is not None and theirs.number != tapped.number:
        raise Refused(
            CheckRefusal.CHECK_TAP_CROSSED,
            who=str(theirs.by or ""),
            kind=tapped.kind,
            subject=tapped.subject,
            theirs=theirs.number,
            yours=tapped.number,
        )


@transaction.atomic
def end(
    check: DeckCheck,
    *,
    outcome: str,
    by: User | None,
    minutes: int = 0,
    note: str = "",
    rewrite: bool = False,
    reason: str = "",
    not_counted: str = "",
    at_table: bool = True,
    now: datetime | None = None,
) -> DeckCheck:
    """End a check and return the deck.

    The table gets `minutes` once no other deck of it is being checked; `at_table` as in `begin`.

    Refused: CHECK_NOT_RUNNING (name), CHECK_IS_BEFORE, CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole), EXTENSION_ODD
    (most).
    """
    check, now = locks.check(check), now or timezone.now()
    if check.state != DeckCheck.State.RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    if check.kind == DeckCheck.Kind.BEFORE:
        raise Refused(CheckRefusal.CHECK_IS_BEFORE)
    not_counted = _why_not_counted(check, outcome, not_counted)
    match = queries.match_of(check) if at_table else None
    running = time_extensions.running_at(match) if match else None
    alone = match is not None and not _other_deck(check, match)
    extension = minutes if running and alone and running.cause == Extension.Cause.DECK_CHECK else None
    if running and extension is not None:
        time_extensions.end(running, seconds=extension * 60, by=by, now=now)
    check.state, check.ended_at, check.ended_by = DeckCheck.State.DONE, now, by
    check.outcome, check.minutes = DeckCheck.Outcome(outcome).value, extension
    check.note, check.rewrite = note.strip()[:LONGEST_NOTE], rewrite
    check.not_counted = not_counted
    check.facts = {**check.facts, "reason": reason.strip()[:LONGEST_NOTE] if rewrite else ""}
    check.save(
        update_fields=[
            "state",
            "ended_at",
            "ended_by",
            "outcome",
            "minutes",
            "note",
            "rewrite",
            "not_counted",
            "facts",
        ]
    )
    journal_check(
        check,
        DeckCheckEnded,
        by=by,
        at=now,
        outcome=check.outcome,
        minutes=extension,
        round=check.round_number,
        not_counted=not_counted,
        extension=running.pk if running and extension is not None else None,
    )
    return check


def _why_not_counted(check: DeckCheck, outcome: str, why: str) -> str:
    """Why the cards were not counted; empty if they were. Without a list only their total is compared.

    Refused: CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole).
    """
    rows = sheets.rows_of(check)
    now = sheets.counted(check, rows)[0]
    differs = now.steps["total"] == "wrong" or (bool(rows) and now.steps["contents"] == "wrong")
    if outcome == DeckCheck.Outcome.PASSED and differs:
        raise Refused(CheckRefusal.CHECK_DIFFERS)
    if now.is_counted:
        return ""
    if not why.strip():
        raise Refused(CheckRefusal.CHECK_NOT_COUNTED, cards=now.cards, whole=now.expected_total)
    return why.strip()[:LONGEST_WHY]


def _other_deck(check: DeckCheck, match: Match) -> bool:
    """Whether the opponent's deck is being checked too."""
    others = DeckCheck.objects.filter(entry__seats__match=match, state=DeckCheck.State.RUNNING)
    return others.exclude(pk=check.pk).exists()


KINDS = ("DeckCheckBegan", "DeckCheckEnded")


def _row(line: JournalEvent, state: str) -> DeckCheck:
    check = DeckCheck.objects.select_related("entry").filter(pk=line.facts["check"], state=state).first()
    if check is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(line, KINDS, check=check.pk)
    return check


def _undo_begin(line: JournalEvent) -> None:
    """Return the deck to the picked ones; its taps stay. The stopwatch is undone with the last deck of its table."""
    check = _row(line, DeckCheck.State.RUNNING)
    check.state, check.began_at, check.began_by = DeckCheck.State.PICKED, None, None
    check.save(update_fields=["state", "began_at", "began_by"])
    watch = _watch(line)
    if watch is not None and watch.ended_at is None and not _other_deck(check, watch.match):
        _undo_extension(line, "ExtensionBegan", watch)


def _undo_end(line: JournalEvent) -> None:
    """Resume the check, and the stopwatch of its table from its original start."""
    check = _row(line, DeckCheck.State.DONE)
    if DeckCheck.objects.filter(entry=check.entry_id, state__in=queries.OPEN).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state, check.ended_at, check.ended_by = DeckCheck.State.RUNNING, None, None
    check.outcome, check.minutes, check.not_counted = "", None, ""
    check.save(update_fields=["state", "ended_at", "ended_by", "outcome", "minutes", "not_counted"])
    watch = _watch(line)
    if watch is not None and watch.ended_at is not None:
        _undo_extension(line, "ExtensionGiven", watch)


def _watch(line: JournalEvent) -> Extension | None:
    """The step's time extension, if it is in force and its round still runs; else None."""
    rows = Extension.objects.select_related("match__round")
    extension = rows.filter(pk=line.facts.get("extension"), withdrawn_at=None).first()
    return extension if extension and extension.match.round.state == Round.State.POSTED else None


def _undo_extension(line: JournalEvent, kind: str, watch: Extension) -> None:
    """Undo the step's time extension in its own journal line.

    A stopwatch begun for another reason stays. Refused: UNDO_OVERTAKEN.
    """
    own = JournalEvent.objects.filter(division=line.division_id, kind=kind, facts__extension=watch.pk)
    step = own.filter(undone_by__isnull=True).order_by("pk").last()
    if step is None or step.facts["cause"] != Extension.Cause.DECK_CHECK:
        return
    undo.reverse(step, by=None)


add_undo(_undo_begin, DeckCheckBegan)
add_undo(_undo_end, DeckCheckEnded)
