"""Pods of a draft: equal groups of at most 8, seated in a circle (R-091, S12), or pairs in Solomon (R-094)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import rustworkx as rx

from cards.engine.rule_settings import choice_of_setting
from core.engine.refused import Refused
from decks.engine.legality.context import Problem, Severity
from drafts.engine.refusals import DraftRefusal

MAX_POD_SIZE = 8
MIN_POD_SIZE = 2
"""Largest and smallest number of seats in a pod (R-091)."""

MIN_PROPOSED_POD_SIZE = 4
"""Size of the smallest proposed pod; staff have to choose pods of 2 or 3 explicitly (S12)."""

PAIR = 2
"""Number of seats in a Solomon pair (R-094)."""

TRIO = 3
"""Number of seats in the group of three in which the last players of an odd Solomon field may draft (S13)."""


@dataclass(frozen=True, slots=True)
class Pods:
    """A number of pods of the same size."""

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
    """The minimum number of players who must sit out so that the others fill equal pods."""

    sit_out: int
    pods: Pods


def equal_pods(players: int) -> tuple[Pods, ...]:
    """List every way to split a field into equal pods, largest pods first."""
    return tuple(
        Pods(size, players // size)
        for size in range(MAX_POD_SIZE, MIN_POD_SIZE - 1, -1)
        if players >= size and players % size == 0
    )


def largest_equal_pods(players: int) -> Pods | None:
    """Return the largest equal pods of 4 or more players, or None if there are none."""
    return next((pods for pods in equal_pods(players) if pods.pod_size >= MIN_PROPOSED_POD_SIZE), None)


def balanced_pod_sizes(players: int) -> tuple[tuple[int, ...], ...]:
    """Return ways to seat all players in pods of 4 to 8 with sizes that differ by at most 1.

    Each way is a list of sizes. The ways are sorted by the number of pods, and the first is the best. The
    result is empty for fewer than 4 players. Unequal pods need a reason (R-091, S12).
    """
    fewest, most = -(-players // MAX_POD_SIZE), players // MIN_PROPOSED_POD_SIZE
    return tuple(
        tuple(players // pods + (pod < players % pods) for pod in range(pods))
        for pods in range(max(1, fewest), most + 1)
    )


def uneven_pod_sizes(players: int) -> tuple[tuple[int, ...], ...]:
    """Return up to two ways to form unequal pods of 4 to 8, best first.

    The result is empty if the players fill equal pods of 4 to 8.
    """
    if largest_equal_pods(players):
        return ()
    return tuple(sizes for sizes in balanced_pod_sizes(players) if len(set(sizes)) > 1)[:2]


def propose_sit_out(players: int) -> SitOut | None:
    """Return how many players must sit out so that the others fill pods of 4 to 8.

    Return None if no number works.
    """
    for sit_out in range(1, players - MIN_PROPOSED_POD_SIZE + 1):
        if pods := largest_equal_pods(players - sit_out):
            return SitOut(sit_out, pods)
    return None


def check_pods(
    players: int,
    sizes: Sequence[int] = (),
    *,
    settings: Mapping[str, str] | None = None,
    override: bool = False,
) -> tuple[Problem, ...]:
    """Check pods of these sizes or, without sizes, that equal pods are possible.

    Codes: TOO_FEW_TO_DRAFT, POD_TOO_BIG (more than 8, equal or not), PODS_NOT_EQUAL (also fewer than 2),
    PODS_MISS_PLAYERS. If S12 is "min4", `override` turns unequal pods into a warning, but not pods that are too large.
    """
    if players < MIN_POD_SIZE:
        return (Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-091", {"players": players}),)
    if not sizes:
        return () if equal_pods(players) else (_unequal_problem(players, sizes),)
    if max(sizes) > MAX_POD_SIZE:
        return (
            Problem(
                DraftRefusal.POD_TOO_BIG,
                "error",
                (),
                "R-091",
                {**_nearest_facts(players, sizes), "size": max(sizes)},
            ),
        )
    if min(sizes) < MIN_POD_SIZE:
        return (_unequal_problem(players, sizes),)
    if len(set(sizes)) > 1:
        is_allowed = override and choice_of_setting(settings or {}, "S12") == "min4"
        problem = _unequal_problem(players, sizes, "warning" if is_allowed else "error")
        return (problem, *(_missing_player_problems(players, sizes) if is_allowed else ()))
    return _missing_player_problems(players, sizes)


def draw_pod_seats(ids: Sequence[int], sizes: Sequence[int], *, seed: int) -> tuple[tuple[int, ...], ...]:
    """Assign ids to pods of these sizes at random, from a stored seed.

    Each pod lists its ids clockwise from seat 1. Refused: PODS_MISS_PLAYERS.
    """
    if sum(sizes) != len(ids):
        raise Refused(DraftRefusal.PODS_MISS_PLAYERS, players=len(ids), seats=sum(sizes))
    shuffled = sorted(ids)
    Random(seed).shuffle(shuffled)
    return tuple(tuple(shuffled[sum(sizes[:pod]) : sum(sizes[: pod + 1])]) for pod in range(len(sizes)))


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of each pod or pair, in order of seats.

    `again`: the unavoidable pairs of a redraft that met before.
    """

    pairs: tuple[tuple[int, ...], ...]
    again: tuple[tuple[int, ...], ...] = ()


