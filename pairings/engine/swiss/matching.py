"""Exact minimum-cost perfect matching, with every objective as a digit of one integer."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np
import rustworkx as rx

from pairings.engine.swiss.draw_values import Bools, Ints
from pairings.engine.swiss.normalized_field import NormalizedField
from pairings.engine.swiss.pair_keys import are_pair_keys_among, pair_keys
from pairings.engine.swiss.random_numbers import random_words

CHANCE_BITS = 32
MAX_TOTAL_COST = 2**124  # The matching computes in 128 bits and doubles weights.
MAX_TOTAL_IN_64_BITS = 2**60  # Twice this value still fits 64 bits.
STAND_IN = -1

Matched = list[tuple[int, int]]
Digit = tuple[Ints, int]
"""Amount of one objective on each edge, and the maximum sum over all pairs."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """Players to match, highest group first.

    player: position in the state, or STAND_IN for a stand-in, which has no earlier meetings.
    group, scale: as in the state.
    may_bye: nodes that may be matched with the bye, whose node follows the last player; empty in an even field.
    reach: maximum gap, in which case rematches are excluded too; None allows every gap and rematches.
    """

    player: Ints
    group: Ints
    scale: Ints
    may_bye: Ints
    reach: int | None

    def __len__(self) -> int:
        return len(self.player)


def match_nodes(state: NormalizedField, nodes: Nodes, rng: Random) -> Matched | None:
    """Return the pairs of nodes that cover all nodes at minimum cost, or None if this is impossible.

    The smaller node of a pair comes first. If matches must be repeated in a field of several hundred
    players, the costs may exceed the limit of the matching. Then the age of earlier meetings is dropped
    from the objectives, and next their number. Raises OverflowError if the costs are still too large. A
    small random number on each edge, below the smallest unit of the objectives, makes the optimum unique,
    so that it does not depend on a library's search order.
    """
    # Nodes are sorted by scale, so each node can meet a contiguous range of the nodes after it.
    reach = int(np.ptp(nodes.scale)) if nodes.reach is None else nodes.reach
    end_of_reach = np.searchsorted(-nodes.scale, reach - nodes.scale, side="right")
    partner_counts = end_of_reach - np.arange(len(nodes)) - 1
    left = np.repeat(np.arange(len(nodes)), partner_counts)
    first_edge = np.repeat(np.cumsum(partner_counts) - partner_counts, partner_counts)
    right = left + 1 + np.arange(len(left)) - first_edge
    is_rematch = _joins_pair_of(state, nodes, left, right, state.met)
    is_allowed = ~_joins_pair_of(state, nodes, left, right, state.forbidden)
    if nodes.reach is not None:
        is_allowed &= ~is_rematch
    left, right, is_rematch = left[is_allowed], right[is_allowed], is_rematch[is_allowed]

    size, unit = len(nodes) + bool(len(nodes.may_bye)), (len(nodes) // 2 + 2) << CHANCE_BITS
    repeats = _repeat_digits(state, nodes, left, right, is_rematch)
    costs = _edge_costs(state, nodes, left, right, is_rematch, repeats)
    while repeats and (max(costs, default=0) + 1) * unit * size >= MAX_TOTAL_COST:
        repeats = repeats[1:]
        costs = _edge_costs(state, nodes, left, right, is_rematch, repeats)
    chance = (random_words(rng, len(costs)) >> (63 - CHANCE_BITS)).tolist()
    left = np.concatenate((left, nodes.may_bye))
    right = np.concatenate((right, np.full(len(nodes.may_bye), len(nodes))))
    weights = [cost * unit + random_digit for cost, random_digit in zip(costs, chance, strict=True)]
    return _cheapest_cover(size, left.tolist(), right.tolist(), weights)


def _cheapest_cover(size: int, left: list[int], right: list[int], costs: list[int]) -> Matched | None:
    """Return the cheapest edges that cover every node once, or None if this is impossible.

    The smaller node of an edge comes first. Raises OverflowError if the costs are too large.
    """
    # The library maximizes weights, so the weight of an edge is `top` minus its cost.
    top = max(costs, default=0) + 1
    if top * size >= MAX_TOTAL_COST:
        raise OverflowError("match points too far apart to weigh")
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(a, b, top - cost) for a, b, cost in zip(left, right, costs, strict=True)])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < size:
        return None
    return sorted((min(a, b), max(a, b)) for a, b in matched)


def _joins_pair_of(state: NormalizedField, nodes: Nodes, left: Ints, right: Ints, pairs: Ints) -> Bools:
    """Return for each edge whether it joins two players of the core whose pair is in `pairs`."""
    if not pairs.size:
        return np.zeros(len(left), dtype=np.bool_)
    node_of_player = np.full(state.size, STAND_IN)
    core_nodes = np.flatnonzero(nodes.player != STAND_IN)
    node_of_player[nodes.player[core_nodes]] = core_nodes
    first, second = node_of_player[pairs]
    are_both_in_core = (first != STAND_IN) & (second != STAND_IN)
    return are_pair_keys_among(
        pair_keys(left, right, len(nodes)),
        np.sort(pair_keys(first[are_both_in_core], second[are_both_in_core], len(nodes))),
    )


def _repeat_digits(
    state: NormalizedField, nodes: Nodes, left: Ints, right: Ints, is_rematch: Bools
) -> list[Digit]:
    """Return the digits of repeated matches: age of the last meeting, then number of meetings.

    The result is empty if the rounds of meetings are not stored or no edge is a rematch.
    """
    if state.rounds is None or not is_rematch.any():
        return []
    rematch_keys = pair_keys(nodes.player[left[is_rematch]], nodes.player[right[is_rematch]], state.size)
    times, last_rounds = state.meetings.times_and_last_round(rematch_keys)
    pairs = len(nodes) // 2 + 1
    digits = []
    for weight in repeat_weights(times, last_rounds):
        amount = np.zeros(len(left), dtype=np.int64)
        amount[is_rematch] = weight
        digits.append((amount, pairs * int(weight.max())))
    return digits


def repeat_weights(times: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return the costs of repeating matches played `times` times, lesser objective first.

    `last` is the round of the last meeting; the lesser objective prefers the oldest. The number of meetings
    costs its square, so that two second meetings are better than one third meeting. The number of repeated
    matches is a greater objective, so a second meeting costs 0 in this digit, a third costs 3 and a fourth
    8.
    """
    return last**2, times**2 - 1


