"""Deck checks on a phone: begin a check at the table, count cards by taps, and end it with an outcome."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from checks.engine.check_sheet import Tap, is_invalid_check_tap
from checks.engine.journal_kinds import DeckCheckBegan, DeckCheckEnded
from checks.engine.refusals import CheckRefusal
from checks.models import CheckTap, DeckCheck
from checks.models.checks import MAX_KEY_LENGTH, MAX_NOTE_LENGTH, MAX_WHY_LENGTH
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.services import locks
from checks.services.deck_checks import check_to_undo, journal_check
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from decks.models import DeckList
from pairings.models import Extension, Match, Round
from pairings.queries.reports import clocks
from pairings.services.reports import time_extensions
from tournaments.models import User


@transaction.atomic
def begin_check(
    check: DeckCheck, *, by: User | None, at_table: bool = True, now: datetime | None = None
) -> DeckCheck:
    """Begin a check against the current list, and start the table's stopwatch.

    A running check is not changed. Without `at_table`, no stopwatch is started, and round and table are not set.
    This is for checks on paper after the match has ended. Refused: CHECK_NOT_FOUND, CHECK_IS_OVER (name).
    """
    check, now = locks.lock_check(check), now or timezone.now()
    if check.state == DeckCheck.State.RUNNING:
        return check
    if check.state != DeckCheck.State.PICKED:
        raise Refused(CheckRefusal.CHECK_IS_OVER, name=str(check.entry))
    match, stopwatch = queries.current_match_of_check(check) if at_table else None, None
    if match is not None:
        check.round_number, check.table = match.round.number, match.table
        stopwatch = time_extensions.start_stopwatch(match, by=by, cause=Extension.Cause.DECK_CHECK, now=now)
    deck_list = DeckList.objects.filter(entry=check.entry_id).first()
    check.version_id = deck_list.counts_id if deck_list else None
    check.state, check.began_at, check.began_by = DeckCheck.State.RUNNING, now, by
    check.save(update_fields=["round_number", "table", "version", "state", "began_at", "began_by"])
    seat_facts = {
        "table": check.table,
        "round": check.round_number,
        "extension": stopwatch.pk if stopwatch else None,
    }
    journal_check(check, DeckCheckBegan, by=by, at=now, **seat_facts)
    return check


def move_running_checks(match: Match) -> None:
    """Set the table of the running checks of a moved match, where the decks are returned."""
    checks = DeckCheck.objects.filter(state=DeckCheck.State.RUNNING, round_number=match.round.number)
    checks.filter(entry__in=[match.left_id, match.right_id]).update(table=match.table)


@transaction.atomic
def store_check_tap(
    check: DeckCheck,
    tapped: Tap,
    *,
    key: str,
    by: User | None,
    seen: int | None = None,
    now: datetime | None = None,
) -> CheckTap:
    """Store a judge's tap without a journal line. If a tap with this `key` is already stored, return it.

    `seen` is the number of taps on the page. If another judge has since tapped a different number for the same subject,
    this tap is refused, so that it does not overwrite the other. Refused: CHECK_NOT_RUNNING (name), CHECK_TAP_ODD,
    CHECK_TAP_CROSSED (who, kind, subject, theirs, yours).
    """
    check = locks.lock_check_alone(check)
    if stored := CheckTap.objects.filter(check_of=check, key=key).first():
        return stored
    if check.state != DeckCheck.State.RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    if not 0 < len(key) <= MAX_KEY_LENGTH or is_invalid_check_tap(tapped, len(sheets.list_rows_of(check))):
        raise Refused(CheckRefusal.CHECK_TAP_ODD)
    if seen is not None:
        later_taps = (
            CheckTap.objects.filter(check_of=check).order_by("pk").select_related("by")[max(seen, 0) :]
        )
        crossing_taps = [
            tap
            for tap in later_taps
            if (tap.kind, tap.subject) == (tapped.kind, tapped.subject)
            and tap.by_id != (by.pk if by else None)
        ]
        if crossing_taps and crossing_taps[-1].number != tapped.number:
            raise Refused(
                CheckRefusal.CHECK_TAP_CROSSED,
                who=str(crossing_taps[-1].by or ""),
                kind=tapped.kind,
                subject=tapped.subject,
                theirs=crossing_taps[-1].number,
                yours=tapped.number,
            )
    return CheckTap.objects.create(
        check_of=check,
        key=key,
        kind=tapped.kind,
        subject=tapped.subject,
        number=tapped.number,
        at=now or timezone.now(),
        by=by,
    )


@transaction.atomic
def end_check(
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
    """End a check.

    If the table's stopwatch runs for a deck check, the table gets a time extension of `minutes`, unless its other
    deck is still being checked. `reason` is what to rewrite, stored only with `rewrite`. `not_counted`: why the
    cards were not counted. Without `at_table`, the table gets no time extension.
    Refused: CHECK_NOT_FOUND, CHECK_NOT_RUNNING (name), CHECK_IS_BEFORE, CHECK_DIFFERS,
    CHECK_NOT_COUNTED (cards, whole), EXTENSION_ODD (most).
    """
    check, now = locks.lock_check(check), now or timezone.now()
    if check.state != DeckCheck.State.RUNNING:
        raise Refused(CheckRefusal.CHECK_NOT_RUNNING, name=str(check.entry))
    if check.kind == DeckCheck.Kind.BEFORE:
        raise Refused(CheckRefusal.CHECK_IS_BEFORE)
    not_counted = _require_reason_if_uncounted(check, outcome, not_counted)
    match = queries.current_match_of_check(check) if at_table else None
    running_extension = clocks.running_extension(match) if match else None
    is_last = match is not None and not _is_opponent_being_checked(check, match)
    granted_minutes = (
        minutes
        if running_extension and is_last and running_extension.cause == Extension.Cause.DECK_CHECK
        else None
    )
    if running_extension and granted_minutes is not None:
        time_extensions.grant_stopwatch_time(running_extension, seconds=granted_minutes * 60, by=by, now=now)
    check.state, check.ended_at, check.ended_by = DeckCheck.State.DONE, now, by
    check.outcome, check.minutes = DeckCheck.Outcome(outcome).value, granted_minutes
    check.note, check.rewrite = note.strip()[:MAX_NOTE_LENGTH], rewrite
    check.not_counted = not_counted
    check.facts = {**check.facts, "reason": reason.strip()[:MAX_NOTE_LENGTH] if rewrite else ""}
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
        minutes=granted_minutes,
        round=check.round_number,
        not_counted=not_counted,
        extension=running_extension.pk if running_extension and granted_minutes is not None else None,
    )
    return check


def _require_reason_if_uncounted(check: DeckCheck, outcome: str, reason: str) -> str:
    """Return the reason to store why the cards were not counted, or "" if they were counted.

    A deck with a difference cannot pass; without a list, only the total is compared.
    Refused: CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole) without a reason.
    """
    rows = sheets.list_rows_of(check)
    counted = sheets.replay_count_of_check(check, rows)[0]
    has_difference = counted.steps["total"] == "wrong" or (
        bool(rows) and counted.steps["contents"] == "wrong"
    )
    if outcome == DeckCheck.Outcome.PASSED and has_difference:
        raise Refused(CheckRefusal.CHECK_DIFFERS)
    if counted.is_counted:
        return ""
    if not reason.strip():
        raise Refused(CheckRefusal.CHECK_NOT_COUNTED, cards=counted.cards, whole=counted.expected_total)
    return reason.strip()[:MAX_WHY_LENGTH]


def _is_opponent_being_checked(check: DeckCheck, match: Match) -> bool:
    """Return whether the opponent's deck is being checked as well."""
    running_checks = DeckCheck.objects.filter(entry__seats__match=match, state=DeckCheck.State.RUNNING)
    return running_checks.exclude(pk=check.pk).exists()


