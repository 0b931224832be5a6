"""What judges do with the log of a draft: look at hidden cards, undo moves, rule, note incidents at a table (R-002)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import LONGEST_REASON
from decks.services import locks
from drafts.engine import Draft as Game
from drafts.engine import Move, log, undo_move
from drafts.engine.journal_kinds import (
    DraftJudged,
    DraftLooked,
    DraftMovesUndone,
    DraftRuled,
    DraftTapBack,
    OfPod,
)
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import LEAVINGS, SHARED
from drafts.models import DraftMark, DraftMove
from drafts.models.marks import LONGEST_KEY
from drafts.queries import draft_log as queries
from drafts.queries.tracking import Tracked
from drafts.services import tracking
from tournaments.models import User

Kind = DraftMove.Kind
NOTED = (Kind.SHORT, Kind.EXTRA, Kind.LEAVE)
"""What judges note in a draft on paper."""


@transaction.atomic
def look(draft: Draft, pod: int, *, by: User) -> None:
    """Let this person read the hidden cards of a pod from now on; journaled once.

    Refused: DRAFT_NOT_FOUND, and as `queries.pod_of`.
    """
    row = locks.draft(draft)
    queries.pod_of(row, pod)
    if not queries.looked(row, pod, by):
        _journal(row, DraftLooked, pod, by)


@transaction.atomic
def undo_to(
    draft: Draft, pod: int, of: int, *, key: str, reason: str, by: User | None, now: datetime | None = None
) -> list[DraftMove]:
    """Undo move `of` and every move after it, latest first: all or nothing.

    Each is a move of the log; one journal line covers the run. The same `key` again is the same run. Refused:
    REASON_MISSING, MOVE_NOT_THERE, DRAFT_TAP_UNKNOWN, and as `queries.pod_of`.
    """
    reason = _reason(reason)
    row = locks.draft(draft)
    before = queries.pod_of(row, pod).tracked
    earlier = [move for move in before.moves if move.key.rpartition("-")[0] == key]
    if earlier:
        return earlier
    moves = [undo_move(at) for at in log.back_to(before.game, of)]
    undone = _append(before, moves, key=key, reason=reason, by=by, now=now)
    numbers = [move.number for move in undone]
    _journal(row, DraftMovesUndone, pod, by, of=of, moves=len(undone), lines=numbers, reason=reason)
    return undone


@transaction.atomic
def rule(draft: Draft, pod: int, *, text: str, by: User | None) -> JournalEvent:
    """Record a ruling about a pod in the journal. Refused: RULING_MISSING, DRAFT_POD_UNKNOWN, DRAFT_NOT_FOUND."""
    row = locks.draft(draft)
    _require_pod(row, pod)
    return _journal(row, DraftRuled, pod, by, reason=_reason(text, DraftRefusal.RULING_MISSING))


@transaction.atomic
def note(
    draft: Draft,
    pod: int,
    kind: str,
    *,
    seat: int,
    way: str = "",
    reason: str,
    key: str,
    by: User | None,
    now: datetime | None = None,
) -> DraftMove:
    """Note a judge's decision at a table of a draft on paper; steps skip a seat that left ("skip").

    `way` of a player who left: one of `LEAVINGS`, `SHARED` in Solomon only. The same `key` again is the same note.
    Refused: DRAFT_IS_TRACKED, DRAFT_POD_UNKNOWN, NOT_YOUR_MOVE (seat), LEAVING_UNKNOWN, SEAT_NOT_FOUND, REASON_MISSING,
    DRAFT_TAP_UNKNOWN.
    """
    row = locks.draft(draft)
    _require_pod(row, pod)
    if row.way != Draft.Way.PAPER:
        raise Refused(DraftRefusal.DRAFT_IS_TRACKED)
    if kind not in NOTED or not 0 < len(key) <= LONGEST_KEY:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if not 1 <= seat <= len(row.seats[pod - 1]):
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=())
    rows = list(row.moves.filter(pod=pod).order_by("number"))
    earlier = next((move for move in rows if move.key == key), None)
    if earlier is not None:
        return earlier
    if kind == Kind.LEAVE:
        if way not in LEAVINGS or (way in SHARED and row.subtype != "solomon"):
            raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=seat)
        undone = {move.of for move in rows if move.kind == Kind.UNDO_MOVE}
        left = [move for move in rows if move.kind == Kind.LEAVE and move.number not in undone]
        if any(move.seat == seat and (move.way != "random" or way == "random") for move in left):
            raise Refused(DraftRefusal.SEAT_NOT_FOUND, seat=seat)
    move = DraftMove.objects.create(
        draft=row,
        pod=pod,
        number=len(rows),
        key=key,
        kind=kind,
        seat=seat,
        way=way if kind == Kind.LEAVE else "",
        reason=_reason(reason),
        at=now or timezone.now(),
        by=by,
    )
    facts = {"seat": seat, "way": move.way, "of": None, "reason": move.reason, "line": move.number}
    _journal(row, DraftJudged, pod, by, move=kind, **facts)
    return move


def undo_decision(event: JournalEvent) -> None:
    """Undo of DraftJudged and DraftTapBack: revert the decision, or replay the undone pick. Undo of DraftMovesUndone:
    replay the moves in order.

    Refused: UNDO_NOT_POSSIBLE, UNDO_OVERTAKEN, and what an undo is refused for.
    """
    row, pod, line = _of(event), int(event.facts.get("pod", 0)), event.facts.get("line")
    key = f"undo-{event.pk}"
    if event.kind == "DraftMovesUndone":
        backs = row.moves.filter(pod=pod, number__in=event.facts["lines"]).order_by("number")
        _play_again(row, pod, list(backs), key=key)
        return
    move = row.moves.filter(pod=pod, number=line).first() if isinstance(line, int) else None
    if move is None:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if row.way != Draft.Way.PAPER:
        if move.kind == Kind.UNDO_MOVE:
            _play_again(row, pod, [move], key=key)
        else:
            tracking.play(row, pod, undo_move(move.number), key=key, staff=True, journaled=False)
        return
    rows = row.moves.filter(pod=pod)
    if rows.filter(kind=Kind.UNDO_MOVE, of=move.number).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    # Steps taken without the seat would no longer fit.
    led = DraftMark.objects.filter(draft=row, pod=pod, at__gt=move.at)
    if move.kind == Kind.LEAVE and move.way != "random" and led.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    undo = {"number": rows.count(), "key": key, "kind": Kind.UNDO_MOVE, "of": move.number}
    DraftMove.objects.create(draft=row, pod=pod, reason=move.reason, at=timezone.now(), **undo)


def undo_ruling(event: JournalEvent) -> None:
    """Undo of DraftRuled. Refused: DRAFT_NOT_FOUND."""
    # Nothing to revert: an undone ruling is shown struck through.
    _of(event)


def _play_again(row: Draft, pod: int, backs: list[DraftMove], *, key: str) -> None:
    """Replay what these undos, the latest moves of a pod, had undone. Refused: UNDO_OVERTAKEN."""
    before = queries.pod_of(row, pod).tracked
    if not backs or backs[-1].number != len(before.moves) - 1:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    again = [before.game.moves[back.of] for back in reversed(backs) if back.of is not None]
    reason = backs[-1].reason
    try:
        _append(before, again[:-1], key=key, reason=reason, by=None)
        tracking.play(row, pod, again[-1], key=f"{key}-last", staff=True, journaled=False, reason=reason)
    except Refused as refused:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN) from refused


def _append(
    before: Tracked,
    moves: Iterable[Move],
    *,
    key: str,
    reason: str,
    by: User | None,
    now: datetime | None = None,
) -> list[DraftMove]:
    """Append several moves to a log, each checked by the game. Refused as `Draft.play`, DRAFT_TAP_UNKNOWN."""
    if not 0 < len(key) <= LONGEST_KEY - len("-99999"):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    game: Game = before.game
    rows = []
    at = now or timezone.now()
    for number, move in enumerate(moves, start=len(before.moves)):
        game = game.play(move)
        rows.append(
            DraftMove(
                draft=before.draft,
                pod=before.pod,
                number=number,
                key=f"{key}-{number}",
                kind=move.kind,
                seat=move.seat,
                card=move.card,
                of=move.of,
                names=list(move.names),
                way=move.way,
                reason=reason,
                at=at,
                by=by,
            )
        )
    return DraftMove.objects.bulk_create(rows)


def _require_pod(row: Draft, pod: int) -> None:
    if not 1 <= pod <= len(row.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)


def _reason(typed: str, missing: StrEnum = DeckRefusal.REASON_MISSING) -> str:
    """The text on one line, cut to the longest reason. Refused: `missing`."""
    reason = " ".join(typed.split())[:LONGEST_REASON]
    if not reason:
        raise Refused(missing)
    return reason


def _of(event: JournalEvent) -> Draft:
    """The draft of a journal line, locked. Refused: DRAFT_NOT_FOUND."""
    return locks.draft(Draft(pk=event.facts.get("draft")))


def _journal(row: Draft, kind: Callable[..., OfPod], pod: int, by: User | None, **facts: Any) -> JournalEvent:
    division = row.division
    line = kind(number=row.number, draft=row.pk, pod=pod, **facts)
    return journal.write(division.tournament, line, by=by, division=division)


add_undo(undo_decision, DraftJudged, DraftTapBack, DraftMovesUndone)
add_undo(undo_ruling, DraftRuled)
