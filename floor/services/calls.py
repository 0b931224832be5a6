"""Judge calls: raised by a player or for a table, claimed by a judge, arrived at, closed; a judge may escalate one
to the head judge. Closing a round closes the calls of its tables.
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
from floor.queries.queue_sources import waits_for_head
from floor.services import locks
from pairings.engine.journal_kinds import ExtensionBegan, ExtensionGiven, OfExtension
from pairings.engine.refusals import PairingRefusal
from pairings.models import Extension, Match, Round
from pairings.queries.bracket.cuts import round_facts
from pairings.services.rounds.past_steps import unpaired
from tournaments import scopes
from tournaments.models import Entry, User

LONGEST_TEXT, LONGEST_NOTE = 200, 300

MOST_LOWERED = 10
"""How often a player may raise and lower a hand in one match. Each is stored; one phone must not fill the journal."""


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
    """Raise a hand for player `entry`, or for the table by staff. Returns the open call if there is one.

    Refused: MATCH_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT; CALLED_TOO_OFTEN (most) for a
    player who lowered it too many times.
    """
    locks.division(match.round.division, scopes.match(match.pk))
    rows = Match.objects.select_related("round__division__tournament", "left__player").defer("round__draw")
    match = _playing(rows.filter(pk=match.pk).first())
    up = JudgeCall.objects.filter(match=match, entry=entry, closed_at=None).first()
    if up is not None:
        return up
    if (
        entry is not None
        and JudgeCall.objects.filter(match=match, entry=entry, withdrawn=True).count() >= MOST_LOWERED
    ):
        raise Refused(FloorRefusal.CALLED_TOO_OFTEN, most=MOST_LOWERED)
    call = JudgeCall.objects.create(
        tournament=match.round.division.tournament,
        match=match,
        entry=entry,
        table=match.table,
        reason=reason if reason in JudgeCall.Reason.values else JudgeCall.Reason.UNSAID,
        text=text.strip()[:LONGEST_TEXT],
        raised_at=now or timezone.now(),
        raised_by=by,
    )
    _journal(CallRaised, call, match, by=by, now=call.raised_at, name=str(entry) if entry else "")
    return call


def _playing(match: Match | None) -> Match:
    if match is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(match.round))
    if match.round.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(match.round))
    if match.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))
    return match


@transaction.atomic
def claim(call: JudgeCall, *, by: User, now: datetime | None = None) -> JudgeCall:
    """Claim a call; an escalated one may be claimed by another judge. Refused: CALL_IS_CLOSED, CALL_IS_TAKEN (by)."""
    call = locks.call(call)
    if call.claimed_by_id == by.pk:
        return call
    if call.claimed_at is not None and not waits_for_head(call):
        raise Refused(FloorRefusal.CALL_IS_TAKEN, by=str(call.claimed_by or "–"))
    call.claimed_at, call.claimed_by, call.arrived_at = now or timezone.now(), by, None
    fields = ["claimed_at", "claimed_by", "arrived_at"]
    return _save(call, CallClaimed, fields, by=by, now=call.claimed_at)


@transaction.atomic
def arrive(
    call: JudgeCall, *, by: User | None, extension: Extension | None = None, now: datetime | None = None
) -> JudgeCall:
    """Record that a judge is at the table; an unclaimed call is claimed as well. `extension`: the stopwatch started
    there. Refused: CALL_IS_CLOSED, CALL_IS_TAKEN (by).
    """
    call, now = locks.call(call), now or timezone.now()
    if call.arrived_at is not None and not waits_for_head(call):
        return call
    fields = ["arrived_at"]
    if call.claimed_at is None or waits_for_head(call):
        call.claimed_at, call.claimed_by = now, by
        fields += ["claimed_at", "claimed_by"]
    elif extension is None and by is not None and call.claimed_by_id not in (None, by.pk):
        raise Refused(FloorRefusal.CALL_IS_TAKEN, by=str(call.claimed_by))
    call.arrived_at = now
    return _save(call, CallArrived, fields, by=by, now=now, extension=extension and extension.pk)


@transaction.atomic
def escalate(call: JudgeCall, *, by: User, now: datetime | None = None) -> JudgeCall:
    """Escalate a call to the head judge. Refused: CALL_IS_CLOSED."""
    call = locks.call(call)
    if waits_for_head(call):
        return call
    call.escalated_at, call.escalated_by = now or timezone.now(), by
    return _save(call, CallEscalated, ["escalated_at", "escalated_by"], by=by, now=call.escalated_at)


@transaction.atomic
def close(
    call: JudgeCall,
    *,
    by: User | None,
    note: str = "",
    extension: Extension | None = None,
    now: datetime | None = None,
) -> JudgeCall:
    """Close a call. `note` is the judge's answer, `extension` the one the judge ended there.

    Refused: CALL_IS_CLOSED.
    """
    call = locks.call(call)
    call.closed_at, call.closed_by = now or timezone.now(), by
    call.note = note.strip()[:LONGEST_NOTE]
    fields = ["closed_at", "closed_by", "note"]
    return _save(call, CallClosed, fields, by=by, now=call.closed_at, extension=extension and extension.pk)


@transaction.atomic
def withdraw(call: JudgeCall, *, by: User | None = None, now: datetime | None = None) -> JudgeCall:
    """Lower the player's hand. Refused: CALL_IS_CLOSED."""
    call = locks.call(call)
    call.closed_at, call.withdrawn = now or timezone.now(), True
    return _save(call, CallWithdrawn, ["closed_at", "withdrawn"], by=by, now=call.closed_at)


