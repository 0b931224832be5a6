"""What judges do with the log of a draft: look, take back, rule, note what happened at a table (R-002)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from decks.engine.draft import Draft as Game
from decks.engine.draft import Move, log, take_back
from decks.engine.draft.values import LEAVINGS, SHARED
from decks.models import Draft, DraftMark, DraftMove
from decks.models.drafts import LONGEST_KEY, LONGEST_REASON
from decks.queries.draft import draft_log as queries
from decks.queries.draft.tracking import Tracked
from decks.services.draft import tracking
from tournaments.engine.refused import Refused
from tournaments.models import JournalEvent, User
from tournaments.services import journal
from tournaments.services.journal_kinds import FactTypes, JournalKind, define

Kind = DraftMove.Kind
NOTED = (Kind.SHORT, Kind.EXTRA, Kind.LEAVE)
"""What judges note of a draft on paper."""


@transaction.atomic
def look(draft: Draft, pod: int, *, by: User) -> None:
    """From now on this person reads the hidden cards of a pod; the journal tells it once.

    Refused: DRAFT_GONE, and as `queries.pod_of`.
    """
    row = _held(draft)
    queries.pod_of(row, pod)
    if not queries.looked(row, pod, by):
        _tell(row, queries.LOOKED, pod, by)


@transaction.atomic
def take_back_to(
    draft: Draft, pod: int, of: int, *, key: str, reason: str, by: User | None, now: datetime | None = None
) -> list[DraftMove]:
    """Take back move `of` with everything that was built upon it, newest first: all of it, or nothing.

    Each is a move of the log, one line of the journal tells of the run. The same `key` again is the same run.
    Refused: REASON_MISSING, MOVE_NOT_THERE, DRAFT_TAP_UNKNOWN, and as `queries.pod_of`.
    """
    said = _reason(reason)
    row = _held(draft)
    before = _stands(row, pod)
    known = [one for one in before.moves if one.key.rpartition("-")[0] == key]
    if known:
        return known
    moves = [take_back(at) for at in log.back_to(before.game, of)]
    made = _append(before, moves, key=key, reason=said, by=by, now=now)
    _tell(
        row,
        "DraftTakenBack",
        pod,
        by,
        of=of,
        moves=len(made),
        lines=[one.number for one in made],
        reason=said,
    )
    return made


@transaction.atomic
def rule(draft: Draft, pod: int, *, text: str, by: User | None) -> JournalEvent:
    """A ruling that is kept with the draft. Refused: REASON_MISSING, DRAFT_POD_UNKNOWN, DRAFT_GONE."""
    row = _held(draft)
    _require_pod(row, pod)
    return _tell(row, queries.RULED, pod, by, reason=_reason(text))


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
    """What a judge decided at a table of a draft on paper; steps go on without a seat that left ("skip").

    `way` of a player who left: one of `LEAVINGS`, `SHARED` in Solomon alone. The same `key` again is the same note.
    Refused: DRAFT_IS_TRACKED, DRAFT_POD_UNKNOWN, NOT_YOUR_MOVE (seat), LEAVING_UNKNOWN, SEAT_IS_GONE, REASON_MISSING,
    DRAFT_TAP_UNKNOWN.
    """
    row = _held(draft)
    _require_pod(row, pod)
    if row.way != Draft.Way.PAPER:
        raise Refused("DRAFT_IS_TRACKED")
    if kind not in NOTED or not 0 < len(key) <= LONGEST_KEY:
        raise Refused("DRAFT_TAP_UNKNOWN")
    if not 1 <= seat <= len(row.seats[pod - 1]):
        raise Refused("NOT_YOUR_MOVE", seat=seat, to_act=())
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
    _tell(row, "DraftJudged", pod, by, **facts)
    return made


def unjudge(event: JournalEvent) -> None:
    """Undo of DraftJudged and DraftTapBack: what was decided is taken back, what was taken back is played again.

    Refused: UNDO_NOT_POSSIBLE, UNDO_OVERTAKEN, and what a take-back is refused for.
    """
    row, pod, line = _of(event), int(event.facts.get("pod", 0)), event.facts.get("line")
    move = row.moves.filter(pod=pod, number=line).first() if isinstance(line, int) else None
    if move is None:
        raise Refused("UNDO_NOT_POSSIBLE")
    if row.way == Draft.Way.PAPER:
        _unnote(row, move, key=f"undo-{event.pk}")
    elif move.kind == Kind.TAKE_BACK:
        _play_again(row, pod, [move], key=f"undo-{event.pk}")
    else:
        key = f"undo-{event.pk}"
        tracking.play(row, pod, take_back(move.number), key=key, staff=True, told=False)


def untake(event: JournalEvent) -> None:
    """Undo of DraftTakenBack: the moves are played again in their order. Refused: UNDO_OVERTAKEN."""
    row, pod = _of(event), int(event.facts["pod"])
    lines = event.facts["lines"]
    moves = list(row.moves.filter(pod=pod, number__in=lines).order_by("number"))
    _play_again(row, pod, moves, key=f"undo-{event.pk}")


def unrule(event: JournalEvent) -> None:
    """Undo of DraftRuled: the ruling stands struck through. Refused: DRAFT_GONE."""
    _of(event)


def _play_again(row: Draft, pod: int, backs: list[DraftMove], *, key: str) -> None:
    """What these take-backs, the newest moves of a pod, took back is played again."""
    before = _stands(row, pod)
    if not backs or backs[-1].number != len(before.moves) - 1:
        raise Refused("UNDO_OVERTAKEN")
    again = [before.game.moves[one.of] for one in reversed(backs) if one.of is not None]
    reason = backs[-1].reason
    try:
        _append(before, again[:-1], key=key, reason=reason, by=None)
        tracking.play(row, pod, again[-1], key=f"{key}-last", staff=True, told=False, reason=reason)
    except Refused as refused:
        raise Refused("UNDO_OVERTAKEN") from refused


def _unnote(row: Draft, move: DraftMove, *, key: str) -> None:
    """A note of a paper draft is taken back; steps that were led without a seat stay."""
    rows = row.moves.filter(pod=move.pod)
    if rows.filter(kind=Kind.TAKE_BACK, of=move.number).exists():
        raise Refused("UNDO_OVERTAKEN")
    led = DraftMark.objects.filter(draft=row, pod=move.pod, at__gt=move.at)
    if move.kind == Kind.LEAVE and move.way != "lot" and led.exists():
        raise Refused("UNDO_OVERTAKEN")
    DraftMove.objects.create(
        draft=row,
        pod=move.pod,
        number=rows.count(),
        key=key,
        kind=Kind.TAKE_BACK,
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
    """Several moves at once at the end of a log, each one possible. Refused as `Draft.play`, DRAFT_TAP_UNKNOWN."""
    if not 0 < len(key) <= LONGEST_KEY - len("-99999"):
        raise Refused("DRAFT_TAP_UNKNOWN")
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
        raise Refused("LEAVING_UNKNOWN", seat=seat)
    back = {one.of for one in rows if one.kind == Kind.TAKE_BACK}
    left = [one for one in rows if one.kind == Kind.LEAVE and one.number not in back and one.seat == seat]
    if any(one.way != "lot" or way == "lot" for one in left):
        raise Refused("SEAT_IS_GONE", seat=seat)


def _require_pod(row: Draft, pod: int) -> None:
    if not 1 <= pod <= len(row.seats):
        raise Refused("DRAFT_POD_UNKNOWN")


def _reason(given: str) -> str:
    said = " ".join(given.split())[:LONGEST_REASON]
    if not said:
        raise Refused("REASON_MISSING")
    return said


def _of(event: JournalEvent) -> Draft:
    """The draft a line tells of, held. Refused: DRAFT_GONE."""
    return _held(Draft(pk=event.facts.get("draft")))


def _tell(row: Draft, kind: str, pod: int, by: User | None, **facts: Any) -> JournalEvent:
    division = row.division
    told: dict[str, Any] = {"number": row.number, "draft": row.pk, "pod": pod} | facts
    return journal.write(division.tournament, kind, by=by, division=division, **told)


def _held(draft: Draft) -> Draft:
    """The draft, its row held. Refused: DRAFT_GONE."""
    rows = Draft.objects.select_for_update(of=("self",)).select_related("division__tournament")
    row = rows.filter(pk=draft.pk).first()
    if row is None:
        raise Refused("DRAFT_GONE")
    return row


_POD: FactTypes = {"number": int, "draft": int, "pod": int}
_MOVE: FactTypes = {**_POD, "move": str, "seat": int, "of": int | None, "line": int}
define(
    JournalKind("DraftLooked", _POD),
    JournalKind(
        "DraftJudged",
        {**_MOVE, "way": str, "reason": str},
        group="draft_log",
        undo=unjudge,
        may_undo="report",
    ),
    JournalKind("DraftTapBack", _MOVE, group="draft_log", undo=unjudge, may_undo="report"),
    JournalKind(
        "DraftTakenBack",
        {**_POD, "of": int, "moves": int, "lines": list, "reason": str},
        group="draft_log",
        undo=untake,
    ),
    JournalKind("DraftRuled", {**_POD, "reason": str}, group="draft_log", undo=unrule),
)
