"""Pairing inside draft pods while possible, across them otherwise (R-091): exact, by one matching.

The pods are plain values, {entry: pod}. A player without a pod meets everyone as a player of another pod. Order of
objectives: no repeated match (else the rarest and oldest ones); the bye to one of those with the fewest, in the lowest
group; fewest matches across pods; then as in every Swiss round: smallest gaps, fewest players outside their group,
pairs to avoid, chance.

Where every pod can pair its own players without a repeated match, the best draw has no crossings, so each pod is
matched alone. Otherwise one matching has all players.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
import rustworkx as rx

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss.matching import repeat_weights
from pairings.engine.swiss.state import State, key, random_words, read
from pairings.engine.swiss.values import Bools, Draw, Field, Ints, Options, Pair

NO_POD = -1
CHANCE_BITS = 24
WIDEST = 2**124
"""The matching computes in 128 bits and doubles weights."""

USUAL = Options()
Matched = list[tuple[int, int]]


@dataclass(frozen=True)
class PodDraw:
    """A draw, and its `crossings`: the pairs whose players are not of one pod."""

    draw: Draw
    crossings: tuple[Pair, ...]


def pair(field: Field, pods: Mapping[int, int], *, seed: int, options: Options = USUAL) -> PodDraw:
    """The round for this field, inside the pods while possible; the same seed gives the same draw.

    Refused: TOO_FEW_PLAYERS (players), FORBIDDEN_PAIRS_UNAVOIDABLE (pairs). ValueError for a state whose points are too
    far apart to weigh.
    """
    if len(field.ids) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(field.ids))
    rng = Random(seed)
    state = read(field, options, rng)
    pod = np.array([pods.get(entry, NO_POD) for entry in state.ids.tolist()], dtype=np.int64)
    table = _Table(state, pod, rng)
    matched = _inside(table) or table.match(np.arange(state.size))
    if matched is None:
        named = tuple((int(state.ids[a]), int(state.ids[b])) for a, b in state.forbidden.T)
        raise Refused(PairingRefusal.FORBIDDEN_PAIRS_UNAVOIDABLE, pairs=named)
    return _as_draw(table, matched, seed)


class _Table:
    """The cost of each pair of players, the objectives as digits of one number."""

    def __init__(self, state: State, pod: Ints, rng: Random) -> None:
        self.state, self.pod = state, pod
        size = state.size
        squares = []
        for pairs in (state.met, state.forbidden, state.avoid):
            square = np.zeros((size, size), dtype=np.bool_)
            if pairs.size:
                square[pairs[0], pairs[1]] = square[pairs[1], pairs[0]] = True
            squares.append(square)
        self.met, self.forbidden, self.avoid = squares
        self.crosses = (pod[:, None] != pod[None, :]) | (pod[:, None] == NO_POD)
        words = random_words(rng, size * (size + 1))
        self.chance = (words >> (63 - CHANCE_BITS)).reshape(size, size + 1)

    def match(self, players: Ints) -> Matched | None:
        """The cheapest pairing of these players, the bye as (player, -1); None where there is none."""
        left, right = (players[side] for side in np.triu_indices(len(players), k=1))
        allowed = ~self.forbidden[left, right]
        left, right = left[allowed], right[allowed]
        size = len(players) + len(players) % 2
        edges = list(zip(left.tolist(), right.tolist(), self.costs(left, right, len(players)), strict=True))
        if len(players) % 2:
            room = self._rooms(len(players))[4]
            group, chance = self.state.group, self.chance[:, self.state.size]
            lowest = len(self.state.values) - 1
            edges += [
                (player, -1, (lowest - int(group[player])) * room + int(chance[player]))
                for player in players.tolist()
                if self.state.may_bye[player]
            ]
        return _cover(size, edges)

    def costs(self, left: Ints, right: Ints, players: int) -> list[int]:
        gap = np.abs(self.state.scale[left] - self.state.scale[right])
        rooms = self._rooms(players)
        # Lesser objective first: by default players outside their group, then squares.
        squares, outside = gap**2, (gap > 0).astype(np.int64)
        gaps = (squares, outside) if self.state.fewest_pair_downs else (outside, squares)
        wishes = (self.avoid[left, right], *gaps, self.crosses[left, right])
        total = self.chance[left, right].astype(object)
        for amount, room in zip(wishes, rooms, strict=False):
            total = total + amount.astype(object) * room
        unit, met = rooms[5], self.met[left, right]
        for amount in self._repeats(left, right, met):
            most = (players // 2) * int(amount.max())
            if unit * (most + 1) * 2 * (players + 1) >= WIDEST:
                continue
            total = total + amount.astype(object) * unit
            unit *= most + 1
        return [int(cost) for cost in total + met.astype(object) * unit]

    def _repeats(self, left: Ints, right: Ints, met: Bools) -> list[Ints]:
        """How long ago two met, then how often, if known."""
        if self.state.rounds is None or not met.any():
            return []
        weights = repeat_weights(*self.state.meetings.of(key(left[met], right[met], self.state.size)))
        amounts = [np.zeros(len(left), dtype=np.int64) for _ in weights]
        for amount, weight in zip(amounts, weights, strict=True):
            amount[met] = weight
        return amounts

    def _rooms(self, players: int) -> list[int]:
        """The weight of each digit: avoid, two of gaps, crossings, the group of the bye, and the next one above."""
        pairs = players // 2 + 1
        squares = pairs * int(np.ptp(self.state.scale)) ** 2
        most = [
            pairs << CHANCE_BITS,
            pairs,
            *((squares, pairs) if self.state.fewest_pair_downs else (pairs, squares)),
        ]
        rooms = [1]
        for amount in (*most, pairs, len(self.state.values)):
            rooms.append(rooms[-1] * (amount + 1))
        return rooms[1:]


def _inside(table: _Table) -> Matched | None:
    """Match every pod alone, where all are even and none needs a repeated match; else None."""
    if table.state.size % 2 or (table.pod == NO_POD).any():
        return None
    pairs: Matched = []
    for pod in np.unique(table.pod):
        players = np.flatnonzero(table.pod == pod)
        if len(players) % 2:
            return None
        matched = table.match(players)
        if matched is None or any(table.met[a, b] for a, b in matched):
            return None
        pairs += matched
    return pairs


def _cover(size: int, edges: list[tuple[int, int, int]]) -> Matched | None:
    top = max((cost for _, _, cost in edges), default=0) + 1
    if top * size >= WIDEST:
        raise ValueError("match points too far apart to weigh")
    graph = rx.PyGraph(multigraph=False)
    nodes: dict[int, int] = {}
    names: list[int] = []
    for a, b, cost in edges:
        for node in (a, b):
            if node not in nodes:
                nodes[node] = graph.add_node(None)
                names.append(node)
        graph.add_edge(nodes[a], nodes[b], top - cost)
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < size:
        return None
    return sorted((max(names[a], names[b]), min(names[a], names[b])) for a, b in matched)


def _as_draw(table: _Table, matched: Matched, seed: int) -> PodDraw:
    state, ids = table.state, table.state.ids
    bye = next((player for player, other in matched if other < 0), None)
    points, group, rank, shuffle = state.points, state.group, state.rank, state.shuffle
    # The player of the higher group is on the left; the shuffle decides among equals.
    seated = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in matched if b >= 0]
    # Tables by pods, crossings last; inside, highest points first.
    seated.sort(
        key=lambda two: (
            bool(table.crosses[two]),
            0 if table.crosses[two] else int(table.pod[two[0]]),
            *(int(group[player]) for player in two),
            int(shuffle[two[0]]),
        )
    )
    levels, sizes = np.unique(points, return_counts=True)
    named = {two: (int(ids[two[0]]), int(ids[two[1]])) for two in seated}
    scale = np.sort(np.delete(state.scale, [] if bye is None else [bye]))
    draw = Draw(
        pairs=tuple(named.values()),
        bye=None if bye is None else int(ids[bye]),
        seed=seed,
        gap_cost=sum(int(state.scale[a] - state.scale[b]) ** 2 for a, b in seated),
        bound=int(((scale[1::2] - scale[0::2]) ** 2).sum()),
        rematches=tuple(named[two] for two in seated if table.met[two]),
        avoided=tuple(named[two] for two in seated if table.avoid[two]),
        pair_downs=tuple(
            (int(ids[a]), int(points[a]), int(points[b])) for a, b in seated if points[a] > points[b]
        ),
        groups=tuple((int(level), int(size)) for level, size in zip(levels[::-1], sizes[::-1], strict=True)),
        bye_group=None if bye is None else int(points[bye]),
        bye_candidates=0 if bye is None else int((state.may_bye & (state.group == state.group[bye])).sum()),
        second_bye=state.second_bye,
        proof="field",
        examined=tuple(ids.tolist()),
    )
    return PodDraw(draw, tuple(named[two] for two in seated if table.crosses[two]))
