"""Pair inside draft pods if possible, otherwise across them (R-091), with an exact matching.

Pods are a mapping of entry to pod. A player without a pod never shares a pod with another player. The objectives,
most important first, are: no repeated match (if one is unavoidable, the rarest and oldest); a bye for a player with
the fewest byes, from the lowest group; the fewest matches across pods; then, as in every Swiss round, the smallest
gaps, the fewest players outside their group, the fewest pairs to avoid, and chance.

If every pod can pair its players without a repeated match, the best draw has no match across pods, so each pod is
matched separately. Otherwise, one matching covers all players.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
import rustworkx as rx

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.draw_values import Draw, Field, Ints, Options, Pair
from pairings.engine.swiss.matching import repeat_weights
from pairings.engine.swiss.normalized_field import NormalizedField, normalize_field
from pairings.engine.swiss.pair_keys import pair_keys
from pairings.engine.swiss.random_numbers import random_words

NO_POD = -1
CHANCE_BITS = 24
MAX_WEIGHT_BITS = 2**124
"""Maximum bits of a weight, as the matching computes in 128 bits and doubles weights."""

DEFAULT_OPTIONS = Options()
Matched = list[tuple[int, int]]


@dataclass(frozen=True)
class PodDraw:
    """A draw, and its `crossings`: the pairs of players from different pods."""

    draw: Draw
    crossings: tuple[Pair, ...]


def pair_in_pods(
    field: Field, pods: Mapping[int, int], *, seed: int, options: Options = DEFAULT_OPTIONS
) -> PodDraw:
    """Pair the round for this field, within pods where possible. The same seed gives the same draw.

    Refused: TOO_FEW_PLAYERS (players), FORBIDDEN_PAIRS_UNAVOIDABLE (pairs). Raises ValueError if points are
    too far apart for the weights of the costs.
    """
    if len(field.ids) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(field.ids))
    rng = Random(seed)
    state = normalize_field(field, options, rng)
    pod = np.array([pods.get(entry, NO_POD) for entry in state.ids.tolist()], dtype=np.int64)
    cost_table = _CostTable(state, pod, rng)
    matching = _match_each_pod(cost_table) or cost_table.match(np.arange(state.size))
    if matching is None:
        forbidden_pairs = tuple(
            (int(state.ids[left]), int(state.ids[right])) for left, right in state.forbidden.T
        )
        raise Refused(PairingRefusal.FORBIDDEN_PAIRS_UNAVOIDABLE, pairs=forbidden_pairs)
    return _build_pod_draw(cost_table, matching, seed)


class _CostTable:
    """Cost of each pair of players, with the objectives as digits of one number."""

    def __init__(self, state: NormalizedField, pod: Ints, rng: Random) -> None:
        self.state, self.pod = state, pod
        size = state.size
        matrices = []
        for pairs in (state.met, state.forbidden, state.avoid):
            is_pair = np.zeros((size, size), dtype=np.bool_)
            if pairs.size:
                is_pair[pairs[0], pairs[1]] = is_pair[pairs[1], pairs[0]] = True
            matrices.append(is_pair)
        self.met, self.forbidden, self.avoid = matrices
        self.crosses = (pod[:, None] != pod[None, :]) | (pod[:, None] == NO_POD)
        words = random_words(rng, size * (size + 1))
        self.chance = (words >> (63 - CHANCE_BITS)).reshape(size, size + 1)

    def match(self, players: Ints) -> Matched | None:
        """Return the pairing with the lowest cost, or None if these players cannot be paired.

        A bye is the pair (player, -1). Raises ValueError if the costs are too large for the matching.
        """
        left, right = (players[side] for side in np.triu_indices(len(players), k=1))
        is_allowed = ~self.forbidden[left, right]
        left, right = left[is_allowed], right[is_allowed]
        size = len(players) + len(players) % 2
        edges = list(zip(left.tolist(), right.tolist(), self.costs(left, right, len(players)), strict=True))
        if len(players) % 2:
            # `_digit_weights` lists the digits: 4 is the group of the bye.
            bye_weight = self._digit_weights(len(players))[4]
            group, chance = self.state.group, self.chance[:, self.state.size]
            lowest_group = len(self.state.values) - 1
            edges += [
                (player, -1, (lowest_group - int(group[player])) * bye_weight + int(chance[player]))
                for player in players.tolist()
                if self.state.may_bye[player]
            ]

        # The library maximizes weights, so a higher cost is a lower weight.
        above_highest_cost = max((cost for _, _, cost in edges), default=0) + 1
        if above_highest_cost * size >= MAX_WEIGHT_BITS:
            raise ValueError("match points too far apart to weigh")
        graph = rx.PyGraph(multigraph=False)
        node_of_player: dict[int, int] = {}
        player_of_node: list[int] = []
        for left_end, right_end, cost in edges:
            for node in (left_end, right_end):
                if node not in node_of_player:
                    node_of_player[node] = graph.add_node(None)
                    player_of_node.append(node)
            graph.add_edge(node_of_player[left_end], node_of_player[right_end], above_highest_cost - cost)
        matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < size:
            return None
        return sorted(
            (
                max(player_of_node[left_end], player_of_node[right_end]),
                min(player_of_node[left_end], player_of_node[right_end]),
            )
            for left_end, right_end in matched
        )

    def costs(self, left: Ints, right: Ints, players: int) -> list[int]:
        """Return the cost of pairing left[k] with right[k] for each k, in a matching of `players` players."""
        gap = np.abs(self.state.scale[left] - self.state.scale[right])
        digit_weights = self._digit_weights(players)
        # Lesser objective first: by default the number of players outside their group, then squared gaps.
        squares, is_outside_group = gap**2, (gap > 0).astype(np.int64)
        gaps = (squares, is_outside_group) if self.state.fewest_pair_downs else (is_outside_group, squares)
        digits = (self.avoid[left, right], *gaps, self.crosses[left, right])
        total = self.chance[left, right].astype(object)
        for amount, weight_of_digit in zip(digits, digit_weights, strict=False):
            total = total + amount.astype(object) * weight_of_digit
        unit, is_rematch = digit_weights[5], self.met[left, right]
        # The age of repeats weighs less than their number; both only count if the rounds are stored.
        repeats: list[Ints] = []
        if self.state.rounds is not None and is_rematch.any():
            meetings = self.state.meetings.times_and_last_round(
                pair_keys(left[is_rematch], right[is_rematch], self.state.size)
            )
            for weight in repeat_weights(*meetings):
                amount = np.zeros(len(left), dtype=np.int64)
                amount[is_rematch] = weight
                repeats.append(amount)
        for amount in repeats:
            largest_sum = (players // 2) * int(amount.max())
            # An objective that would exceed the limit of the matching is left out.
            if unit * (largest_sum + 1) * 2 * (players + 1) >= MAX_WEIGHT_BITS:
                continue
            total = total + amount.astype(object) * unit
            unit *= largest_sum + 1
        return [int(cost) for cost in total + is_rematch.astype(object) * unit]

    def _digit_weights(self, players: int) -> list[int]:
        """Return the weight of each digit, lowest first.

        The digits are: pairs to avoid, two for gaps, crossings, the group of the bye, and the next higher digit.
        """
        pairs = players // 2 + 1
        squares = pairs * int(np.ptp(self.state.scale)) ** 2
        largest_sums = [
            pairs << CHANCE_BITS,
            pairs,
            *((squares, pairs) if self.state.fewest_pair_downs else (pairs, squares)),
        ]
        weights = [1]
        for amount in (*largest_sums, pairs, len(self.state.values)):
            weights.append(weights[-1] * (amount + 1))
        return weights[1:]


def _match_each_pod(table: _CostTable) -> Matched | None:
    """Match each pod separately.

    Return None if a player has no pod, or if a pod has an odd number of players, cannot be paired or needs
    a repeated match.
    """
    if table.state.size % 2 or (table.pod == NO_POD).any():
        return None
    pairs: Matched = []
    for pod in np.unique(table.pod):
        players = np.flatnonzero(table.pod == pod)
        if len(players) % 2:
            return None
        pod_pairs = table.match(players)
        if pod_pairs is None or any(table.met[left, right] for left, right in pod_pairs):
            return None
        pairs += pod_pairs
    return pairs


def _build_pod_draw(table: _CostTable, matching: Matched, seed: int) -> PodDraw:
    """Build the draw: seats, tables pod by pod, and the facts that explain it."""
    state, ids = table.state, table.state.ids
    bye = next((player for player, opponent in matching if opponent < 0), None)
    points, group, rank, shuffle = state.points, state.group, state.rank, state.shuffle
    # The player of the higher group sits on the left; in the same group, the shuffle decides.
    seated_pairs = [
        (left, right) if rank[left] < rank[right] else (right, left) for left, right in matching if right >= 0
    ]
    # Tables are numbered pod by pod, crossings last, and within each pod by points, highest first.
    seated_pairs.sort(
        key=lambda seated_pair: (
            bool(table.crosses[seated_pair]),
            0 if table.crosses[seated_pair] else int(table.pod[seated_pair[0]]),
            *(int(group[player]) for player in seated_pair),
            int(shuffle[seated_pair[0]]),
        )
    )
    point_levels, sizes = np.unique(points, return_counts=True)
    ids_by_pair = {
        seated_pair: (int(ids[seated_pair[0]]), int(ids[seated_pair[1]])) for seated_pair in seated_pairs
    }
    scale = np.sort(np.delete(state.scale, [] if bye is None else [bye]))
    draw = Draw(
        pairs=tuple(ids_by_pair.values()),
        bye=None if bye is None else int(ids[bye]),
        seed=seed,
        gap_cost=sum(int(state.scale[left] - state.scale[right]) ** 2 for left, right in seated_pairs),
        bound=int(((scale[1::2] - scale[0::2]) ** 2).sum()),
        rematches=tuple(ids_by_pair[seated_pair] for seated_pair in seated_pairs if table.met[seated_pair]),
        avoided=tuple(ids_by_pair[seated_pair] for seated_pair in seated_pairs if table.avoid[seated_pair]),
        pair_downs=tuple(
            (int(ids[left]), int(points[left]), int(points[right]))
            for left, right in seated_pairs
            if points[left] > points[right]
        ),
        groups=tuple(
            (int(level), int(size)) for level, size in zip(point_levels[::-1], sizes[::-1], strict=True)
        ),
        bye_group=None if bye is None else int(points[bye]),
        bye_candidates=0 if bye is None else int((state.may_bye & (state.group == state.group[bye])).sum()),
        second_bye=state.second_bye,
        proof="field",
        examined=tuple(ids.tolist()),
    )
    return PodDraw(
        draw, tuple(ids_by_pair[seated_pair] for seated_pair in seated_pairs if table.crosses[seated_pair])
    )
