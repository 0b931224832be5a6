"""A draft on paper goes on, back, stands still: one append-only mark a tap."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from decks.engine.draft.run import flip, lap_end, next_choice
from decks.engine.journal_kinds import DraftBegun
from decks.engine.pods import PAIR
from decks.models import Draft, DraftMark
from decks.queries.draft import draft_runs as queries
from decks.queries.draft import unfinished
from decks.queries.draft.draft_runs import Track
from decks.services import locks
from decks.services.lists.rejudging import redrafted
from tournaments.models import User
from tournaments.services import journal

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
    """One tap on a pod, 0 for the whole field, that stood at `step`: two judges who tap at once move it once. Answers
    with the first mark of the tap.

    In Rochester `lap` goes on past all picks of one direction round the table, and the last card of an opening goes to
    its seat by itself (R-093): each pick has a mark of its own, all of one moment. Back goes one step, or as far as the
    step `to`.

    The coin of Solomon goes on with the `seat` that won it; 0 lets the seed of the draft flip it (R-094). Only who is
    `sure` leaves a registration or a building time behind that is not over (R-055). `again`: sent perhaps twice, by a
    phone that got no answer; what arrived already is the same tap.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_MOVED_ON, DRAFT_AT_END, DRAFT_AT_START,
    DRAFT_TAP_UNKNOWN, COIN_NOT_ENTERED, SEAT_NOT_IN_PAIR, and what `unfinished.before_next` asks.
    """
    now = now or timezone.now()
    row = locks.draft_in_division(draft)
    division = row.division
    tracks = queries.tracks_of(row)
    if not tracks:
        raise Refused("DRAFT_NOT_SEATED")
    track = next((one for one in tracks if one.pod == pod), None)
    if track is None:
        raise Refused("DRAFT_POD_UNKNOWN")
    if track.standing.at != step:
        if again and (known := _newest(row, pod, kind, step, by)) is not None:
            return known
        raise Refused("DRAFT_MOVED_ON")
    _require(track, kind)
    if (
        kind == Kind.NEXT
        and not sure
        and (open_question := unfinished.before_next(row, track, now)) is not None
    ):
        raise open_question
    if not any(one.marks for one in tracks):
        journal.write(division.tournament, DraftBegun(number=row.number), by=by, division=division)
    winner = _winner(row, track, seat) if kind == Kind.NEXT else None
    made = [
        DraftMark.objects.create(draft=row, pod=pod, kind=Kind(kind), step=at, seat=winner, at=now, by=by)
        for at in _steps_of(track, kind, lap=lap, to=to)
    ]
    if kind in (Kind.NEXT, Kind.BACK):
        redrafted(row, pod, by=by)
    return made[0]


def _steps_of(track: Track, kind: str, *, lap: bool, to: int | None) -> Sequence[int]:
    """The steps that one tap leaves behind, in order. Refused: DRAFT_TAP_UNKNOWN."""
    at = track.standing.at
    if (lap and (kind != Kind.NEXT or track.step.code != "PICK_ONE")) or (
        to is not None and kind != Kind.BACK
    ):
        raise Refused("DRAFT_TAP_UNKNOWN")
    if kind == Kind.NEXT:
        return range(at, (lap_end if lap else next_choice)(track.steps, at))
    if to is None:
        return [at]
    if not 0 <= to < at:
        raise Refused("DRAFT_TAP_UNKNOWN")
    return range(at, to, -1)


def _newest(row: Draft, pod: int, kind: str, step: int, by: User | None) -> DraftMark | None:
    """The first mark of the newest tap on a pod, where it is this one."""
    marks = DraftMark.objects.filter(draft=row, pod=pod).order_by("id")
    last = marks.last()
    mark = marks.filter(at=last.at, kind=last.kind, by=last.by_id).first() if last else None
    key = (kind, step, by.pk if by else None)
    return mark if mark is not None and (mark.kind, mark.step, mark.by_id) == key else None


def _winner(row: Draft, track: Track, seat: int | None) -> int | None:
    """Who won the coin flip, where the step asks for it."""
    if track.step.code != "COIN":
        return None
    if seat is None:
        raise Refused("COIN_NOT_ENTERED")
    if not 0 <= seat <= PAIR:
        raise Refused("SEAT_NOT_IN_PAIR")
    return seat or flip(row.seed or 0, track.pod)


def _require(track: Track, kind: str) -> None:
    if kind == Kind.NEXT and track.last:
        raise Refused("DRAFT_AT_END")
    if kind == Kind.BACK and track.standing.at == 0:
        raise Refused("DRAFT_AT_START")
    timed = bool(track.step.seconds)
    fits = {Kind.PAUSED: timed and not track.standing.paused, Kind.RESUMED: track.standing.paused}
    if kind not in Kind.values or not fits.get(Kind(kind), True):
        raise Refused("DRAFT_TAP_UNKNOWN")
