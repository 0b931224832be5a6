"""A draft on paper goes on, back, stands still: one append-only mark a tap."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from decks.engine.draft.run import flip
from decks.engine.pods import PAIR
from decks.models import Draft, DraftMark
from decks.queries import draft_runs as queries
from decks.queries.draft_runs import Track
from decks.services.lists.rejudging import redrafted
from tournaments.engine.refused import Refused
from tournaments.models import User
from tournaments.services import journal, locks

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
) -> DraftMark:
    """One tap on a pod, 0 for the whole field, that stood at `step`: two judges who tap at once move it once.

    The coin of Solomon goes on with the `seat` that won it; 0 lets the seed of the draft flip it (R-094).

    Refused: DRAFT_GONE, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, DRAFT_MOVED_ON, DRAFT_AT_END, DRAFT_AT_START,
    DRAFT_TAP_UNKNOWN, COIN_NOT_TOLD, SEAT_NOT_IN_PAIR.
    """
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
        raise Refused("DRAFT_MOVED_ON")
    _require(track, kind)
    if not any(one.marks for one in tracks):
        journal.write(division.tournament, "DraftBegun", by=by, division=division, number=row.number)
    made = DraftMark.objects.create(
        draft=row,
        pod=pod,
        kind=Kind(kind),
        step=step,
        seat=_winner(row, track, seat) if kind == Kind.NEXT else None,
        at=now or timezone.now(),
        by=by,
    )
    if kind in (Kind.NEXT, Kind.BACK):
        redrafted(row, pod, by=by)
    return made


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
