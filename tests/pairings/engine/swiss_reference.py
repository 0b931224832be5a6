"""A second, slow implementation of the objective of a Swiss round, to compare the engine with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import rustworkx as rx

from pairings.engine.swiss import Draw, Field, Options, pair_field

Wishes = tuple[int, ...]
NONE = Options()
BITS = (10, 14, 17, 7, 22, 22, 8)
"""Bits reserved for each criterion over a whole round."""


def field_of(
    points: dict[int, int],
    *,
    met: Sequence[tuple[int, int]] = (),
    had_bye: Sequence[int] = (),
    rounds: Sequence[int] | None = None,
) -> Field:
    """Return a field; a player with several byes is in `had_bye` as often."""
    return Field(
        ids=np.array(list(points), dtype=np.int64),
        points=np.array(list(points.values()), dtype=np.int64),
        byes=np.array([list(had_bye).count(entry) for entry in points], dtype=np.int64),
        met=np.array(met, dtype=np.int64).reshape(-1, 2),
        rounds=None if rounds is None else np.array(rounds, dtype=np.int64),
    )


class Reference:
    """The cost of each pair and each bye, as tuples that are compared from the first criterion to the last."""

    def __init__(self, field: Field, options: Options = NONE) -> None:
        self.ids: list[int] = field.ids.tolist()
        self.points = dict(zip(self.ids, field.points.tolist(), strict=True))
        self.scale = self.points
        if options.by_standing:
            self.scale = {entry: -place for place, entry in enumerate(options.by_standing)}
        had = dict(zip(self.ids, map(int, field.byes.tolist()), strict=True))
        self.may_bye = [entry for entry in self.ids if had[entry] == min(had.values())]
        self.met = {frozenset(pair) for pair in field.met.tolist()}
        rounds = [0] * len(field.met) if field.rounds is None else field.rounds.tolist()
        self.when: dict[frozenset[int], set[int]] = {}
        for two, number in zip(field.met.tolist(), rounds, strict=True):
            self.when.setdefault(frozenset(two), set()).add(number)
        self.avoid = {frozenset(pair) for pair in options.avoid}
        self.fewest = options.fewest_pair_downs

    def pair(self, one: int, two: int) -> Wishes:
        gap = abs(self.scale[one] - self.scale[two])
        met, unwanted = frozenset((one, two)) in self.met, frozenset((one, two)) in self.avoid
        wishes = (2 * (gap > 0), gap**2) if self.fewest else (gap**2, 2 * (gap > 0))
        when = self.when.get(frozenset((one, two)), {0})
        repeats = (len(when) ** 2 - 1, max(when) ** 2)
        return (int(met), *repeats, 0, *wishes, int(unwanted))

    def bye(self, entry: int) -> Wishes:
        return (0, 0, 0, sorted(set(self.scale.values())).index(self.scale[entry]), 0, 0, 0)

    def of(self, draw: Draw) -> Wishes:
        costs = [self.pair(*pair) for pair in draw.pairs]
        if draw.bye is not None:
            costs.append(self.bye(draw.bye))
        return tuple(map(sum, zip(*costs, strict=True)))

    def best_of_all(self) -> Wishes:
        """Return the minimum cost of all possible pairings, for up to nine players."""
        if len(self.ids) % 2:
            return min(
                tuple(map(sum, zip(self.bye(bye), rest, strict=True)))
                for bye in self.may_bye
                for rest in self._pairings([entry for entry in self.ids if entry != bye])
            )
        return min(self._pairings(self.ids))

    def _pairings(self, waiting: list[int]) -> Iterator[Wishes]:
        if not waiting:
            yield (0,) * 7
            return
        first, *others = waiting
        for other in others:
            cost = self.pair(first, other)
            for rest in self._pairings([entry for entry in others if entry != other]):
                yield tuple(map(sum, zip(cost, rest, strict=True)))

    def best_by_matching(self) -> Wishes:
        """Return the minimum cost by one exact matching of the complete graph, with a node for the bye."""
        size = len(self.ids)
        edges = [
            (left, right, self.pair(self.ids[left], self.ids[right]))
            for left in range(size)
            for right in range(left + 1, size)
        ]
        if size % 2:
            edges += [(self.ids.index(entry), size, self.bye(entry)) for entry in self.may_bye]
        graph = rx.PyGraph()
        graph.add_nodes_from(range(size + size % 2))
        graph.add_edges_from(edges)
        found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
        return tuple(map(sum, zip(*(graph.get_edge_data(*edge) for edge in found), strict=True)))


def _weight(wishes: Wishes) -> int:
    total = 0
    for wish, bits in zip(wishes, BITS, strict=True):
        total = (total << bits) + wish
    return (1 << 106) - total


@dataclass(frozen=True)
class Habits:
    """How the players of a simulated event behave, as probabilities per match or per player and round.

    `late`: a new player arrives after a round. `awarded`: a player has a bye for round 1 in advance.
    """

    ties: float = 0.1
    drops: float = 0.05
    late: float = 0.0
    awarded: float = 0.0
    options: Options = NONE


def play(size: int, rounds: int, *, seed: int, habits: Habits = Habits()) -> Iterator[tuple[Field, Draw]]:
    """Yield each round of a simulated event as it was paired."""
    rng = Random(seed)
    points = dict.fromkeys(rng.sample(range(10 * size), size), 0)
    met: list[tuple[int, int]] = []
    when: list[int] = []
    had_bye = _awarded(points, habits.awarded, rng)
    for number in range(rounds):
        sits_out = tuple(had_bye) if number == 0 else ()
        playing = {entry: won for entry, won in points.items() if entry not in sits_out}
        field = field_of(playing, met=met, had_bye=had_bye, rounds=when)
        draw = pair_field(field, seed=seed + number, options=habits.options)
        yield field, draw
        met += draw.pairs
        when += [number + 1] * len(draw.pairs)
        for left, right in draw.pairs:
            _score(points, left, right, habits.ties, rng)
        alone = () if draw.bye is None else (draw.bye,)
        had_bye += alone
        for entry in sits_out + alone:
            points[entry] += 3
        stay = [entry for entry in points if rng.random() >= habits.drops]
        if len(stay) < 2:
            return
        points = {entry: points[entry] for entry in stay}
        if habits.late and rng.random() < habits.late:
            points[10 * size + number] = 0


def _awarded(points: dict[int, int], chance: float, rng: Random) -> list[int]:
    """Return the players who sit out round 1; at least two remain to play."""
    return [entry for entry in list(points)[2:] if rng.random() < chance] if chance else []


def _score(points: dict[int, int], left: int, right: int, ties: float, rng: Random) -> None:
    if rng.random() < ties:
        points[left] += 1
        points[right] += 1
    else:
        points[rng.choice((left, right))] += 3
