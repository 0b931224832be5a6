"""Pods of a draft: groups of equal size, at most 8, seated in a circle (R-091, S12), and pairs for Solomon (R-094)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from decks.engine.legality.context import Problem, Severity
from decks.engine.settings import choice
from tournaments.engine.refused import Refused

LARGEST = 8
SMALLEST = 2
SMALLEST_PROPOSED = 4
"""No proposal goes below this; 2 and 3 are for staff to choose (S12)."""

PAIR = 2


@dataclass(frozen=True, slots=True)
class Pods:
    """So many pods of one size."""

    pod_size: int
    pods: int

    @property
    def sizes(self) -> tuple[int, ...]:
        return (self.pod_size,) * self.pods

    @property
    def players(self) -> int:
        return self.pod_size * self.pods


@dataclass(frozen=True, slots=True)
class SitOut:
    """The fewest players who sit out so that the others fill equal pods."""

    sit_out: int
    pods: Pods


def equal_pods(players: int) -> tuple[Pods, ...]:
    """Every way to split a field into equal pods, the largest pods first."""
    return tuple(
        Pods(size, players // size)
        for size in range(LARGEST, SMALLEST - 1, -1)
        if players >= size and players % size == 0
    )


def best(players: int) -> Pods | None:
    """The largest equal pods of 4 or more players; None where there are none."""
    return next((pods for pods in equal_pods(players) if pods.pod_size >= SMALLEST_PROPOSED), None)


def proposal(players: int) -> SitOut | None:
    """Who may sit out so that the others fill pods of 4 to 8; None where no number does."""
    for out in range(1, players - SMALLEST_PROPOSED + 1):
        if pods := best(players - out):
            return SitOut(out, pods)
    return None


def check_pods(
    players: int,
    sizes: Sequence[int] = (),
    *,
    settings: Mapping[str, str] | None = None,
    override: bool = False,
) -> tuple[Problem, ...]:
    """What stands against these pods; without sizes, against any equal pods at all.

    Codes: TOO_FEW_TO_DRAFT, PODS_NOT_EQUAL (also pods of more than 8 or fewer than 2), PODS_MISS_PLAYERS. Unequal
    pods turn into a warning by `override` (S12 min4); nothing does that for pods that are too large.
    """
    if players < SMALLEST:
        return (Problem("TOO_FEW_TO_DRAFT", "error", (), "R-091", {"players": players}),)
    if not sizes:
        return () if equal_pods(players) else (_unequal(players, sizes),)
    if any(not SMALLEST <= size <= LARGEST for size in sizes):
        return (_unequal(players, sizes),)
    if len(set(sizes)) > 1:
        allowed = override and choice(settings or {}, "S12") == "min4"
        problem = _unequal(players, sizes, "warning" if allowed else "error")
        return (problem, *(_missed(players, sizes) if allowed else ()))
    return _missed(players, sizes)


def seated(ids: Sequence[int], sizes: Sequence[int], *, seed: int) -> tuple[tuple[int, ...], ...]:
    """Pods with their seats clockwise from seat 1, drawn from a stored seed. The same seed draws the same."""
    if sum(sizes) != len(ids):
        raise Refused("PODS_MISS_PLAYERS", players=len(ids), seats=sum(sizes))
    drawn = sorted(ids)
    Random(seed).shuffle(drawn)
    return tuple(tuple(drawn[sum(sizes[:n]) : sum(sizes[: n + 1])]) for n in range(len(sizes)))


def check_pairs(players: int) -> tuple[Problem, ...]:
    """Solomon is drafted in pairs: an odd field is refused with what comes next to it (R-094, S13)."""
    if players < PAIR:
        return (Problem("TOO_FEW_TO_DRAFT", "error", (), "R-094", {"players": players}),)
    if players % PAIR:
        facts = {"players": players, "pairs": players // PAIR, "even": players - 1}
        return (Problem("ODD_PLAYERS", "error", (), "R-094", facts, "S13"),)
    return ()


def _unequal(players: int, sizes: Sequence[int], severity: Severity = "error") -> Problem:
    """With the nearest legal choice: equal pods for everybody, else who sits out."""
    facts: dict[str, object] = {"players": players, "sizes": tuple(sizes), "largest": LARGEST}
    found = best(players) or next(iter(equal_pods(players)), None)
    out = None if best(players) else proposal(players)
    if found:
        facts |= {"pod_size": found.pod_size, "pods": found.pods}
    if out:
        facts |= {"sit_out": out.sit_out, "out_size": out.pods.pod_size, "out_pods": out.pods.pods}
    return Problem("PODS_NOT_EQUAL", severity, (), "R-091", facts, "S12")


def _missed(players: int, sizes: Sequence[int]) -> tuple[Problem, ...]:
    if sum(sizes) == players:
        return ()
    facts = {"players": players, "seats": sum(sizes)}
    return (Problem("PODS_MISS_PLAYERS", "error", (), "R-091", facts),)
