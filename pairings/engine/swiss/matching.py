"""Exact minimum-cost perfect matching, every objective a digit of one integer."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np
import rustworkx as rx

from pairings.engine.swiss.state import State, among, key, random_words
from pairings.engine.swiss.values import Bools, Ints

CHANCE_BITS = 32
WIDEST = 2**124  # the matching computes in 128 bits and doubles weights
SAFE = 2**60  # twice as much still fits 64 bits
STAND_IN = -1

Matched = list[tuple[int, int]]
Digit = tuple[Ints, int]
"""The amount of one objective on each edge, and the most all pairs can have of it together."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """Players of the matching, highest group first.

    player: position in the state, or STAND_IN for anyone of the group, without history.
    group, scale: as there.
    may_bye: the nodes the bye may go to; empty in an even field. It is the node after the last.
    reach: the largest gap to look at and no rematches, or None for every pair.
    """

    player: Ints
    group: Ints
    scale: Ints
    may_bye: Ints
    reach: int | None

    def __len__(self) -> int:
        return len(self.player)


def match(state: State, nodes: Nodes, rng: Random) -> Matched | None:
    """Pairs of nodes covering all of them at least cost, or None if they cannot be covered.

    Where matches must be repeated in a field of several hundred players the number may exceed its width: then how long
    ago two met is dropped first, how often second.

    A small random number on each edge, below the least unit of the objective, makes the optimum unique, so it does not
    depend on the search order of a library.
    """
    left, right, met = _edges(state, nodes)
    size, unit = len(nodes) + bool(len(nodes.may_bye)), (len(nodes) // 2 + 2) << CHANCE_BITS
    repeats = _repeats(state, nodes, left, right, met)
    costs = _costs(state, nodes, left, right, met, repeats)
    while repeats and (max(costs, default=0) + 1) * unit * size >= WIDEST:
        repeats = repeats[1:]
        costs = _costs(state, nodes, left, right, met, repeats)
    chance = (random_words(rng, len(costs)) >> (63 - CHANCE_BITS)).tolist()
    left = np.concatenate((left, nodes.may_bye))
    right = np.concatenate((right, np.full(len(nodes.may_bye), len(nodes))))
    weights = [cost * unit + low for cost, low in zip(costs, chance, strict=True)]
    return _cover(size, left.tolist(), right.tolist(), weights)


def _cover(size: int, left: list[int], right: list[int], costs: list[int]) -> Matched | None:
    """The cheapest set of edges that covers every node once, smaller node first, or None."""
    top = max(costs, default=0) + 1
    if top * size >= WIDEST:
        raise OverflowError("match points too far apart to weigh")
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(a, b, top - cost) for a, b, cost in zip(left, right, costs, strict=True)])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < size:
        return None
    return sorted((min(a, b), max(a, b)) for a, b in matched)


def _edges(state: State, nodes: Nodes) -> tuple[Ints, Ints, Bools]:
    """Pairs of nodes that may meet (left < right), and which of them met before."""
    reach = int(np.ptp(nodes.scale)) if nodes.reach is None else nodes.reach
    past = np.searchsorted(-nodes.scale, reach - nodes.scale, side="right")
    partners = past - np.arange(len(nodes)) - 1
    left = np.repeat(np.arange(len(nodes)), partners)
    first = np.repeat(np.cumsum(partners) - partners, partners)
    right = left + 1 + np.arange(len(left)) - first
    met = _known(state, nodes, left, right, state.met)
    allowed = ~_known(state, nodes, left, right, state.forbidden)
    if nodes.reach is not None:
        allowed &= ~met
    return left[allowed], right[allowed], met[allowed]


def _known(state: State, nodes: Nodes, left: Ints, right: Ints, pairs: Ints) -> Bools:
    """Which edges join two players of the core whose pair is in `pairs`."""
    if not pairs.size:
        return np.zeros(len(left), dtype=np.bool_)
    node = np.full(state.size, STAND_IN)
    real = np.flatnonzero(nodes.player != STAND_IN)
    node[nodes.player[real]] = real
    first, second = node[pairs]
    here = (first != STAND_IN) & (second != STAND_IN)
    return among(key(left, right, len(nodes)), np.sort(key(first[here], second[here], len(nodes))))


def _repeats(state: State, nodes: Nodes, left: Ints, right: Ints, met: Bools) -> list[Digit]:
    """How long ago two met, then how often, for edges that repeat a match; empty without any."""
    if state.rounds is None or not met.any():
        return []
    again = key(nodes.player[left[met]], nodes.player[right[met]], state.size)
    times, last = state.meetings.of(again)
    pairs = len(nodes) // 2 + 1
    digits = []
    for weight in repeat_weights(times, last):
        amount = np.zeros(len(left), dtype=np.int64)
        amount[met] = weight
        digits.append((amount, pairs * int(weight.max())))
    return digits


def repeat_weights(times: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The cost of a repeated match, lesser objective first: squares, so that two second meetings come before one third.

    Since repeated matches are counted before, a second meeting is free: a third costs 3, a fourth 8.
    """
    return last**2, times**2 - 1


def _costs(
    state: State, nodes: Nodes, left: Ints, right: Ints, met: Bools, repeats: Sequence[Digit]
) -> list[int]:
    """Cost of each edge, then of the bye for each node that may have it, without chance.

    The objectives are digits of one number, least first. Each digit has room for the sum over all pairs, so an
    objective is never outweighed by any amount of a lesser one.
    """
    pairs = len(nodes) // 2 + 1
    gap = nodes.scale[left] - nodes.scale[right]
    squares, outside = (gap**2, pairs * int(gap.max(initial=0)) ** 2), (gap > 0, pairs)
    apart = _known(state, nodes, left, right, state.avoid), pairs * bool(state.avoid.size)
    wishes = (apart, squares, outside) if state.fewest_pair_downs else (apart, outside, squares)
    shuffle_places = int(np.bincount(state.group).max())
    room = prod(most + 1 for _, most in (*wishes, *repeats)) * shuffle_places * len(state.values)
    exact = np.int64 if room < SAFE else object
    unit, cost = shuffle_places, np.zeros(len(left), dtype=exact)
    for amount, most in wishes:
        cost += amount.astype(exact) * unit
        unit *= most + 1
    # Order of the shuffle among the nodes of one group that may have the bye: 0, 1, 2… It makes the bye
    # uniformly random among the players who can have it at the same cost.
    shuffled = np.zeros(len(nodes.may_bye), dtype=np.int64)
    groups, players = nodes.group[nodes.may_bye], nodes.player[nodes.may_bye]
    for group in np.unique(groups[players != STAND_IN]):
        here = np.flatnonzero(groups == group)
        shuffled[here[np.argsort(state.shuffle[players[here]])]] = np.arange(len(here))
    byes = shuffled + (len(state.values) - 1 - nodes.group[nodes.may_bye]).astype(exact) * unit
    unit *= len(state.values)
    for amount, most in repeats:
        cost += amount.astype(exact) * unit
        unit *= most + 1
    costs: list[int] = (cost + met.astype(exact) * unit).tolist() + byes.tolist()
    return costs
