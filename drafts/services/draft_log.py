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
    before = _stands(row, pod)
    known = [one for one in before.moves if one.key.rpartition("-")[0] == key]
    if known:
        return known
    moves = [undo_move(at) for at in log.back_to(before.game, of)]
    made = _append(before, moves, key=key, reason=reason, by=by, now=now)
    _journal(
        row,
        DraftMovesUndone,
        pod,
        by,
        of=of,
        moves=len(made),
        lines=[one.number for one in made],
        reason=reason,
    )
    return made


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
    known = next((one for one in rows if one.key == key), None)
    if known is not None:
        return known
    _require_leaving(rows, row.subtype, kind, seat, way)
    made = DraftMove.objects.create(
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
    facts = {
        "move": kind,
        "seat": seat,
        "way": made.way,
        "of": None,
        "reason": made.reason,
        "line": made.number,
    }
    _journal(row, DraftJudged, pod, by, **facts)
    return made


def undo_decision(event: JournalEvent) -> None:
    """Undo of DraftJudged and DraftTapBack: revert the decision, or replay the undone pick.

    Refused: UNDO_NOT_POSSIBLE, UNDO_OVERTAKEN, and what an undo is refused for.
    """
    row, pod, line = _of(event), int(event.facts.get("pod", 0)), event.facts.get("line")
    move = row.moves.filter(pod=pod, number=line).first() if isinstance(line, int) else None
    if move is None:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if row.way == Draft.Way.PAPER:
        _undo_note(row, move, key=f"undo-{event.pk}")
    elif move.kind == Kind.UNDO_MOVE:
        _play_again(row, pod, [move], key=f"undo-{event.pk}")
    else:
        key = f"undo-{event.pk}"
        tracking.play(row, pod, undo_move(move.number), key=key, staff=True, journaled=False)


def redo_moves(event: JournalEvent) -> None:
    """Undo of DraftMovesUndone: replay the moves in order. Refused: UNDO_OVERTAKEN."""
    row, pod = _of(event), int(event.facts["pod"])
    lines = event.facts["lines"]
    moves = list(row.moves.filter(pod=pod, number__in=lines).order_by("number"))
    _play_again(row, pod, moves, key=f"undo-{event.pk}")


def undo_ruling(event: JournalEvent) -> None:
    """Undo of DraftRuled: nothing to revert, the ruling is shown struck through. Refused: DRAFT_NOT_FOUND."""
    _of(event)


def _play_again(row: Draft, pod: int, backs: list[DraftMove], *, key: str) -> None:
    """Replay what these undos, the latest moves of a pod, had undone. Refused: UNDO_OVERTAKEN."""
    before = _stands(row, pod)
    if not backs or backs[-1].number != len(before.moves) - 1:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    again = [before.game.moves[one.of] for one in reversed(backs) if one.of is not None]
    reason = backs[-1].reason
    try:
        _append(before, again[:-1], key=key, reason=reason, by=None)
        tracking.play(row, pod, again[-1], key=f"{key}-last", staff=True, journaled=False, reason=reason)
    except Refused as refused:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN) from refused


def _undo_note(row: Draft, move: DraftMove, *, key: str) -> None:
    """Revert a note of a paper draft; refused once steps were taken without the seat. Refused: UNDO_OVERTAKEN."""
    rows = row.moves.filter(pod=move.pod)
    if rows.filter(kind=Kind.UNDO_MOVE, of=move.number).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    led = DraftMark.objects.filter(draft=row, pod=move.pod, at__gt=move.at)
    if move.kind == Kind.LEAVE and move.way != "random" and led.exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    DraftMove.objects.create(
        draft=row,
        pod=move.pod,
        number=rows.count(),
        key=key,
        kind=Kind.UNDO_MOVE,
        of=move.number,
        reason=move.reason,
        at=timezone.now(),
    )


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


def _stands(row: Draft, pod: int) -> Tracked:
    return queries.pod_of(row, pod).tracked


def _require_leaving(rows: list[DraftMove], subtype: str, kind: str, seat: int, way: str) -> None:
    if kind != Kind.LEAVE:
        return
    stacks = LEAVINGS if subtype == "solomon" else tuple(one for one in LEAVINGS if one not in SHARED)
    if way not in stacks:
        raise Refused(DraftRefusal.LEAVING_UNKNOWN, seat=seat)
    back = {one.of for one in rows if one.kind == Kind.UNDO_MOVE}
    left = [one for one in rows if one.kind == Kind.LEAVE and one.number not in back and one.seat == seat]
    if any(one.way != "random" or way == "random" for one in left):
        raise Refused(DraftRefusal.SEAT_NOT_FOUND, seat=seat)


def _require_pod(row: Draft, pod: int) -> None:
    if not 1 <= pod <= len(row.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)


def _reason(given: str, missing: StrEnum = DeckRefusal.REASON_MISSING) -> str:
    """The text on one line, cut to the longest reason. Refused: `missing`."""
    reason = " ".join(given.split())[:LONGEST_REASON]
    if not reason:
        raise Refused(missing)
    return reason


def _of(event: JournalEvent) -> Draft:
    """The draft of a journal line, locked. Refused: DRAFT_NOT_FOUND."""
    return locks.draft(Draft(pk=event.facts.get("draft")))


def _journal(row: Draft, kind: Callable[..., OfPod], pod: int, by: User | None, **facts: Any) -> JournalEvent:
    division = row.division
    all_facts: dict[str, Any] = {"number": row.number, "draft": row.pk, "pod": pod} | facts
    return journal.write(division.tournament, kind(**all_facts), by=by, division=division)


add_undo(undo_decision, DraftJudged, DraftTapBack)
add_undo(redo_moves, DraftMovesUndone)
add_undo(undo_ruling, DraftRuled)
