"""Coming and leaving while rounds are played: what the door needs to know of the rounds."""

from datetime import datetime
from typing import Any

from django.db import transaction

from pairings.engine.outcomes import Outcome
from pairings.models import Round, Seat, Stage
from pairings.services import ranking, seating, stages
from pairings.services.seating import Place
from tournaments.engine.refused import Refused
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import entries, locks


@transaction.atomic
def drop(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Let a player leave: an open match is still reported, later rounds go on without them.

    Refused: ENTRY_ALREADY_LEFT.
    """
    locks.hold(entry.division)
    return entries.drop(entry, by=by, round_number=stages.current_number(entry.division), at=now)


@transaction.atomic
def reinstate(entry: Entry, *, by: User | None) -> Entry:
    """Let a player who left play again from the next round; rounds missed meanwhile are losses (M-019).

    Refused: ENTRY_NOT_LEFT, CUT_HAS_STARTED_ALREADY.
    """
    locks.hold(entry.division)
    _require_swiss(entry.division)
    back = entries.reinstate(entry, by=by)
    miss_rounds(back)
    return back


@transaction.atomic
def check_in(entry: Entry, *, by: User | None, now: datetime | None = None) -> Entry:
    """Check a player in at the door; after round 1 began this makes a late entry."""
    locks.hold(entry.division)
    if stages.current_number(entry.division):
        _require_swiss(entry.division)
    present = entries.check_in(entry, by=by, at=now)
    miss_rounds(present)
    return present


@transaction.atomic
def check_out(entry: Entry, *, by: User | None) -> Entry:
    """Take a check-in back, as long as the player sits in no round. Refused: ENTRY_HAS_PLAYED."""
    locks.hold(entry.division)
    if Seat.objects.filter(entry=entry).exists():
        raise Refused("ENTRY_HAS_PLAYED", name=str(entry.player))
    return entries.check_out(entry, by=by)


@transaction.atomic
def disqualify(entry: Entry, *, by: User | None, reason: str = "", now: datetime | None = None) -> Entry:
    """Disqualify a player: out of the event and of its standings. Refused: ENTRY_DISQUALIFIED."""
    locks.hold(entry.division)
    number = stages.current_number(entry.division)
    return entries.disqualify(entry, by=by, round_number=number, at=now, reason=reason)


@transaction.atomic
def enter(event: Tournament, *, by: User | None, now: datetime | None = None, **who: Any) -> Entry:
    """Add a player; once their division plays, they come in late and rounds missed are losses (M-019).

    `who` is what `tournaments.services.entries.add` takes. Refused: CUT_HAS_STARTED_ALREADY, and those of `add`.
    """
    locks.hold_all(event)
    entry = entries.add(event, by=by, **who)
    if stages.current_number(entry.division):
        _require_swiss(entry.division)
        entry = entries.check_in(entry, by=by, at=now)
        miss_rounds(entry)
    return entry


def _require_swiss(division: Division) -> None:
    newest = stages.last_round(division)
    if newest is not None and newest.stage.kind == Stage.Kind.ELIMINATION:
        raise Refused("CUT_HAS_STARTED_ALREADY")


def miss_rounds(entry: Entry) -> None:
    """Give an entry a loss in each round that was posted without it, and rank anew."""
    rounds = Round.objects.filter(division=entry.division, stage__kind=Stage.Kind.SWISS)
    rounds = rounds.exclude(state=Round.State.DRAFT).select_related("stage", "division__tournament")
    sat = set(Seat.objects.filter(entry=entry).values_list("round_id", flat=True))
    missed = [round_ for round_ in rounds.order_by("number") if round_.pk not in sat]
    for round_ in missed:
        seating.seat(round_, [Place(round_.matches.count(), entry.pk, None, None, Outcome.LATE_LOSS)])
    if missed:
        entry.joined_round = max(entry.joined_round, missed[-1].number + 1) if not sat else entry.joined_round
        entry.save(update_fields=["joined_round"])
        ranking.snapshot_from(missed[0])