def _edge_costs(
    state: NormalizedField, nodes: Nodes, left: Ints, right: Ints, is_rematch: Bools, repeats: Sequence[Digit]
) -> list[int]:
    """Return the cost of each edge, then of the bye for each node in `may_bye`, without the random part.

    The objectives are digits of one number, least first. Each digit is wide enough for the sum over all pairs,
    so that no amount of a lesser objective outweighs a greater one.
    """
    pairs = len(nodes) // 2 + 1
    gap = nodes.scale[left] - nodes.scale[right]
    squares_digit, outside_digit = (gap**2, pairs * int(gap.max(initial=0)) ** 2), (gap > 0, pairs)
    apart_digit = _joins_pair_of(state, nodes, left, right, state.avoid), pairs * bool(state.avoid.size)
    digits = (
        (apart_digit, squares_digit, outside_digit)
        if state.fewest_pair_downs
        else (apart_digit, outside_digit, squares_digit)
    )
    shuffle_places = int(np.bincount(state.group).max())
    largest_cost = (
        prod(largest_sum + 1 for _, largest_sum in (*digits, *repeats)) * shuffle_places * len(state.values)
    )
    dtype = np.int64 if largest_cost < MAX_TOTAL_IN_64_BITS else object
    unit, cost = shuffle_places, np.zeros(len(left), dtype=dtype)
    for amount, largest_sum in digits:
        cost += amount.astype(dtype) * unit
        unit *= largest_sum + 1
    # Numbering a group's candidates 0, 1, 2… in shuffled order gives all players who can have the bye at the same cost
    # an equal chance.
    shuffled = np.zeros(len(nodes.may_bye), dtype=np.int64)
    groups, players = nodes.group[nodes.may_bye], nodes.player[nodes.may_bye]
    for group in np.unique(groups[players != STAND_IN]):
        members = np.flatnonzero(groups == group)
        shuffled[members[np.argsort(state.shuffle[players[members]])]] = np.arange(len(members))
    byes = shuffled + (len(state.values) - 1 - nodes.group[nodes.may_bye]).astype(dtype) * unit
    unit *= len(state.values)
    for amount, largest_sum in repeats:
        cost += amount.astype(dtype) * unit
        unit *= largest_sum + 1
    costs: list[int] = (cost + is_rematch.astype(dtype) * unit).tolist() + byes.tolist()
    return costs
