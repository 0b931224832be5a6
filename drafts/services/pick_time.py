"""Staff decisions about the time of picks in a tracked draft: hold, resume, more time, a card assigned at random.

The rules do not say what happens to a player who has not picked in time, so a judge decides (R-002).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.models import Draft
from decks.services import locks
from drafts.engine import Move, build_undo_move
from drafts.engine.journal_kinds import DraftPickAssigned, DraftPickTimeAdded
from drafts.engine.pick_timer import MORE_SECONDS
from drafts.engine.refusals import DraftRefusal
from drafts.models import DraftMark, DraftMove
from drafts.queries import seat_views
from drafts.queries import tracking as queries
from drafts.queries.seat_views import DraftSeatView
from drafts.services import tracking
from tournaments.models import User

Kind = DraftMark.Kind


@transaction.atomic
def set_timers_paused(
    draft: Draft, pod: int, *, paused: bool, by: User | None, now: datetime | None = None
) -> Sequence[DraftMark]:
    """Hold or resume the timer of a pod or, with 0, of every pod of the draft; return the new marks.

    A held pod stays held through the picks that are tapped meanwhile. Pods that are over, that have not begun, or whose
    timer is already in that state are skipped. Refused: DRAFT_NOT_FOUND, and whatever `queries.tracked_pod` refuses.
    """
    draft, now = locks.lock_draft(draft), now or timezone.now()
    pods = [queries.tracked_pod(draft, pod)] if pod else queries.tracked_pods(draft)
    marks = [
        DraftMark(
            draft=draft,
            pod=tracked.pod,
            kind=Kind.PAUSED if paused else Kind.RESUMED,
            step=len(tracked.moves),
            at=now,
            by=by,
        )
        for tracked in pods
        if tracked.since is not None and not tracked.game.over and tracked.held != paused
    ]
    return DraftMark.objects.bulk_create(marks)


@transaction.atomic
def assign_pick(
    draft: Draft, pod: int, seat: int, *, key: str, by: User | None, now: datetime | None = None
) -> DraftMove:
    """Assign a card at random, by the seed of the draft, to a player who has not picked in time.

    The player names the card. A repeated `key` returns the stored move.
    Refused: PICK_TIME_NOT_OVER (seat), NOT_YOUR_MOVE, and whatever `tracking.play_move_in_pod` refuses.
    """
    tracking.lock_division_if_pod_may_end(draft, pod, Move("pick", seat))
    draft, now = locks.lock_draft(draft), now or timezone.now()
    tracked = queries.tracked_pod(draft, pod)
    earlier = next((move for move in tracked.moves if move.key == key), None)
    if earlier is not None and (earlier.kind, earlier.seat) == ("pick", seat):
        return earlier
    _require_late_seats(DraftSeatView(tracked, 0), now, seat=seat)
    card = queries.drawn_card(tracked, seat)
    move = Move("pick", seat, card.card, way="random")
    stored = tracking.play_move_in_pod(draft, pod, move, key=key, by=by, staff=True, now=now)
    division = draft.division
    line = DraftPickAssigned(
        number=draft.number,
        draft=draft.pk,
        pod=pod,
        move=stored.kind,
        seat=seat,
        of=None,
        line=stored.number,
        place=card.place,
        cards=card.of,
    )
    journal.write_journal_line(division.tournament, line, by=by, at=now, division=division)
    return stored


@transaction.atomic
def add_pick_time(
    draft: Draft, pod: int, *, seen: str, by: User | None, now: datetime | None = None
) -> DraftMark:
    """Give `MORE_SECONDS` from now to the players who have not picked in time.

    `seen`: the `pick_stamp` on the page, so that two taps have the effect of one.
    Refused: DRAFT_NOT_FOUND, DRAFT_MOVED_ON, PICK_TIME_NOT_OVER, and whatever `seat_views.seat_view` refuses.
    """
    draft, now = locks.lock_draft(draft), now or timezone.now()
    view = seat_views.seat_view(draft, pod)
    if view.tracked.pick_stamp != seen:
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)
    _require_late_seats(view, now)
    step = len(view.tracked.moves)
    mark = DraftMark.objects.create(draft=draft, pod=pod, kind=Kind.WAIT, step=step, at=now, by=by)
    waits = DraftMark.objects.filter(draft=draft, pod=pod, kind=Kind.WAIT).count()
    division = draft.division
    line = DraftPickTimeAdded(number=draft.number, draft=draft.pk, pod=pod, seconds=MORE_SECONDS, line=waits)
    journal.write_journal_line(division.tournament, line, by=by, at=now, division=division)
    return mark


def undo_assigned_pick(line: JournalEvent) -> None:
    """Undo DraftPickAssigned, and the last card of the opening if that pick assigned it without a tap.

    Refused: UNDO_NOT_POSSIBLE, and whatever `tracking.play_move_in_pod` refuses.
    """
    draft = locks.lock_draft(Draft(pk=line.facts.get("draft")))
    pod, number = int(line.facts.get("pod", 0)), int(line.facts.get("line", -1))
    moves = list(draft.moves.filter(pod=pod, number__gte=number).order_by("number")[:2])
    if not moves or moves[0].number != number:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    last_card_moves = moves[1:] if moves[-1].key.endswith(queries.BY_ITSELF) else []
    for move in [*last_card_moves, moves[0]]:
        undo, key = build_undo_move(move.number), f"undo-{line.pk}-{move.number}"
        tracking.play_move_in_pod(draft, pod, undo, key=key, staff=True, journaled=False)


def undo_pick_time(line: JournalEvent) -> None:
    """Undo DraftPickTimeAdded while the same pick is in progress. Refused: UNDO_OVERTAKEN, DRAFT_NOT_FOUND."""
    draft = locks.lock_draft(Draft(pk=line.facts.get("draft")))
    pod = int(line.facts.get("pod", 0))
    tracked = queries.tracked_pod(draft, pod)
    waits = DraftMark.objects.filter(draft=draft, pod=pod, kind=Kind.WAIT)
    latest = waits.order_by("-id").first()
    is_latest = latest is not None and waits.count() == line.facts.get("line")
    if not is_latest or not tracked.pick_timer.waits:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    DraftMark.objects.create(draft=draft, pod=pod, kind=Kind.OVER, step=len(tracked.moves), at=timezone.now())


def _require_late_seats(view: DraftSeatView, now: datetime, *, seat: int = 0) -> None:
    """Require that the time of a pick is over and that `seat`, or any seat for 0, has not picked.

    Refused: PICK_TIME_NOT_OVER (seat).
    """
    late = view.late_seats(now)
    if not late or (seat and seat not in late):
        raise Refused(DraftRefusal.PICK_TIME_NOT_OVER, seat=seat)


add_undo(undo_assigned_pick, DraftPickAssigned)
add_undo(undo_pick_time, DraftPickTimeAdded)
