"""Step through a draft on paper by taps, each stored as an append-only mark.

Taps go to the next or previous step, pause or resume the clock, and choose whether timed steps advance
automatically.
"""

from collections.abc import Iterable, Sequence
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
from drafts.engine.pick_clock import CALLED
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import flip_coin_of_run, step_after_drafting, step_after_lap, step_after_tap
from drafts.models import DraftMark
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished_steps
from drafts.queries.draft_runs import RunTrack
from tournaments.models import User

Kind = DraftMark.Kind

AT_ANY_STEP = (Kind.PAUSED, Kind.RESUMED, Kind.HAND)
"""Taps on a pod whose clock calls the steps that count even if the clock has begun the next step in the meantime."""


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
    whole_draft: bool = False,
    clock: bool = False,
    target_step: int | None = None,
) -> DraftMark:
    """Record a tap on a pod at `step`, and return its first mark; pod 0 is the whole field.

    If two judges tap at the same time, the pod advances only once. A step of a redraft may set lists aside or
    restore them, and the end of building submits filled-in lists.
    - `seat`: winner of the coin flip in Solomon; 0 lets the seed of the draft decide (R-094).
    - `sure`: confirm ending registration or building early (R-055).
    - `again`: the phone got no response and may be resending the tap. If the tap was already recorded, its mark
      is returned.
    - `lap`: advance through all picks in one direction around the table.
    - `whole_draft`: advance to building.
    - `clock`: let the following timed steps advance automatically.
    - `target_step`: the step to go back to, None for the previous one.
    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_TAP_UNKNOWN, DRAFT_MOVED_ON,
    DRAFT_CLOCK_MOVED_ON, and whatever `require_tap_possible` refuses and, unless `sure`, `refusal_before_next_step`.
    """
    now = now or timezone.now()
    draft = locks.lock_division_of_draft(draft)
    tracks = queries.run_tracks_of(draft, now)
    if not tracks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    track = next((track for track in tracks if track.pod == pod), None)
    if track is None:
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    if track.standing.at != step and not (track.standing.called and kind in AT_ANY_STEP):
        # A resent tap is the latest on the pod, and all its marks have the same time, so compare the first mark.
        marks = DraftMark.objects.filter(draft=draft, pod=pod).order_by("id")
        latest = marks.last() if again else None
        mark = marks.filter(at=latest.at, by=latest.by_id).first() if latest else None
        tap = (Kind.CLOCK if clock else kind, step, by.pk if by else None)
        if mark is not None and (mark.kind, mark.step, mark.by_id) == tap:
            return mark
        raise outdated_step_refusal(track)
    require_tap_possible(track, kind, seat, clock=clock)
    if (
        kind == Kind.NEXT
        and not sure
        and (refusal := unfinished_steps.refusal_before_next_step(draft, track, now)) is not None
    ):
        raise refusal
    steps = _steps_to_tap(track, kind, lap=lap, whole_draft=whole_draft, target_step=target_step)
    marks_of_tap = new_marks(draft, track, kind, steps, by=by, now=now, seat=seat, clock=clock)
    if kind == Kind.NEXT and track.step.code == "COIN" and track.standing.called and len(tracks) > 1:
        # The clock calls all pairs together, so a pair pauses after its coin flip until the common signal.
        marks_of_tap.append(_new_mark(draft, track, Kind.PAUSED, track.standing.at + 1, by=by, now=now))
    save_run_marks(draft, tracks, marks_of_tap, by=by)
    if kind in (Kind.NEXT, Kind.BACK):
        rejudge_drafted_players(draft, pod, by=by)
    if kind == Kind.NEXT and track.step.code == "BUILD":
        submit_filled_lists(draft.division.tournament, now=now)
    return marks_of_tap[0]


def outdated_step_refusal(track: RunTrack) -> Refused:
    """Return the refusal of a tap on a step that is no longer current.

    The refusal is DRAFT_CLOCK_MOVED_ON if timed steps advance automatically, and otherwise DRAFT_MOVED_ON.
    """
    return Refused(
        DraftRefusal.DRAFT_CLOCK_MOVED_ON if track.standing.called else DraftRefusal.DRAFT_MOVED_ON
    )