def redraft_pairs(ids: Sequence[int], earlier: Iterable[Sequence[int]], *, seed: int) -> Seating:
    """Pair players at random for a redraft, repeating as few earlier pairs as possible (R-095).

    The rule requires "another opponent". The result is determined by a stored seed. Refused: ODD_PLAYERS.
    """
    if len(ids) % PAIR:
        raise Refused(DraftRefusal.ODD_PLAYERS, players=len(ids), pairs=len(ids) // PAIR, even=len(ids) - 1)
    earlier_pairs = {frozenset(pairing) for pairing in earlier}
    pairings = [list(pairing) for pairing in draw_pod_seats(ids, (PAIR,) * (len(ids) // PAIR), seed=seed)]
    # Swap the second players of a repeated pair and another pair if neither of the new pairs has met before.
    for pairing in pairings:
        if frozenset(pairing) not in earlier_pairs:
            continue
        for other_pairing in pairings:
            new_pairings = (
                frozenset((pairing[0], other_pairing[1])),
                frozenset((other_pairing[0], pairing[1])),
            )
            if other_pairing is not pairing and not earlier_pairs.intersection(new_pairings):
                pairing[1], other_pairing[1] = other_pairing[1], pairing[1]
                break
    if any(frozenset(pairing) in earlier_pairs for pairing in pairings):
        # A new pair weighs twice as much as a repeat, so the maximum matching has the fewest repeats.
        players = [player for pairing in pairings for player in pairing]
        edges = (
            (first, second) for first in range(len(players)) for second in range(first + 1, len(players))
        )
        graph = rx.PyGraph[int, int]()
        graph.add_nodes_from(players)
        graph.add_edges_from(
            [
                (first, second, 1 if frozenset((players[first], players[second])) in earlier_pairs else 2)
                for first, second in edges
            ]
        )
        matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        pairings = [
            [players[first], players[second]]
            for first, second in sorted(tuple(sorted(pairing)) for pairing in matching)
        ]
    pairs = tuple(tuple(pairing) for pairing in pairings)
    return Seating(pairs, tuple(pairing for pairing in pairs if frozenset(pairing) in earlier_pairs))


def add_third_player_to_pair(
    seating: Seating, player: int, earlier: Iterable[Sequence[int]], *, seed: int
) -> Seating:
    """Add the odd player to a random pair, which comes last as a group of three (S13).

    As few earlier pairs as possible meet again, as in `redraft_pairs`.
    """
    earlier_pairs = {frozenset(pairing) for pairing in earlier}
    shuffled = list(seating.pairs)
    Random(f"trio {seed}").shuffle(shuffled)
    joined = min(
        shuffled, key=lambda pair: sum(frozenset((player, other)) in earlier_pairs for other in pair)
    )
    trio = (*joined, player)
    again = [(other, player) for other in joined if frozenset((other, player)) in earlier_pairs]
    return Seating((*(pair for pair in seating.pairs if pair != joined), trio), (*seating.again, *again))


def pair_sizes(players: int, *, trio: bool = False) -> tuple[int, ...]:
    """Return the sizes of Solomon pairs (R-094).

    With `trio`, the last three players of an odd field draft as one group; otherwise one player has no pair (S13).
    """
    if players < PAIR:
        return ()
    pairs = (PAIR,) * (players // PAIR)
    return (*pairs[:-1], TRIO) if trio and players % PAIR else pairs


def check_pairs(players: int, *, trio: bool = False, odd_open: bool = False) -> tuple[Problem, ...]:
    """Check that a Solomon field is even, unless a judge makes a `trio` of three players (R-094, S13).

    Problems contain the nearest even numbers. `odd_open`: whether the odd player is only decided when seats are
    assigned, which turns the error into a warning.
    """
    if players < PAIR:
        return (Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-094", {"players": players}),)
    if not players % PAIR or trio:
        return ()
    facts = {"players": players, "pairs": players // PAIR, "even": players - 1}
    if odd_open:
        return (Problem(DraftRefusal.ODD_PLAYERS, "warning", (), "R-094", {**facts, "open": True}),)
    return (Problem(DraftRefusal.ODD_PLAYERS, "error", (), "R-094", facts, "S13"),)


def _unequal_problem(players: int, sizes: Sequence[int], severity: Severity = "error") -> Problem:
    """Return the problem that pods of these sizes are not equal, with the nearest equal pods as facts."""
    return Problem(DraftRefusal.PODS_NOT_EQUAL, severity, (), "R-091", _nearest_facts(players, sizes), "S12")


def _nearest_facts(players: int, sizes: Sequence[int]) -> Mapping[str, object]:
    """Return the facts of a refusal: the requested sizes and the nearest equal pods.

    If equal pods cannot include everyone, they also contain how many players would sit out.
    """
    facts: Mapping[str, object] = {"players": players, "sizes": tuple(sizes), "largest": MAX_POD_SIZE}
    nearest = largest_equal_pods(players) or next(iter(equal_pods(players)), None)
    sit_out = None if largest_equal_pods(players) else propose_sit_out(players)
    if nearest:
        facts = {**facts, "pod_size": nearest.pod_size, "pods": nearest.pods}
    if sit_out:
        facts = {
            **facts,
            "sit_out": sit_out.sit_out,
            "out_size": sit_out.pods.pod_size,
            "out_pods": sit_out.pods.pods,
        }
    return facts


def _missing_player_problems(players: int, sizes: Sequence[int]) -> tuple[Problem, ...]:
    """Return a problem if the sizes of the pods do not add up to the number of players."""
    if sum(sizes) == players:
        return ()
    facts = {"players": players, "seats": sum(sizes)}
    return (Problem(DraftRefusal.PODS_MISS_PLAYERS, "error", (), "R-091", facts),)


def require_valid_seat_count(seats: int) -> None:
    """Require a valid number of seats in a pod.

    Refused: POD_TOO_BIG (size, largest), PODS_NOT_EQUAL (players, largest).
    """
    if seats > MAX_POD_SIZE:
        raise Refused(DraftRefusal.POD_TOO_BIG, size=seats, largest=MAX_POD_SIZE)
    if seats < MIN_POD_SIZE:
        raise Refused(DraftRefusal.PODS_NOT_EQUAL, players=seats, largest=MAX_POD_SIZE)
