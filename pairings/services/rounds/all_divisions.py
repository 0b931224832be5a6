"""One step of a round for all divisions at once.

Each division is a step of its own: its own transaction, locks and journal line. What one refuses stops no other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pairings.models import Round
from pairings.services.rounds import rounds
from tournaments.engine.refused import Refused
from tournaments.models import Division, Tournament, User

Seen = Mapping[int, int]
"""Division -> the number of the round that a person saw and means."""


@dataclass(frozen=True, slots=True)
class AllDivisions:
    """What became of a step: the rounds it was done to, and why it was refused in other divisions."""

    done: tuple[Round, ...]
    refused: tuple[tuple[Division, Refused], ...]


def pair(event: Tournament, seen: Seen, *, by: User | None) -> AllDivisions:
    """Pair the round `seen` of each division; refused where it is paired already, and as `rounds.pair_next` is."""
    return _each(event, seen, lambda home, number: rounds.pair_next(home, by=by, number=number))


def post(event: Tournament, seen: Seen, *, by: User | None, lists_reason: str = "") -> AllDivisions:
    """Post the round `seen` of each division. Refused in a division: ROUND_NOT_FOUND, and as `rounds.post` is."""
    return _each(
        event,
        seen,
        lambda home, number: rounds.post(_round(home, number), by=by, lists_reason=lists_reason),
    )


def close(event: Tournament, seen: Seen, *, by: User | None) -> AllDivisions:
    """Close the round `seen` of each division. Refused in a division: ROUND_NOT_FOUND, and as `rounds.close` is."""
    return _each(event, seen, lambda home, number: rounds.close(_round(home, number), by=by))


def _each(event: Tournament, seen: Seen, step: Callable[[Division, int], Round]) -> AllDivisions:
    done: list[Round] = []
    refused: list[tuple[Division, Refused]] = []
    for home in event.divisions.select_related("tournament").filter(pk__in=seen).order_by("position", "id"):
        try:
            done.append(step(home, seen[home.pk]))
        except Refused as why:
            refused.append((home, why))
    return AllDivisions(tuple(done), tuple(refused))


def _round(home: Division, number: int) -> Round:
    found = home.rounds.select_related("division__tournament", "stage").filter(number=number).first()
    if found is None:
        raise Refused("ROUND_NOT_FOUND", round=number)
    return found