KINDS = ("DeckCheckBegan", "DeckCheckEnded")


def _undo_check_begin(line: JournalEvent) -> None:
    """Set the check back to picked; its taps are not deleted.

    The start of the table's stopwatch is undone too, unless the opponent's deck is still being checked.
    Refused: UNDO_OVERTAKEN.
    """
    check = check_to_undo(line, KINDS, DeckCheck.State.RUNNING)
    check.state, check.began_at, check.began_by = DeckCheck.State.PICKED, None, None
    check.save(update_fields=["state", "began_at", "began_by"])
    extension = _extension_of(line)
    if (
        extension is not None
        and extension.ended_at is None
        and not _is_opponent_being_checked(check, extension.match)
    ):
        _undo_extension(line, "ExtensionBegan", extension)


def _undo_check_end(line: JournalEvent) -> None:
    """Resume the check and the table's stopwatch, with its original start. Refused: UNDO_OVERTAKEN."""
    check = check_to_undo(line, KINDS, DeckCheck.State.DONE)
    if DeckCheck.objects.filter(entry=check.entry_id, state__in=queries.OPEN).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state, check.ended_at, check.ended_by = DeckCheck.State.RUNNING, None, None
    check.outcome, check.minutes, check.not_counted = "", None, ""
    check.save(update_fields=["state", "ended_at", "ended_by", "outcome", "minutes", "not_counted"])
    extension = _extension_of(line)
    if extension is not None and extension.ended_at is not None:
        _undo_extension(line, "ExtensionGiven", extension)


def _extension_of(line: JournalEvent) -> Extension | None:
    """Return the time extension of a journal line if it is in force and its round is running, else None."""
    rows = Extension.objects.select_related("match__round")
    extension = rows.filter(pk=line.facts.get("extension"), withdrawn_at=None).first()
    return extension if extension and extension.match.round.state == Round.State.POSTED else None


def _undo_extension(line: JournalEvent, kind: str, extension: Extension) -> None:
    """Undo the journal line of a time extension, unless the extension has another reason. Refused: UNDO_OVERTAKEN."""
    lines = JournalEvent.objects.filter(division=line.division_id, kind=kind, facts__extension=extension.pk)
    step = lines.filter(undone_by__isnull=True).order_by("pk").last()
    if step is None or step.facts["cause"] != Extension.Cause.DECK_CHECK:
        return
    undo.reverse_step(step, by=None)


add_undo(_undo_check_begin, DeckCheckBegan)
add_undo(_undo_check_end, DeckCheckEnded)
