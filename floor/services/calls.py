"""Steps of judge calls: raise, claim, arrive, escalate, close and withdraw.

Closing a round closes the open calls at its tables.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal, undo
from floor.engine.journal_kinds import (
    CallArrived,
    CallClaimed,
    CallClosed,
    CallEscalated,
    CallRaised,
    CallsEnded,
    CallStep,
    CallWithdrawn,
    OfCall,
)
from floor.engine.refusals import FloorRefusal
from floor.models import JudgeCall
from floor.queries.queue.queue_sources import needs_head_judge
from floor.services import locks
from pairings.engine.journal_kinds import ExtensionBegan, ExtensionGiven, OfExtension
from pairings.engine.refusals import PairingRefusal
from pairings.models import Extension, Match, Round
from pairings.services.reports.results import require_match_in_play
from pairings.services.rounds.undo_checks import is_pairing_replaced
from tournaments import scopes
from tournaments.models import Entry, User

MAX_TEXT_LENGTH, MAX_NOTE_LENGTH = 200, 300

MAX_LOWERED = 10
"""Maximum number of times a player may lower a raised hand in a match, so that one phone cannot flood the journal."""


@transaction.atomic
def raise_hand(
    match: Match,
    *,
    entry: Entry | None = None,
    by: User | None = None,
    reason: str = JudgeCall.Reason.UNSAID,
    text: str = "",
    now: datetime | None = None,
) -> JudgeCall:
    """Raise the hand of the player `entry`, or call a judge on behalf of staff if `entry` is None.

    Returns the open call if there already is one. A `reason` that does not exist becomes UNSAID. Refused:
    MATCH_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT; CALLED_TOO_OFTEN (most) if the player has
    lowered their hand too many times in this match.
    """
    locks.lock_division(match.round.division, scopes.match_scope(match.pk))
    matches = Match.objects.select_related("round__division__tournament", "left__player").defer("round__draw")
    current_match = matches.filter(pk=match.pk).first()
    if current_match is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    match = current_match
    require_match_in_play(match)
    open_call = JudgeCall.objects.filter(match=match, entry=entry, closed_at=None).first()
    if open_call is not None:
        return open_call
    if (
        entry is not None
        and JudgeCall.objects.filter(match=match, entry=entry, withdrawn=True).count() >= MAX_LOWERED
    ):
        raise Refused(FloorRefusal.CALLED_TOO_OFTEN, most=MAX_LOWERED)
    call = JudgeCall.objects.create(
        tournament=match.round.division.tournament,
        match=match,
        entry=entry,
        table=match.table,
        reason=reason if reason in JudgeCall.Reason.values else JudgeCall.Reason.UNSAID,
        text=text.strip()[:MAX_TEXT_LENGTH],
        raised_at=now or timezone.now(),
        raised_by=by,
    )
    _journal_call(CallRaised, call, match, by=by, now=call.raised_at, name=str(entry) if entry else "")
    return call


@transaction.atomic
def claim_call(call: JudgeCall, *, by: User, now: datetime | None = None) -> JudgeCall:
    """Claim a call that is unclaimed or escalated. A call that `by` has already claimed does not change.

    Refused: CALL_IS_CLOSED, CALL_IS_TAKEN (by).
    """
    call = locks.lock_call(call)
    if call.claimed_by_id == by.pk:
        return call
    if call.claimed_at is not None and not needs_head_judge(call):
        raise Refused(FloorRefusal.CALL_IS_TAKEN, by=str(call.claimed_by or "–"))
    call.claimed_at, call.claimed_by, call.arrived_at = now or timezone.now(), by, None
    fields = ["claimed_at", "claimed_by", "arrived_at"]
    return _save_call_step(call, CallClaimed, fields, by=by, now=call.claimed_at)


@transaction.atomic
def arrive_at_call(
    call: JudgeCall, *, by: User | None, extension: Extension | None = None, now: datetime | None = None
) -> JudgeCall:
    """Record that a judge is at the table, and claim the call if it is unclaimed or escalated.

    `extension` is the stopwatch started at the table, if any. A call whose judge is already there does not
    change, unless it was escalated since. Refused: CALL_IS_CLOSED; CALL_IS_TAKEN (by) if another judge has
    claimed the call and no stopwatch was started.
    """
    call, now = locks.lock_call(call), now or timezone.now()
    if call.arrived_at is not None and not needs_head_judge(call):
        return call
    fields = ["arrived_at"]
    if call.claimed_at is None or needs_head_judge(call):
        call.claimed_at, call.claimed_by = now, by
        fields += ["claimed_at", "claimed_by"]
    elif extension is None and by is not None and call.claimed_by_id not in (None, by.pk):
        raise Refused(FloorRefusal.CALL_IS_TAKEN, by=str(call.claimed_by))
    call.arrived_at = now
    return _save_call_step(call, CallArrived, fields, by=by, now=now, extension=extension and extension.pk)


@transaction.atomic
def escalate_call(call: JudgeCall, *, by: User, now: datetime | None = None) -> JudgeCall:
    """Escalate a call to the head judge, unless it is already escalated. Refused: CALL_IS_CLOSED."""
    call = locks.lock_call(call)
    if needs_head_judge(call):
        return call
    call.escalated_at, call.escalated_by = now or timezone.now(), by
    return _save_call_step(
        call, CallEscalated, ["escalated_at", "escalated_by"], by=by, now=call.escalated_at
    )


@transaction.atomic
def close_call(
    call: JudgeCall,
    *,
    by: User | None,
    note: str = "",
    extension: Extension | None = None,
    now: datetime | None = None,
) -> JudgeCall:
    """Close a call. `note` is the judge's answer, `extension` the stopwatch that the judge stopped at the table.

    Refused: CALL_IS_CLOSED.
    """
    call = locks.lock_call(call)
    call.closed_at, call.closed_by = now or timezone.now(), by
    call.note = note.strip()[:MAX_NOTE_LENGTH]
    fields = ["closed_at", "closed_by", "note"]
    return _save_call_step(
        call, CallClosed, fields, by=by, now=call.closed_at, extension=extension and extension.pk
    )


@transaction.atomic
def withdraw_call(call: JudgeCall, *, by: User | None = None, now: datetime | None = None) -> JudgeCall:
    """Lower the player's hand. Refused: CALL_IS_CLOSED."""
    call = locks.lock_call(call)
    call.closed_at, call.withdrawn = now or timezone.now(), True
    return _save_call_step(call, CallWithdrawn, ["closed_at", "withdrawn"], by=by, now=call.closed_at)


