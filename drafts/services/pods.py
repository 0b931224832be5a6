"""Assign players to draft pods at random using stored seeds, and delete pods (R-091)."""

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
from drafts.engine.journal_kinds import PodsCleared, PodsDrawn, PodsUneven
from drafts.engine.pods import check_pods, draw_pod_seats
from drafts.engine.refusals import DraftRefusal
from drafts.models import Pod, PodSeat
from drafts.queries import drafts
from drafts.queries import pods as queries
from tournaments.models import Division, Entry, User

SEED_BITS = 62
"""Number of bits of a random seed, which fits into a signed 64-bit column."""

Seats = list[list[int]]
"""Entry ids by pod and seat."""

CHANGES = ("PodsDrawn", "PodsCleared", "DraftSeated", "DraftCanceled", "LatePlayerSeated")
"""Journal kinds that change pods; only the latest can be undone."""

SEATED = ("PodsDrawn", "DraftSeated")
"""Journal kinds that draw seats from a seed."""


@transaction.atomic
def draw_pods(
    division: Division,
    sizes: Sequence[int],
    *,
    by: User | None,
    seed: int | None = None,
    settings: Mapping[str, str] | None = None,
    reason: str = "",
    seen: int | None = None,
) -> list[Pod]:
    """Seat all checked-in players at random in pods of these sizes, replacing any earlier pods.

    `settings`: as in `check_pods`. `reason`: why pods are unequal, for the journal; a judge decides (R-002, S12).
    `seen`: as in `require_current_seats`. Refused: TOO_FEW_TO_DRAFT, POD_TOO_BIG, PODS_NOT_EQUAL, PODS_MISS_PLAYERS,
    PODS_OF_DRAFT, and whatever `require_limited` and `require_current_seats` refuse.
    """
    division = locks.lock_division(division)
    require_limited(division)
    _require_no_draft(division)
    require_current_seats(division, queries.pod_seed(division), seen)
    entry_ids = list(queries.drafting_entries(division).values_list("id", flat=True))
    for problem in check_pods(len(entry_ids), sizes, settings=settings, override=bool(reason)):
        if problem.severity == "error":
            raise Refused(problem.code, **problem.facts)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    previous = journal_facts_of_pods(division)
    if len(set(sizes)) > 1:
        uneven = PodsUneven(sizes=list(sizes), reason=reason)
        journal.write_journal_line(division.tournament, uneven, by=by, division=division)
    pods = replace_pods(division, [list(pod) for pod in draw_pod_seats(entry_ids, sizes, seed=seed)], seed)
    journal.write_journal_line(
        division.tournament,
        PodsDrawn(seed=seed, pods=len(pods), players=len(entry_ids), sizes=list(sizes), **previous),
        by=by,
        division=division,
    )
    return pods


def require_limited(division: Division) -> None:
    """Require a Limited event.

    Refused: DRAFT_NEEDS_LIMITED if the event is Constructed, DRAFT_NEEDS_OWN_EVENT if it has also started.
    """
    code = drafts.drafting_refusal(division.tournament)
    if code:
        raise Refused(code)


def require_current_seats(division: Division, seed: int | None, seen: int | None) -> None:
    """Require that the user's page showed the current seats, drawn from `seed`. Refused: SEATS_ASSIGNED (by, at).

    `seen`: the seed of the seats on that page, 0 if there were none; None skips the check.
    """
    if seen is None or seed is None or seed == seen:
        return
    seat_lines = JournalEvent.objects.filter(division=division, kind__in=SEATED, facts__seed=seed)
    line = seat_lines.order_by("-pk").first()
    raise Refused(DraftRefusal.SEATS_ASSIGNED, by=line.by_name if line else "", at=line.at if line else None)


@transaction.atomic
def clear_pods(division: Division, *, by: User | None, seen: int | None = None) -> None:
    """Delete the pods of a division. Refused: NO_PODS, PODS_OF_DRAFT, SEATS_ASSIGNED.

    `seen`: as in `require_current_seats`.
    """
    division = locks.lock_division(division)
    _require_no_draft(division)
    require_current_seats(division, queries.pod_seed(division), seen)
    previous = journal_facts_of_pods(division)
    if not previous["seats_before"]:
        raise Refused(DraftRefusal.NO_PODS)
    replace_pods(division, [], 0)
    journal.write_journal_line(
        division.tournament,
        PodsCleared(pods=len(previous["seats_before"]), **previous),
        by=by,
        division=division,
    )


def undo_pods(line: JournalEvent) -> None:
    """Undo a change of pods: restore the previous pods, without entries that are no longer in the division.

    Refused: UNDO_OVERTAKEN if pods were drawn or deleted since.
    """
    journal.require_newest_line(line, CHANGES)
    division = line.division
    if division is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    entry_ids = set(division.entries.values_list("pk", flat=True))
    seats = [[entry_id for entry_id in pod if entry_id in entry_ids] for pod in line.facts["seats_before"]]
    replace_pods(division, seats, line.facts["seed_before"] or 0)


def _require_no_draft(division: Division) -> None:
    """Require that the pods are not the seats of a draft, which are assigned on its own page.

    Refused: PODS_OF_DRAFT.
    """
    if queries.pods_belong_to_draft(division):
        raise Refused(DraftRefusal.PODS_OF_DRAFT)


def journal_facts_of_pods(division: Division) -> Mapping[str, Any]:
    """Return the current pods for a journal line, from which an undo restores them."""
    return {"seats_before": queries.entry_ids_by_pod(division), "seed_before": queries.pod_seed(division)}


def replace_pods(division: Division, seats: Seats, seed: int) -> list[Pod]:
    """Delete all pods of a division and create new ones with these seats."""
    Pod.objects.filter(division=division).delete()
    # Players who came from another division may still have a seat in its pods.
    PodSeat.objects.filter(entry__in=Entry.objects.filter(division=division)).delete()
    pods = Pod.objects.bulk_create(
        [Pod(division=division, number=number, seed=seed) for number in range(1, len(seats) + 1)]
    )
    PodSeat.objects.bulk_create(
        [
            PodSeat(pod=pod, entry_id=entry, seat=seat)
            for pod, pod_seats in zip(pods, seats, strict=True)
            for seat, entry in enumerate(pod_seats, start=1)
        ]
    )
    return pods


add_undo(undo_pods, PodsDrawn, PodsCleared)
