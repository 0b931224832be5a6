"""Judges' actions on a draft log: look at hidden cards, undo moves, record rulings and decisions (R-002)."""

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
from decks.models.drafts import MAX_REASON_LENGTH
from decks.services import locks
from drafts.engine import DraftGame as Game
from drafts.engine import Move, build_undo_move, draft_log
from drafts.engine.journal_kinds import (
    DraftJudged,
    DraftLooked,
    DraftMovesUndone,
    DraftRuled,
    DraftTapBack,
    OfPod,
)
from drafts.engine.moves import LEAVINGS, SHARED
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMark, DraftMove
from drafts.models.marks import MAX_KEY_LENGTH
from drafts.queries import draft_log as queries
from drafts.queries.draft_runs import run_tracks_of
from drafts.queries.tracking import TrackedPod, require_pod
from drafts.services import tracking
from tournaments.models import User

Kind = DraftMove.Kind
NOTED = (Kind.SHORT, Kind.EXTRA, Kind.LEAVE)
"""Kinds of decisions that judges note in a draft on paper."""


@transaction.atomic
def allow_look_at_cards(draft: Draft, pod: int, *, by: User) -> None:
    """Permit a user to read the hidden cards of a pod from now on; the first look is journaled.

    Refused: DRAFT_NOT_FOUND, and whatever `logged_pod` refuses.
    """
    draft = locks.lock_draft(draft)
    # Called only to refuse pods without a log.
    queries.logged_pod(draft, pod)
    if not queries.has_looked_at_cards(draft, pod, by):
        _write_pod_journal_line(draft, DraftLooked, pod, by)


@transaction.atomic
def undo_moves(
    draft: Draft,
    pod: int,
    number: int,
    *,
    key: str,
    reason: str,
    by: User | None,
    now: datetime | None = None,
) -> list[DraftMove]:
    """Undo move `number` and all moves that depend on it, latest first; return the undo moves.

    Each undo is a move in the log; a single journal line covers all of them. A repeated `key` returns the earlier
    undos. Refused: DRAFT_NOT_FOUND, REASON_MISSING, MOVE_NOT_THERE, DRAFT_TAP_UNKNOWN, and whatever `logged_pod`
    refuses.
    """
    reason = _require_text_in_one_line(reason)
    draft = locks.lock_draft(draft)
    tracked = queries.logged_pod(draft, pod).tracked
    earlier = [move for move in tracked.moves if move.key.rpartition("-")[0] == key]
    if earlier:
        return earlier
    moves = [build_undo_move(index) for index in draft_log.undos_needed(tracked.game, number)]
    undone = _append_moves(tracked, moves, key=key, reason=reason, by=by, now=now)
    numbers = [move.number for move in undone]
    _write_pod_journal_line(
        draft, DraftMovesUndone, pod, by, of=number, moves=len(undone), lines=numbers, reason=reason
    )
    return undone


@transaction.atomic
def record_pod_ruling(draft: Draft, pod: int, *, text: str, by: User | None) -> JournalEvent:
    """Record a ruling about a pod in the journal. Refused: RULING_MISSING, DRAFT_POD_UNKNOWN, DRAFT_NOT_FOUND."""
    draft = locks.lock_draft(draft)
    require_pod(draft, pod)
    return _write_pod_journal_line(
        draft, DraftRuled, pod, by, reason=_require_text_in_one_line(text, DraftRefusal.RULING_MISSING)
    )


@transaction.atomic
def note_decision(
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
    """Record a judge's decision in a draft on paper.

    `kind`: a missing card, a card too many, or a player who left (NOTED). `way`: how the player left, one of
    `LEAVINGS`; ways in `SHARED` are only for Solomon. Later steps skip the seat, unless its cards are picked at
    random. A repeated `key` returns the earlier note.
    Refused: DRAFT_NOT_FOUND, DRAFT_IS_TRACKED, DRAFT_POD_UNKNOWN, NOT_YOUR_MOVE (seat), LEAVING_UNKNOWN,
    REASON_MISSING, SEAT_NOT_FOUND if the player already left, DRAFT_TAP_UNKNOWN.
    """
    draft = locks.lock_draft(draft)
    require_pod(draft, pod)
    if draft.way != Draft.Way.PAPER:
        raise Refused(DraftRefusal.DRAFT_IS_TRACKED)
    if kind not in NOTED or not 0 < len(key) <= MAX_KEY_LENGTH:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if not 1 <= seat <= len(draft.seats[pod - 1]):
        raise Refused(DraftRefusal.NOT_YOUR_MOVE, seat=seat, to_act=())
    notes = list(draft.moves.filter(pod=pod).order_by("number"))
    earlier = next((move for move in notes if move.key == key), None)
    if earlier is not None:
        return earlier
    if kind == Kind.LEAVE:
        if way not in LEAVINGS or (way in SHARED and draft.subtype != "solomon"):
            raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=seat)
        undone = {move.of for move in notes if move.kind == Kind.UNDO_MOVE}
        departures = [move for move in notes if move.kind == Kind.LEAVE and move.number not in undone]
        if any(move.seat == seat and (move.way != "random" or way == "random") for move in departures):
            raise Refused(DraftRefusal.SEAT_NOT_FOUND, seat=seat)
    move = DraftMove.objects.create(
        draft=draft,
        pod=pod,
        number=len(notes),
        key=key,
        kind=kind,
        seat=seat,
        way=way if kind == Kind.LEAVE else "",
        reason=_require_text_in_one_line(reason),
        at=now or timezone.now(),
        by=by,
    )
    facts = {"seat": seat, "way": move.way, "of": None, "reason": move.reason, "line": move.number}
    _write_pod_journal_line(draft, DraftJudged, pod, by, move=kind, **facts)
    return move


