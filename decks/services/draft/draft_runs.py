"""A draft on paper goes on, back, stands still: one append-only mark a tap."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from decks.engine.draft.run import flip
from decks.engine.pods import PAIR
from decks.models import Draft, DraftMark
from decks.queries.draft import draft_runs as queries
from decks.queries.draft import unfinished
from decks.queries.draft.draft_runs import Track
from decks.services.lists.rejudging import redrafted
from tournaments.engine.refused import Refused
from tournaments.models import User
from tournaments.services import journal, locks
from tournaments.services.journal_kinds import JournalKind, define

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
) -> DraftMark:
    """One tap on a pod, 0 for the whole field, that stood at `step`: two judges who tap at once move it once.

    The coin of Solomon goes on with the `seat` that won it; 0 lets the seed of the draft flip it (R-094). Only who is
    `sure` leaves a registration or a building time behind that is not over (R-055). `again`: sent perhaps twice, by a
    phone that got no answer; what arrived already is the same tap.

    Refused: DRAFT_GONE, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_MOVED_ON, DRAFT_AT_END, DRAFT_AT_START,
    DRAFT_TAP_UNKNOWN, COIN_NOT_TOLD, SEAT_NOT_IN_PAIR, and what `unfinished.before_next` asks.
    """
    now = now or timezone.now()
    division = locks.hold(draft.division)
    row = Draft.objects.filter(pk=draft.pk).first()
    if row is None:
        raise Refused("DRAFT_GONE")
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
    if kind == Kind.NEXT and not sure and (asked := unfinished.before_next(row, track, now)) is not None:
        raise asked
    if not any(one.marks for one in tracks):
        journal.write(division.tournament, "DraftBegun", by=by, division=division, number=row.number)
    made = DraftMark.objects.create(
        draft=row,
        pod=pod,
        kind=Kind(kind),
        step=step,
        seat=_winner(row, track, seat) if kind == Kind.NEXT else None,
        at=now,
        by=by,
    )
    if kind in (Kind.NEXT, Kind.BACK):
        redrafted(row, pod, by=by)
    return made


def _newest(row: Draft, pod: int, kind: str, step: int, by: User | None) -> DraftMark | None:
    """The newest tap on a pod, where it is this one."""
    mark = DraftMark.objects.filter(draft=row, pod=pod).order_by("id").last()
    asked = (kind, step, by.pk if by else None)
    return mark if mark is not None and (mark.kind, mark.step, mark.by_id) == asked else None


def _winner(row: Draft, track: Track, seat: int | None) -> int | None:
    """Who won the coin flip, where the step asks for it."""
    if track.step.code != "COIN":
        return None
    if seat is None:
        raise Refused("COIN_NOT_TOLD")
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


define(JournalKind("DraftBegun", {"number": int}))