def update_calls_for_extension(
    kind: type[OfExtension], extension: Extension, *, by: User | None, at_once: bool, now: datetime
) -> None:
    """Mark the judge as arrived when a stopwatch starts at the table, and close the call when it stops.

    Only calls with a judge at the table are closed. `at_once` is true if the extension was given without a
    stopwatch. Then only a call that `by` has claimed is marked as arrived, and none is closed. Escalated calls do
    not change, and neither do any calls for deck check extensions or removed extensions.
    """
    if extension.cause == Extension.Cause.DECK_CHECK or kind not in (ExtensionBegan, ExtensionGiven):
        return
    for call in JudgeCall.objects.filter(match=extension.match_id, closed_at=None).order_by("pk"):
        if needs_head_judge(call):
            continue
        if kind is ExtensionBegan or (at_once and by is not None and call.claimed_by_id == by.pk):
            arrive_at_call(call, by=by, extension=extension, now=now)
        elif not at_once and call.arrived_at is not None:
            close_call(call, by=by, extension=extension, now=now)


def undo_calls_of_extension(line: JournalEvent) -> None:
    """Undo the changes that this step of an extension made to calls, except for calls that have changed since."""
    ended_calls = line.kind == "ExtensionGiven" and not line.facts.get("at_once")
    steps = JournalEvent.objects.filter(
        division=line.division_id,
        kind="CallClosed" if ended_calls else "CallArrived",
        facts__extension=line.facts["extension"],
        pk__gt=line.pk,
        undone_by__isnull=True,
    )
    for step in steps.select_related("division__tournament", "tournament").order_by("-pk"):
        with suppress(Refused):
            undo.reverse_step(step, by=None)


def move_calls(match: Match) -> None:
    """Set the table of a moved match's open calls. The caller holds the lock of the division."""
    JudgeCall.objects.filter(match=match, closed_at=None).update(table=match.table)


def close_calls_of_round(round_: Round, *, by: User | None, now: datetime) -> None:
    """Close the open calls of a closed round in a single journal line.

    The caller holds the lock of the division.
    """
    open_calls = JudgeCall.objects.filter(match__round=round_, closed_at=None).select_related("entry")
    calls = list(open_calls.order_by("table", "pk"))
    if not calls:
        return
    JudgeCall.objects.filter(pk__in=[call.pk for call in calls]).update(closed_at=now, closed_by=by)
    # Each name reads "7 (Ana Silva)", or only "7" if staff raised the call.
    tables = [str(call.table or "–") for call in calls]
    names = [
        f"{table} ({call.entry})" if call.entry else table for table, call in zip(tables, calls, strict=True)
    ]
    journal.write_journal_line(
        round_.division.tournament,
        CallsEnded(
            round=round_.number,
            calls=[call.pk for call in calls],
            names=", ".join(names),
        ),
        by=by,
        division=round_.division,
        at=now,
    )


