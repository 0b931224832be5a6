"""Pods of a draft: groups of equal size, at most 8, seated in a circle (R-091, S12), and pairs for Solomon (R-094)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import rustworkx as rx

from cards.engine.settings import choice
from core.engine.refused import Refused
from decks.engine.legality.context import Problem, Severity
from drafts.engine.refusals import DraftRefusal

LARGEST = 8
SMALLEST = 2
SMALLEST_PROPOSED = 4
"""Smallest pod proposed; 2 and 3 are for staff to choose (S12)."""

PAIR = 2


@dataclass(frozen=True, slots=True)
class Pods:
    """`pods` pods of one size."""

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
    """The fewest players to sit out so that the others fill equal pods."""

    sit_out: int
    pods: Pods


def equal_pods(players: int) -> tuple[Pods, ...]:
    """Every way to split a field into equal pods, largest pods first."""
    return tuple(
        Pods(size, players // size)
        for size in range(LARGEST, SMALLEST - 1, -1)
        if players >= size and players % size == 0
    )


def best(players: int) -> Pods | None:
    """The largest equal pods of 4 or more players; None if there are none."""
    return next((pods for pods in equal_pods(players) if pods.pod_size >= SMALLEST_PROPOSED), None)


def proposal(players: int) -> SitOut | None:
    """How many must sit out so that the others fill pods of 4 to 8; None if no number works."""
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
    """Problems of these pods; without sizes, of any equal pods.

    Codes: TOO_FEW_TO_DRAFT, POD_TOO_BIG (more than 8, equal or not), PODS_NOT_EQUAL (also fewer than 2),
    PODS_MISS_PLAYERS. `override` makes unequal pods a warning (S12 min4), but not pods that are too large.
    """
    if players < SMALLEST:
        return (Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-091", {"players": players}),)
    if not sizes:
        return () if equal_pods(players) else (_unequal(players, sizes),)
    if max(sizes) > LARGEST:
        return (
            Problem(
                DraftRefusal.POD_TOO_BIG,
                "error",
                (),
                "R-091",
                {**_nearest(players, sizes), "size": max(sizes)},
            ),
        )
    if min(sizes) < SMALLEST:
        return (_unequal(players, sizes),)
    if len(set(sizes)) > 1:
        allowed = override and choice(settings or {}, "S12") == "min4"
        problem = _unequal(players, sizes, "warning" if allowed else "error")
        return (problem, *(_missed(players, sizes) if allowed else ()))
    return _missed(players, sizes)


def seated(ids: Sequence[int], sizes: Sequence[int], *, seed: int) -> tuple[tuple[int, ...], ...]:
    """Pods with their seats clockwise from seat 1, drawn deterministically from a stored seed.

    Refused: PODS_MISS_PLAYERS.
    """
    if sum(sizes) != len(ids):
        raise Refused(DraftRefusal.PODS_MISS_PLAYERS, players=len(ids), seats=sum(sizes))
    drawn = sorted(ids)
    Random(seed).shuffle(drawn)
    return tuple(tuple(drawn[sum(sizes[:n]) : sum(sizes[: n + 1])]) for n in range(len(sizes)))


@dataclass(frozen=True, slots=True)
class Redrawn:
    """Pairs of a redraft with their seats, and those who unavoidably meet again."""

    pairs: tuple[tuple[int, ...], ...]
    again: tuple[tuple[int, ...], ...] = ()


def paired_anew(ids: Sequence[int], earlier: Iterable[Sequence[int]], *, seed: int) -> Redrawn:
    """Pairs for a redraft "against another opponent" (R-095), with the fewest repeats of earlier pairs.

    Drawn deterministically from a stored seed. Refused ODD_PLAYERS.
    """
    if len(ids) % PAIR:
        raise Refused(DraftRefusal.ODD_PLAYERS, players=len(ids), pairs=len(ids) // PAIR, even=len(ids) - 1)
    met = {frozenset(pair) for pair in earlier}
    drawn = [list(pair) for pair in seated(ids, (PAIR,) * (len(ids) // PAIR), seed=seed)]
    _swapped(drawn, met)
    if sum(frozenset(pair) in met for pair in drawn):
        drawn = _matched([player for pair in drawn for player in pair], met)
    pairs = tuple(tuple(pair) for pair in drawn)
    return Redrawn(pairs, tuple(pair for pair in pairs if frozenset(pair) in met))


def _swapped(pairs: list[list[int]], met: set[frozenset[int]]) -> None:
    """Swap the second players of a repeated pair and another one, if neither new pair has met."""
    for pair in pairs:
        if frozenset(pair) not in met:
            continue
        for other in pairs:
            new = frozenset((pair[0], other[1])), frozenset((other[0], pair[1]))
            if other is not pair and not met.intersection(new):
                pair[1], other[1] = other[1], pair[1]
                break


def _matched(drawn: Sequence[int], met: set[frozenset[int]]) -> list[list[int]]:
    graph = rx.PyGraph[int, int]()
    graph.add_nodes_from(drawn)
    edges = ((a, b) for a in range(len(drawn)) for b in range(a + 1, len(drawn)))
    # A new pair weighs twice as much as a repeat, so the matching has the fewest repeats.
    graph.add_edges_from([(a, b, 1 if frozenset((drawn[a], drawn[b])) in met else 2) for a, b in edges])
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [[drawn[a], drawn[b]] for a, b in sorted(tuple(sorted(pair)) for pair in matching)]


def check_pairs(players: int) -> tuple[Problem, ...]:
    """Check that a Solomon field is even, with the nearest even number (R-094, S13)."""
    if players < PAIR:
        return (Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-094", {"players": players}),)
    if players % PAIR:
        facts = {"players": players, "pairs": players // PAIR, "even": players - 1}
        return (Problem(DraftRefusal.ODD_PLAYERS, "error", (), "R-094", facts, "S13"),)
    return ()


def _unequal(players: int, sizes: Sequence[int], severity: Severity = "error") -> Problem:
    return Problem(DraftRefusal.PODS_NOT_EQUAL, severity, (), "R-091", _nearest(players, sizes), "S12")


def _nearest(players: int, sizes: Sequence[int]) -> Mapping[str, object]:
    """The requested sizes and the nearest legal choice: equal pods for everyone, else who sits out."""
    facts: Mapping[str, object] = {"players": players, "sizes": tuple(sizes), "largest": LARGEST}
    nearest = best(players) or next(iter(equal_pods(players)), None)
    out = None if best(players) else proposal(players)
    if nearest:
        facts = {**facts, "pod_size": nearest.pod_size, "pods": nearest.pods}
    if out:
        facts = {**facts, "sit_out": out.sit_out, "out_size": out.pods.pod_size, "out_pods": out.pods.pods}
    return facts


def _missed(players: int, sizes: Sequence[int]) -> tuple[Problem, ...]:
    if sum(sizes) == players:
        return ()
    facts = {"players": players, "seats": sum(sizes)}
    return (Problem(DraftRefusal.PODS_MISS_PLAYERS, "error", (), "R-091", facts),)
