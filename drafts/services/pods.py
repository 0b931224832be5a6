"""Draft pods: drawn from a stored seed, redrawn, removed (R-091)."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.services import locks
from drafts.engine.journal_kinds import PodsCleared, PodsDrawn
from drafts.engine.pods import check_pods, seated
from drafts.engine.refusals import DraftRefusal
from drafts.models import Pod, PodSeat
from drafts.queries import drafts
from drafts.queries import pods as queries
from tournaments.models import Division, Entry, User

SEED_BITS = 62

Seats = list[list[int]]
"""Entry ids by pod and seat."""

CHANGES = ("PodsDrawn", "PodsCleared", "DraftSeated")
"""Journal kinds that change pods; undone latest first."""

SEATED = ("PodsDrawn", "DraftSeated")


@transaction.atomic
def draw(
    division: Division,
    sizes: Sequence[int],
    *,
    by: User | None,
    seed: int | None = None,
    settings: Mapping[str, str] | None = None,
    override: bool = False,
    seen: int | None = None,
) -> list[Pod]:
    """Seat all checked-in players at random in pods of these sizes, replacing any drawn before.

    `settings` and `override` as in `check_pods`, `seen` as in `require_seen`. Refused: TOO_FEW_TO_DRAFT, POD_TOO_BIG,
    PODS_NOT_EQUAL, PODS_MISS_PLAYERS, PODS_OF_DRAFT, and those of `require_limited` and `require_seen`.
    """
    division = locks.division(division)
    require_limited(division)
    _require_no_draft(division)
    require_seen(division, queries.seed_of(division), seen)
    ids = list(queries.drafting(division).values_list("id", flat=True))
    for problem in check_pods(len(ids), sizes, settings=settings, override=override):
        if problem.severity == "error":
            raise Refused(problem.code, **problem.facts)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    before = noted(division)
    pods = put(division, [list(pod) for pod in seated(ids, sizes, seed=seed)], seed)
    journal.write(
        division.tournament,
        PodsDrawn(seed=seed, pods=len(pods), players=len(ids), sizes=list(sizes), **before),
        by=by,
        division=division,
    )
    return pods


def require_limited(division: Division) -> None:
    """Refused: DRAFT_NEEDS_LIMITED if the event plays Constructed, DRAFT_NEEDS_OWN_EVENT if it has begun to."""
    code = drafts.refused_here(division.tournament)
    if code:
        raise Refused(code)


def require_seen(division: Division, seed: int | None, seen: int | None) -> None:
    """Refused: SEATS_ASSIGNED (by, at) if the seats, drawn from `seed`, are not the ones the person saw.

    `seen`: the seed on their page, 0 for no seats; None skips the check.
    """
    if seen is None or seed is None or seed == seen:
        return
    lines = JournalEvent.objects.filter(division=division, kind__in=SEATED, facts__seed=seed)
    line = lines.order_by("-pk").first()
    raise Refused(DraftRefusal.SEATS_ASSIGNED, by=line.by_name if line else "", at=line.at if line else None)


@transaction.atomic
def clear(division: Division, *, by: User | None, seen: int | None = None) -> None:
    """Delete the pods. Refused: NO_PODS, PODS_OF_DRAFT, and that of `require_seen`."""
    division = locks.division(division)
    _require_no_draft(division)
    require_seen(division, queries.seed_of(division), seen)
    before = noted(division)
    if not before["seats_before"]:
        raise Refused(DraftRefusal.NO_PODS)
    put(division, [], 0)
    journal.write(
        division.tournament, PodsCleared(pods=len(before["seats_before"]), **before), by=by, division=division
    )


def undo_pods(event: JournalEvent) -> None:
    """Undo of what changes pods: restore the previous pods, without entries no longer in the division.

    Refused: UNDO_OVERTAKEN if pods were drawn or deleted since.
    """
    journal.require_newest(event, CHANGES)
    division = event.division
    if division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    here = set(division.entries.values_list("pk", flat=True))
    seats = [[entry for entry in pod if entry in here] for pod in event.facts["seats_before"]]
    put(division, seats, event.facts["seed_before"] or 0)


def _require_no_draft(division: Division) -> None:
    """Refused: PODS_OF_DRAFT if a draft has drawn its seats; they are redrawn on its page."""
    if queries.of_draft(division):
        raise Refused(DraftRefusal.PODS_OF_DRAFT)


def noted(division: Division) -> Mapping[str, Any]:
    """The current pods, for the journal and its undo."""
    return {"seats_before": queries.pods_of(division), "seed_before": queries.seed_of(division)}


def put(division: Division, seats: Seats, seed: int) -> list[Pod]:
    """Replace all pods of a division."""
    Pod.objects.filter(division=division).delete()
    PodSeat.objects.filter(entry__in=Entry.objects.filter(division=division)).delete()
    pods = Pod.objects.bulk_create(
        [Pod(division=division, number=number, seed=seed) for number in range(1, len(seats) + 1)]
    )
    PodSeat.objects.bulk_create(
        [
            PodSeat(pod=pod, entry_id=entry, seat=seat)
            for pod, row in zip(pods, seats, strict=True)
            for seat, entry in enumerate(row, start=1)
        ]
    )
    return pods


add_undo(undo_pods, PodsDrawn, PodsCleared)
