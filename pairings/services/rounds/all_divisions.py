"""Take one step of a round in all divisions with players, or in none of them.

A journal line is written for each division. All lines of one request have the same time, so that
`undo.lines_of_same_request` can find them.
"""

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.rounds.round_entries import playing_entries
from pairings.services import locks
from pairings.services.rounds import grouping, rounds
from tournaments.models import Division, Tournament, User

Seen = Mapping[int, int]
"""Division key -> number of the round that the user saw."""

ALREADY_DONE_REFUSALS = (
    PairingRefusal.ROUND_IS_PAIRED,
    PairingRefusal.ROUND_IS_POSTED,
    PairingRefusal.ROUND_IS_CLOSED,
)
"""Refusals of a division that has already taken the step. They do not stop the other divisions."""


@dataclass(frozen=True, slots=True)
class AllDivisionsOutcome:
    """Outcome of a step: the rounds in which it was taken, and the refusals of the other divisions.

    If a division was refused, no division takes the step: `done` is empty, and `waiting` lists the divisions that
    could have taken it.
    """

    done: tuple[Round, ...]
    refused: tuple[tuple[Division, Refused], ...]
    waiting: tuple[Division, ...] = ()


class _Incomplete(Exception):
    """Raised to roll back the step in all divisions because one of them was refused."""


def pair_all_divisions(
    event: Tournament,
    seen: Seen,
    *,
    by: User | None,
    grouped: Sequence[str] = (),
    now: datetime | None = None,
) -> AllDivisionsOutcome:
    """Pair the round `seen` in each division.

    `grouped` are the divisions into which the first pairing groups the players by attendance (M-031); each of them
    with at least two players is paired. Refused: GROUPING_CHANGED if the grouping has changed since. Refused in a
    division: ROUND_IS_PAIRED, and whatever `rounds.pair_next_round` refuses.
    """
    moment = now or timezone.now()

    def step(division: Division, number: int) -> Round:
        return rounds.pair_next_round(division, by=by, number=number, now=moment)

    with transaction.atomic():
        locked = locks.lock_event(event)
        grouping.require_grouping_unchanged(locked, grouped)
        if not grouping.group_by_attendance(locked, by=by):
            return _run_in_all_divisions(event, seen, step)
        divisions = [
            division for division in locked.divisions.all() if playing_entries(division, 1).count() > 1
        ]
        outcome = _run_in_all_divisions(event, {division.pk: 1 for division in divisions}, step)
        if not outcome.done:
            # If no division was paired, the grouping is reverted too.
            transaction.set_rollback(True)
            return AllDivisionsOutcome((), outcome.refused)
        return outcome


def post_all_divisions(
    event: Tournament, seen: Seen, *, by: User | None, lists_reason: str = "", now: datetime | None = None
) -> AllDivisionsOutcome:
    """Post the round `seen` in each division. `lists_reason` is the reason of `rounds.post`.

    Refused in a division: ROUND_NOT_FOUND, and whatever `rounds.post` refuses.
    """
    now = now or timezone.now()
    return _run_in_all_divisions(
        event,
        seen,
        lambda division, number: rounds.post(
            _get_round(division, number), by=by, lists_reason=lists_reason, now=now
        ),
    )


def close_all_divisions(
    event: Tournament,
    seen: Seen,
    *,
    by: User | None,
    open_seen: Container[str] = (),
    drop: Collection[int] = (),
    now: datetime | None = None,
) -> AllDivisionsOutcome:
    """Close the round `seen` in each division, and drop the no-shows among the entries `drop`.

    `open_seen` are the keys of the open entries that the user saw (`seen` of `rounds.close_round`). Refused in a
    division: ROUND_NOT_FOUND, and whatever `rounds.close_round` refuses.
    """
    moment = now or timezone.now()

    def step(division: Division, number: int) -> Round:
        return rounds.close_round(_get_round(division, number), by=by, seen=open_seen, drop=drop, now=moment)

    return _run_in_all_divisions(event, seen, step)


def _run_in_all_divisions(
    event: Tournament, seen: Seen, step: Callable[[Division, int], Round]
) -> AllDivisionsOutcome:
    """Take `step` in the divisions in `seen` that have players, or in none if one of them is refused.

    `step` takes a division and the number of its round. Divisions that have already taken the step do not
    stop the others.
    """
    done: list[Round] = []
    refused: list[tuple[Division, Refused]] = []
    try:
        with transaction.atomic():
            locks.lock_divisions(locks.lock_event(event))
            divisions = event.divisions.select_related("tournament").filter(
                pk__in=seen, entries__isnull=False
            )
            for division in divisions.order_by("position", "id").distinct():
                try:
                    with transaction.atomic():
                        done.append(step(division, seen[division.pk]))
                except Refused as refusal:
                    refused.append((division, refusal))
            # The divisions of a hall start a round together.
            if done and any(refusal.code not in ALREADY_DONE_REFUSALS for _division, refusal in refused):
                raise _Incomplete
    except _Incomplete:
        return AllDivisionsOutcome((), tuple(refused), tuple(round_.division for round_ in done))
    return AllDivisionsOutcome(tuple(done), tuple(refused))


def _get_round(division: Division, number: int) -> Round:
    round_ = division.rounds.select_related("division__tournament", "stage").filter(number=number).first()
    if round_ is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=number)
    return round_
