"""Step through a draft on paper: next, back, pause and resume. Each tap is stored as an append-only mark."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.services import locks
from decks.services.lists import submit_filled_lists
from decks.services.lists.rejudging import rejudge_drafted_players
from drafts.engine.journal_kinds import DraftBegun
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import flip_coin, step_after_lap, step_after_tap
from drafts.models import DraftMark
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished_steps
from drafts.queries.draft_runs import Track
from tournaments.models import User

Kind = DraftMark.Kind


@transaction.atomic
def tap_step(
    draft: Draft,
    pod: int,
    kind: str,
    *,
    step: int,
    by: User | None,
    now: datetime | None = None,
    seat: int | None = None,
    sure: bool = False,
    again: bool = False,
    lap: bool = False,
    target_step: int | None = None,
) -> DraftMark:
    """Record a tap on a pod at `step`, and return its first mark; pod 0 is the whole field.

    If two judges tap at once, the pod advances only once. `seat`: winner of the coin flip in Solomon; 0 lets the seed
    of the draft decide (R-094). `sure`: confirm ending registration or building early (R-055). `again`: the phone got
    no response and may be resending the tap; if it was already recorded, return its mark. `lap`: advance through all
    picks in one direction around the table. `target_step`: the step to go back to.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_MOVED_ON, DRAFT_AT_END, DRAFT_AT_START,
    DRAFT_TAP_UNKNOWN, COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR, and what `unfinished_steps.before_next` returns.
    """
    now = now or timezone.now()
    draft = locks.draft_in_division(draft)
    division = draft.division
    tracks = queries.tracks_of(draft)
    if not tracks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    track = next((track for track in tracks if track.pod == pod), None)
    if track is None:
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    if track.standing.at != step:
        # A resent tap is the latest on the pod, and all its marks have the same time, so compare the first mark.
        marks = DraftMark.objects.filter(draft=draft, pod=pod).order_by("id")
        latest = marks.last() if again else None
        mark = marks.filter(at=latest.at, kind=latest.kind, by=latest.by_id).first() if latest else None
        tap = (kind, step, by.pk if by else None)
        if mark is not None and (mark.kind, mark.step, mark.by_id) == tap:
            return mark
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)
    _require_tap_possible(track, kind, seat)
    if (
        kind == Kind.NEXT
        and not sure
        and (refusal := unfinished_steps.before_next(draft, track, now)) is not None
    ):
        raise refusal
    if not any(track.marks for track in tracks):
        journal.write(division.tournament, DraftBegun(number=draft.number), by=by, division=division)
    is_coin_flip = kind == Kind.NEXT and track.step.code == "COIN"
    winner = (seat or flip_coin(draft.seed or 0, pod)) if is_coin_flip else None
    new_marks = [
        DraftMark.objects.create(
            draft=draft, pod=pod, kind=Kind(kind), step=tapped_step, seat=winner, at=now, by=by
        )
        for tapped_step in _steps_to_tap(track, kind, lap=lap, target_step=target_step)
    ]
    if kind in (Kind.NEXT, Kind.BACK):
        rejudge_drafted_players(draft, pod, by=by)
    if kind == Kind.NEXT and track.step.code == "BUILD":
        submit_filled_lists(division.tournament, now=now)
    return new_marks[0]


def _steps_to_tap(track: Track, kind: str, *, lap: bool, target_step: int | None) -> Sequence[int]:
    """Return the steps at which one tap records a mark, in order. Refused: DRAFT_TAP_UNKNOWN."""
    current = track.standing.at
    if (lap and (kind != Kind.NEXT or track.step.code != "PICK_ONE")) or (
        target_step is not None and kind != Kind.BACK
    ):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if kind == Kind.NEXT:
        return range(current, (step_after_lap if lap else step_after_tap)(track.steps, current))
    if target_step is None:
        return [current]
    if not 0 <= target_step < current:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    return range(current, target_step, -1)


def _require_tap_possible(track: Track, kind: str, seat: int | None) -> None:
    """Require that this kind of tap is possible at the current step of a track.

    Refused: DRAFT_AT_END, DRAFT_AT_START, COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR, DRAFT_TAP_UNKNOWN.
    """
    if kind == Kind.NEXT and track.last:
        raise Refused(DraftRefusal.DRAFT_AT_END)
    if kind == Kind.BACK and track.standing.at == 0:
        raise Refused(DraftRefusal.DRAFT_AT_START)
    if kind == Kind.NEXT and track.step.code == "COIN":
        if seat is None:
            raise Refused(DraftRefusal.COIN_NOT_ENTERED)
        if not 0 <= seat <= PAIR:
            raise Refused(DraftRefusal.SEAT_NOT_IN_PAIR)
    has_timer = bool(track.step.seconds)
    is_possible = {Kind.PAUSED: has_timer and not track.standing.paused, Kind.RESUMED: track.standing.paused}
    if kind not in Kind.values or not is_possible.get(Kind(kind), True):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