def follow_extension(
    kind: type[OfExtension], extension: Extension, *, by: User | None, at_once: bool, now: datetime
) -> None:
    """Mark calls arrived when a stopwatch starts at the table, closed when it ends.

    Extensions of a deck check and removed ones change no call.
    """
    if extension.cause == Extension.Cause.DECK_CHECK or kind not in (ExtensionBegan, ExtensionGiven):
        return
    for call in JudgeCall.objects.filter(match=extension.match_id, closed_at=None).order_by("pk"):
        if waits_for_head(call):
            continue
        if kind is ExtensionBegan or (at_once and by is not None and call.claimed_by_id == by.pk):
            arrive(call, by=by, extension=extension, now=now)
        elif not at_once and call.arrived_at is not None:
            close(call, by=by, extension=extension, now=now)


def follow_undone_extension(line: JournalEvent) -> None:
    """Revert what this step of an extension did to calls, except where a call has changed since."""
    gave = line.kind == "ExtensionGiven" and not line.facts.get("at_once")
    steps = JournalEvent.objects.filter(
        division=line.division_id,
        kind="CallClosed" if gave else "CallArrived",
        facts__extension=line.facts["extension"],
        pk__gt=line.pk,
        undone_by__isnull=True,
    )
    for step in steps.select_related("division__tournament", "tournament").order_by("-pk"):
        with suppress(Refused):
            undo.reverse(step, by=None)


def end_in_round(round_: Round, *, by: User | None, now: datetime) -> None:
    """Close the open calls of a closed round with one journal line. Under the lock of its division."""
    rows = JudgeCall.objects.filter(match__round=round_, closed_at=None).select_related("entry")
    calls = list(rows.order_by("table", "pk"))
    if not calls:
        return
    JudgeCall.objects.filter(pk__in=[call.pk for call in calls]).update(closed_at=now, closed_by=by)
    # "7 (Ana Silva)"; only the table if staff called.
    tables = [str(call.table or "–") for call in calls]
    names = [
        f"{table} ({call.entry})" if call.entry else table for table, call in zip(tables, calls, strict=True)
    ]
    journal.write(
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


def reopen_in_round(round_: Round) -> None:
    """Reopen the calls closed together with the round."""
    lines = JournalEvent.objects.filter(division=round_.division_id, kind="CallsEnded")
    line = lines.filter(facts__round=round_.number).order_by("-pk").first()
    closing = JournalEvent.objects.filter(division=round_.division_id, kind="RoundClosed")
    closed = closing.filter(facts__round=round_.number).order_by("-pk").first()
    if line is None or closed is None or line.pk > closed.pk or line.at != closed.at:
        return
    rows = JudgeCall.objects.filter(pk__in=line.facts["calls"], match__round=round_, closed_at=line.at)
    rows.update(closed_at=None, closed_by=None)


def _row(pk: int) -> JudgeCall | None:
    rows = JudgeCall.objects.select_related(
        "match__round__division__tournament", "claimed_by", "entry__player"
    )
    return rows.filter(pk=pk).first()


def _save(
    call: JudgeCall,
    kind: Callable[..., CallStep],
    fields: list[str],
    *,
    by: User | None,
    now: datetime,
    **more: object,
) -> JudgeCall:
    assert call.match is not None  # noqa: S101 - a call of the floor has its match
    stored = JudgeCall.objects.filter(pk=call.pk).values(*fields).get()
    before = {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in stored.items()
    }
    call.save(update_fields=fields)
    _journal(kind, call, call.match, by=by, now=now, before=before, note=call.note, **more)
    return call


def _journal(
    kind: Callable[..., OfCall],
    call: JudgeCall,
    match: Match,
    *,
    by: User | None,
    now: datetime,
    **facts: Any,
) -> None:
    journal.write(
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


KINDS = ("CallRaised", "CallClaimed", "CallArrived", "CallEscalated", "CallClosed", "CallWithdrawn")
"""Steps of one call, undone newest first."""


MOMENTS = ("claimed_at", "arrived_at", "escalated_at", "closed_at")


def _undo_step(line: JournalEvent) -> None:
    """Restore the call to its state before this step. Refused: UNDO_OVERTAKEN, and ROUND_IS_CLOSED."""
    call = _row(line.facts["call"])
    if call is None or call.match is None or call.match.round.division_id != line.division_id:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _playing(call.match)
    journal.require_newest(line, KINDS, call=call.pk)
    before = line.facts["before"]
    # Whether the same hand was raised a second time, so that the first call stays closed
    if (
        "closed_at" in before
        and JudgeCall.objects.filter(match=call.match, entry=call.entry, closed_at=None).exists()
    ):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for name, value in before.items():
        moment = name in MOMENTS and value
        setattr(
            call,
            f"{name}_id" if name.endswith("_by") else name,
            datetime.fromisoformat(value) if moment else value,
        )
    call.save(update_fields=list(before))


def _undo_raise(line: JournalEvent) -> None:
    call = _row(line.facts["call"])
    if call is None or call.closed_at is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest(line, KINDS, call=call.pk)
    call.closed_at, call.withdrawn = timezone.now(), True
    call.save(update_fields=["closed_at", "withdrawn"])


add_undo(_undo_raise, CallRaised, is_past=unpaired)
add_undo(_undo_step, CallClaimed, CallArrived, CallEscalated, CallClosed, CallWithdrawn, is_past=unpaired)