def new_marks(
    draft: Draft,
    track: RunTrack,
    kind: str,
    steps: Sequence[int],
    *,
    by: User | None,
    now: datetime,
    seat: int | None = None,
    clock: bool = False,
) -> list[DraftMark]:
    """Return the unsaved marks of a tap on a track, one for each step in `steps`.

    With `clock`, a CLOCK mark comes first.
    """
    is_coin_flip = kind == Kind.NEXT and track.step.code == "COIN"
    winner = (seat or flip_coin_of_run(draft.seed or 0, track.pod, track.seats)) if is_coin_flip else None
    marks = [_new_mark(draft, track, Kind.CLOCK, track.standing.at, by=by, now=now)] if clock else []
    return [*marks, *(_new_mark(draft, track, kind, step, by=by, now=now, seat=winner) for step in steps)]


def save_run_marks(
    draft: Draft, tracks: Iterable[RunTrack], marks: Iterable[DraftMark], *, by: User | None
) -> None:
    """Save the marks of a tap. The first marks of a draft also journal that it has begun."""
    if not any(track.marks for track in tracks):
        division = draft.division
        journal.write_journal_line(
            division.tournament, DraftBegun(number=draft.number), by=by, division=division
        )
    DraftMark.objects.bulk_create(marks)


def require_tap_possible(track: RunTrack, kind: str, seat: int | None, *, clock: bool = False) -> None:
    """Require that this kind of tap is possible at the current step of a track.

    `seat`: the winner of the coin flip, 0 for a random one, None if not entered. `clock`: whether the tap also
    starts the clock.
    Refused: DRAFT_AT_END, DRAFT_AT_START, COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR, DRAFT_TAP_UNKNOWN.
    """
    if kind == Kind.NEXT and track.last:
        raise Refused(DraftRefusal.DRAFT_AT_END)
    if kind == Kind.BACK and track.standing.at == 0:
        raise Refused(DraftRefusal.DRAFT_AT_START)
    if kind == Kind.NEXT and track.step.code == "COIN":
        if seat is None:
            raise Refused(DraftRefusal.COIN_NOT_ENTERED)
        if not 0 <= seat <= track.seats:
            raise Refused(DraftRefusal.SEAT_NOT_IN_PAIR)
    has_timer = bool(track.step.seconds)
    is_possible = {
        Kind.PAUSED: has_timer and not track.standing.paused,
        Kind.RESUMED: track.standing.paused,
        Kind.CLOCK: track.has_clock_to_start,
        Kind.HAND: track.standing.called,
    }
    if kind not in Kind.values or not is_possible.get(Kind(kind), True):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if clock and (kind != Kind.NEXT or not track.has_clock_to_start):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)


def _new_mark(
    draft: Draft,
    track: RunTrack,
    kind: str,
    step: int,
    *,
    by: User | None,
    now: datetime,
    seat: int | None = None,
) -> DraftMark:
    """Return an unsaved mark of a tap on a track."""
    return DraftMark(draft=draft, pod=track.pod, kind=Kind(kind), step=step, seat=seat, at=now, by=by)


def _steps_to_tap(
    track: RunTrack, kind: str, *, lap: bool, whole_draft: bool, target_step: int | None
) -> Sequence[int]:
    """Return the steps at which one tap records a mark, in order. Refused: DRAFT_TAP_UNKNOWN."""
    current = track.standing.at
    if (
        (lap and (kind != Kind.NEXT or track.step.code != "PICK_ONE"))
        or (whole_draft and (kind != Kind.NEXT or track.step.code not in CALLED))
        or (target_step is not None and kind != Kind.BACK)
    ):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if kind == Kind.NEXT:
        step_after = step_after_lap if lap else step_after_drafting if whole_draft else step_after_tap
        return range(current, step_after(track.steps, current))
    if target_step is None:
        return [current]
    if not 0 <= target_step < current:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    return range(current, target_step, -1)