def reopen_calls_of_round(round_: Round) -> None:
    """Reopen the calls that were closed together with the round."""
    ended_calls = JournalEvent.objects.filter(division=round_.division_id, kind="CallsEnded")
    calls_line = ended_calls.filter(facts__round=round_.number).order_by("-pk").first()
    closed_rounds = JournalEvent.objects.filter(division=round_.division_id, kind="RoundClosed")
    round_line = closed_rounds.filter(facts__round=round_.number).order_by("-pk").first()
    if (
        # The newest closing of the round wrote both lines with the same time, the line of the calls first.
        calls_line is None
        or round_line is None
        or calls_line.pk > round_line.pk
        or calls_line.at != round_line.at
    ):
        return
    calls = JudgeCall.objects.filter(
        pk__in=calls_line.facts["calls"], match__round=round_, closed_at=calls_line.at
    )
    calls.update(closed_at=None, closed_by=None)


def _call_by_key(pk: int) -> JudgeCall | None:
    calls = JudgeCall.objects.select_related(
        "match__round__division__tournament", "claimed_by", "entry__player"
    )
    return calls.filter(pk=pk).first()


def _save_call_step(
    call: JudgeCall,
    kind: Callable[..., CallStep],
    fields: list[str],
    *,
    by: User | None,
    now: datetime,
    **facts: object,
) -> JudgeCall:
    """Save the changed `fields` of a call, and journal the step with their earlier values."""
    assert call.match is not None  # noqa: S101 - a call always has its match while it is open
    stored = JudgeCall.objects.filter(pk=call.pk).values(*fields).get()
    values_before = {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in stored.items()
    }
    call.save(update_fields=fields)
    _journal_call(kind, call, call.match, by=by, now=now, before=values_before, note=call.note, **facts)
    return call


def _journal_call(
    kind: Callable[..., OfCall],
    call: JudgeCall,
    match: Match,
    *,
    by: User | None,
    now: datetime,
    **facts: Any,
) -> None:
    journal.write_journal_line(
        match.round.division.tournament,
        kind(
            call=call.pk,
            match=match.pk,
            round=match.round.number,
            table=call.table,
            reason=call.reason,
            **facts,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )


STEP_KINDS = ("CallRaised", "CallClaimed", "CallArrived", "CallEscalated", "CallClosed", "CallWithdrawn")
"""Journal kinds of the steps of a call; only the newest step can be undone."""

DATETIME_FIELDS = ("claimed_at", "arrived_at", "escalated_at", "closed_at")


def _undo_call_step(line: JournalEvent) -> None:
    """Restore the call as it was before this step.

    Refused: UNDO_OVERTAKEN if the call no longer exists or has a later step, or if the player has another open
    call; and whatever `require_match_in_play` refuses.
    """
    call = _call_by_key(line.facts["call"])
    if call is None or call.match is None or call.match.round.division_id != line.division_id:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    require_match_in_play(call.match)
    journal.require_newest_line(line, STEP_KINDS, call=call.pk)
    before = line.facts["before"]
    # If the player has raised a hand again since, this call stays closed.
    if (
        "closed_at" in before
        and JudgeCall.objects.filter(match=call.match, entry=call.entry, closed_at=None).exists()
    ):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name, value in before.items():
        is_datetime = name in DATETIME_FIELDS and value
        setattr(
            call,
            f"{name}_id" if name.endswith("_by") else name,
            datetime.fromisoformat(value) if is_datetime else value,
        )
    call.save(update_fields=list(before))


def _undo_raised_hand(line: JournalEvent) -> None:
    """Close the call as withdrawn. Refused: UNDO_OVERTAKEN if it is closed or has a later step."""
    call = _call_by_key(line.facts["call"])
    if call is None or call.closed_at is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, STEP_KINDS, call=call.pk)
    call.closed_at, call.withdrawn = timezone.now(), True
    call.save(update_fields=["closed_at", "withdrawn"])


add_undo(_undo_raised_hand, CallRaised, is_past=is_pairing_replaced)
add_undo(
    _undo_call_step,
    CallClaimed,
    CallArrived,
    CallEscalated,
    CallClosed,
    CallWithdrawn,
    is_past=is_pairing_replaced,
)