def undo_judge_decision(line: JournalEvent) -> None:
    """Undo DraftJudged, DraftTapBack or DraftMovesUndone: undo the decision, or replay the undone moves.

    Refused: UNDO_NOT_POSSIBLE, UNDO_OVERTAKEN, and whatever `tracking.play_move_in_pod` refuses.
    """
    draft = locks.lock_draft(Draft(pk=line.facts.get("draft")))
    pod, number = int(line.facts.get("pod", 0)), line.facts.get("line")
    key = f"undo-{line.pk}"
    if line.kind == "DraftMovesUndone":
        undos = draft.moves.filter(pod=pod, number__in=line.facts["lines"]).order_by("number")
        _redo_moves(draft, pod, list(undos), key=key)
        return
    move = draft.moves.filter(pod=pod, number=number).first() if isinstance(number, int) else None
    if move is None:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if draft.way != Draft.Way.PAPER:
        if move.kind == Kind.UNDO_MOVE:
            _redo_moves(draft, pod, [move], key=key)
        else:
            tracking.play_move_in_pod(
                draft, pod, build_undo_move(move.number), key=key, staff=True, journaled=False
            )
        return
    notes = draft.moves.filter(pod=pod)
    if notes.filter(kind=Kind.UNDO_MOVE, of=move.number).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    # The steps since the player left skip the seat, so restoring it would invalidate them.
    if move.kind == Kind.LEAVE and move.way != "random" and _reached_another_step(draft, pod, move.at):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    undo_fields = {"number": notes.count(), "key": key, "kind": Kind.UNDO_MOVE, "of": move.number}
    DraftMove.objects.create(draft=draft, pod=pod, reason=move.reason, at=timezone.now(), **undo_fields)


def _reached_another_step(draft: Draft, pod: int, since: datetime) -> bool:
    """Return whether a pod on paper has reached another step since then, by a tap or by its clock."""
    if DraftMark.objects.filter(draft=draft, pod=pod, at__gt=since).exists():
        return True
    then, now = (
        [track.standing.at for track in run_tracks_of(draft, moment) if track.pod == pod]
        for moment in (since, timezone.now())
    )
    return then != now


def undo_pod_ruling(line: JournalEvent) -> None:
    """Undo DraftRuled. Refused: DRAFT_NOT_FOUND."""
    # No data has to be reverted: the log shows an undone ruling struck through.
    locks.lock_draft(Draft(pk=line.facts.get("draft")))


def _redo_moves(draft: Draft, pod: int, undos: list[DraftMove], *, key: str) -> None:
    """Replay the moves undone by `undos`, which must be the latest moves of the pod. Refused: UNDO_OVERTAKEN."""
    tracked = queries.logged_pod(draft, pod).tracked
    if not undos or undos[-1].number != len(tracked.moves) - 1:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    moves = [tracked.game.moves[undo.of] for undo in reversed(undos) if undo.of is not None]
    reason = undos[-1].reason
    try:
        _append_moves(tracked, moves[:-1], key=key, reason=reason, by=None)
        tracking.play_move_in_pod(
            draft, pod, moves[-1], key=f"{key}-last", staff=True, journaled=False, reason=reason
        )
    except Refused as refused:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN) from refused


def _append_moves(
    tracked: TrackedPod,
    moves: Iterable[Move],
    *,
    key: str,
    reason: str,
    by: User | None,
    now: datetime | None = None,
) -> list[DraftMove]:
    """Append moves to the log of a pod, each checked by the game.

    Refused: DRAFT_TAP_UNKNOWN, and whatever `DraftGame.play` refuses.
    """
    # The number of the move is appended to the key.
    if not 0 < len(key) <= MAX_KEY_LENGTH - len("-99999"):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    game: Game = tracked.game
    rows = []
    played_at = now or timezone.now()
    for number, move in enumerate(moves, start=len(tracked.moves)):
        game = game.play(move)
        rows.append(
            DraftMove(
                draft=tracked.draft,
                pod=tracked.pod,
                number=number,
                key=f"{key}-{number}",
                kind=move.kind,
                seat=move.seat,
                card=move.card,
                of=move.of,
                names=list(move.names),
                way=move.way,
                reason=reason,
                at=played_at,
                by=by,
            )
        )
    return DraftMove.objects.bulk_create(rows)


def _require_text_in_one_line(typed: str, missing: StrEnum = DeckRefusal.REASON_MISSING) -> str:
    """Return the text as one line of at most MAX_REASON_LENGTH characters. Refused: `missing` if it is blank."""
    reason = " ".join(typed.split())[:MAX_REASON_LENGTH]
    if not reason:
        raise Refused(missing)
    return reason


def _write_pod_journal_line(
    draft: Draft, kind: Callable[..., OfPod], pod: int, by: User | None, **facts: Any
) -> JournalEvent:
    division = draft.division
    line = kind(number=draft.number, draft=draft.pk, pod=pod, **facts)
    return journal.write_journal_line(division.tournament, line, by=by, division=division)


add_undo(undo_judge_decision, DraftJudged, DraftTapBack, DraftMovesUndone)
add_undo(undo_pod_ruling, DraftRuled)
