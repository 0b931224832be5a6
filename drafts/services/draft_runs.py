"""Steps of a draft on paper: next, back, pause and resume, one append-only mark per tap."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.services import locks
from decks.services.lists.rejudging import redrafted
from drafts.engine.journal_kinds import DraftBegun
from drafts.engine.pods import PAIR
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import flip, lap_end, next_choice
from drafts.models import DraftMark
from drafts.queries import draft_runs as queries
from drafts.queries import unfinished
from drafts.queries.draft_runs import Track
from tournaments.models import User

Kind = DraftMark.Kind


@transaction.atomic
def tap(
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
    to: int | None = None,
) -> DraftMark:
    """Record one tap on a pod, 0 for the whole field, made at `step`; two judges tapping at once advance it once.

    Returns the first mark of the tap.

    The coin step of Solomon takes the `seat` that won it; 0 lets the seed of the draft flip it (R-094). `sure` is
    needed to leave a registration or building time that is not over (R-055). `again`: possibly sent twice, by a phone
    that got no response; a tap already recorded is returned.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_MOVED_ON, DRAFT_AT_END, DRAFT_AT_START,
    DRAFT_TAP_UNKNOWN, COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR, and what `unfinished.before_next` returns.
    """
    now = now or timezone.now()
    row = locks.draft_in_division(draft)
    division = row.division
    tracks = queries.tracks_of(row)
    if not tracks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    track = next((track for track in tracks if track.pod == pod), None)
    if track is None:
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    if track.standing.at != step:
        # The first mark of the latest tap on the pod, if it is this tap.
        marks = DraftMark.objects.filter(draft=row, pod=pod).order_by("id")
        last = marks.last() if again else None
        mark = marks.filter(at=last.at, kind=last.kind, by=last.by_id).first() if last else None
        own = (kind, step, by.pk if by else None)
        if mark is not None and (mark.kind, mark.step, mark.by_id) == own:
            return mark
        raise Refused(DraftRefusal.DRAFT_MOVED_ON)
    _require(track, kind)
    if (
        kind == Kind.NEXT
        and not sure
        and (open_question := unfinished.before_next(row, track, now)) is not None
    ):
        raise open_question
    if not any(track.marks for track in tracks):
        journal.write(division.tournament, DraftBegun(number=row.number), by=by, division=division)
    winner = _winner(row, track, seat) if kind == Kind.NEXT and track.step.code == "COIN" else None
    taps = [
        DraftMark.objects.create(draft=row, pod=pod, kind=Kind(kind), step=at, seat=winner, at=now, by=by)
        for at in _steps_of(track, kind, lap=lap, to=to)
    ]
    if kind in (Kind.NEXT, Kind.BACK):
        redrafted(row, pod, by=by)
    return taps[0]


def _steps_of(track: Track, kind: str, *, lap: bool, to: int | None) -> Sequence[int]:
    """The steps one tap leaves, in order. Refused: DRAFT_TAP_UNKNOWN."""
    at = track.standing.at
    if (lap and (kind != Kind.NEXT or track.step.code != "PICK_ONE")) or (
        to is not None and kind != Kind.BACK
    ):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    if kind == Kind.NEXT:
        return range(at, (lap_end if lap else next_choice)(track.steps, at))
    if to is None:
        return [at]
    if not 0 <= to < at:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    return range(at, to, -1)


def _winner(row: Draft, track: Track, seat: int | None) -> int:
    """The winner of the coin flip. Refused: COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR."""
    if seat is None:
        raise Refused(DraftRefusal.COIN_NOT_ENTERED)
    if not 0 <= seat <= PAIR:
        raise Refused(DraftRefusal.SEAT_NOT_IN_PAIR)
    return seat or flip(row.seed or 0, track.pod)


def _require(track: Track, kind: str) -> None:
    if kind == Kind.NEXT and track.last:
        raise Refused(DraftRefusal.DRAFT_AT_END)
    if kind == Kind.BACK and track.standing.at == 0:
        raise Refused(DraftRefusal.DRAFT_AT_START)
    timed = bool(track.step.seconds)
    fits = {Kind.PAUSED: timed and not track.standing.paused, Kind.RESUMED: track.standing.paused}
    if kind not in Kind.values or not fits.get(Kind(kind), True):
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
