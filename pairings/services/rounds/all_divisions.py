"""One step of a round for all divisions at once: all divisions with players, or none.

Each division has its own journal line; the lines of one press share a time, by which `undo.press_of` finds them.
"""

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.rounds import fields
from pairings.services import locks
from pairings.services.rounds import grouping, rounds
from tournaments.models import Division, Tournament, User

Seen = Mapping[int, int]
"""Division -> the number of the round shown to the person."""

DONE_ALREADY = (
    PairingRefusal.ROUND_IS_PAIRED,
    PairingRefusal.ROUND_IS_POSTED,
    PairingRefusal.ROUND_IS_CLOSED,
)
"""Refusals of a division that took the step already; the other divisions go ahead."""


@dataclass(frozen=True, slots=True)
class AllDivisions:
    """The outcome of a step: the rounds it was applied to, and the refusal of each other division.

    `waiting`: divisions that could take the step and did not, because another one was refused. Then `done` is empty.
    """

    done: tuple[Round, ...]
    refused: tuple[tuple[Division, Refused], ...]
    waiting: tuple[Division, ...] = ()


class _Incomplete(Exception):
    """Rolls back the step of all divisions, because one was refused."""


def pair(
    event: Tournament,
    seen: Seen,
    *,
    by: User | None,
    grouped: Sequence[str] = (),
    now: datetime | None = None,
) -> AllDivisions:
    """Pair the round `seen` of each division. Refused in a division: ROUND_IS_PAIRED, and as `rounds.pair_next`.

    `grouped`: the divisions into which the first pairing groups the players by attendance (M-031); then each of those
    with two players is paired. Refused: GROUPING_CHANGED where the grouping is different by now.
    """
    at = now or timezone.now()

    def step(home: Division, number: int) -> Round:
        return rounds.pair_next(home, by=by, number=number, now=at)

    with transaction.atomic():
        held = locks.event(event)
        grouping.require_seen(held, grouped)
        if not grouping.settle(held, by=by):
            return _all_or_none(event, seen, step)
        homes = [home for home in held.divisions.all() if fields.playing(home, 1).count() > 1]
        outcome = _all_or_none(event, {home.pk: 1 for home in homes}, step)
        if not outcome.done:
            transaction.set_rollback(True)
            return AllDivisions((), outcome.refused)
        return outcome


def post(
    event: Tournament, seen: Seen, *, by: User | None, lists_reason: str = "", now: datetime | None = None
) -> AllDivisions:
    """Post the round `seen` of each division. Refused in a division: ROUND_NOT_FOUND, and as `rounds.post`."""
    now = now or timezone.now()
    return _all_or_none(
        event,
        seen,
        lambda home, number: rounds.post(_round(home, number), by=by, lists_reason=lists_reason, now=now),
    )


def close(
    event: Tournament,
    seen: Seen,
    *,
    by: User | None,
    open_seen: Container[str] = (),
    drop: Collection[int] = (),
    now: datetime | None = None,
) -> AllDivisions:
    """Close the round `seen` of each division, and drop the no-shows among the entries `drop`.

    `open_seen` is `seen` of `rounds.close`. Refused in a division: ROUND_NOT_FOUND, and as `rounds.close`.
    """
    at = now or timezone.now()

    def step(home: Division, number: int) -> Round:
        return rounds.close(_round(home, number), by=by, seen=open_seen, drop=drop, now=at)

    return _all_or_none(event, seen, step)


def _all_or_none(event: Tournament, seen: Seen, step: Callable[[Division, int], Round]) -> AllDivisions:
    done: list[Round] = []
    refused: list[tuple[Division, Refused]] = []
    try:
        with transaction.atomic():
            locks.divisions(locks.event(event))
            homes = event.divisions.select_related("tournament").filter(pk__in=seen, entries__isnull=False)
            for home in homes.order_by("position", "id").distinct():
                try:
                    with transaction.atomic():
                        done.append(step(home, seen[home.pk]))
                except Refused as why:
                    refused.append((home, why))
            # A hall starts together.
            if done and any(why.code not in DONE_ALREADY for _home, why in refused):
                raise _Incomplete
    except _Incomplete:
        return AllDivisions((), tuple(refused), tuple(round_.division for round_ in done))
    return AllDivisions(tuple(done), tuple(refused))


def _round(home: Division, number: int) -> Round:
    round_ = home.rounds.select_related("division__tournament", "stage").filter(number=number).first()
    if round_ is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=number)
    return round_
