"""Other engines that draw the same round: swisspair, and exact matchings by rustworkx and networkx."""

from collections.abc import Callable
from dataclasses import dataclass

import networkx as nx
import numpy as np
import rustworkx as rx
import swisspair

from pairings.engine.swiss import Field, pair_field
from pairings.engine.swiss.draw_values import Ints, Pair

Drawn = tuple[list[Pair], int | None]
"""Pairs of ids, and the bye."""

Engine = Callable[[Field, int], Callable[[], Drawn]]
"""Function that prepares a state for an engine, and returns the function to be timed."""


@dataclass(frozen=True)
class PairingQuality:
    """The cost of a pairing, with the parts of the objective in order. Smaller is better, compared field by field.

    `bye` is the number of groups between the player with the bye and the lowest player who could have it; 100 for a
    second bye.
    """

    rematches: int
    bye: int
    squares: int
    outside: int

    def __add__(self, other: "PairingQuality") -> "PairingQuality":
        return PairingQuality(
            *(left + right for left, right in zip(self.figures, other.figures, strict=True))
        )

    @property
    def figures(self) -> tuple[int, int, int, int]:
        return self.rematches, self.bye, self.squares, self.outside


ZERO_QUALITY = PairingQuality(0, 0, 0, 0)
SECOND_BYE_COST = 100


def measure_quality(field: Field, drawn: Drawn) -> PairingQuality:
    """Return the quality of a draw. Raises ValueError unless every player is in it exactly once."""
    pairs, bye = drawn
    seated = [player for pair in pairs for player in pair] + [
        player for player in (bye,) if player is not None
    ]
    if sorted(seated) != sorted(field.ids.tolist()):
        raise ValueError("a player is in the draw twice or not at all")
    points = dict(zip(field.ids.tolist(), field.points.tolist(), strict=True))
    met = {frozenset(pair) for pair in field.met.tolist()}
    gaps = [abs(points[player] - points[pair]) for player, pair in pairs]
    return PairingQuality(
        sum(frozenset(pair) in met for pair in pairs),
        _bye_level(field, bye),
        sum(gap**2 for gap in gaps),
        2 * sum(gap > 0 for gap in gaps),
    )


def _bye_level(field: Field, bye: int | None) -> int:
    """Return the `bye` of a Quality: 0 without a bye."""
    if bye is None:
        return 0
    index = field.ids.tolist().index(bye)
    if field.byes[index] and not field.byes.all():
        return SECOND_BYE_COST
    eligible = field.points[~field.byes] if not field.byes.all() else field.points
    return len({points for points in field.points.tolist() if eligible.min() < points <= field.points[index]})


def stadium_engine(field: Field, seed: int) -> Callable[[], Drawn]:
    """Return a function that draws with Stadium.

    It starts with the arrays read from the database, and ends with the finished draw with proof and reasons.
    """

    def drawn() -> Drawn:
        draw = pair_field(field, seed=seed)
        return list(draw.pairs), draw.bye

    return drawn


def swisspair_engine(field: Field, seed: int) -> Callable[[], Drawn]:
    """Return a function that draws with swisspair's only function.

    It uses existing players, ranked by points, with ties in random order. swisspair cannot be seeded.
    """
    players = _players(field, seed)

    def drawn() -> Drawn:
        return _drawn_by_swisspair(swisspair.create_matches(players))

    return drawn


def swisspair_inside(field: Field, seed: int) -> Callable[[], Drawn]:
    """Return a function that draws with swisspair's bare C++ code.

    Players are checked and converted beforehand. The function returns an empty draw, since only its time is
    compared.
    """
    players = [player.compile() for player in _players(field, seed)]

    def drawn() -> Drawn:
        swisspair._swisspair.create_matches(players, False)
        return [], None

    return drawn


def _players(field: Field, seed: int) -> list[swisspair.Player]:
    """Return a field as players of swisspair, ranked by points, with ties in random order."""
    order = np.lexsort((np.random.default_rng(seed).random(len(field.ids)), -field.points))
    met: dict[int, set[str]] = {player: set() for player in field.ids.tolist()}
    for player, opponent in field.met.tolist():
        if player in met and opponent in met:
            met[player].add(str(opponent))
            met[opponent].add(str(player))
    columns = zip(
        field.ids[order].tolist(), field.points[order].tolist(), field.byes[order].tolist(), strict=True
    )
    return [
        swisspair.Player(str(player), points, rank, not had_bye, met[player])
        for rank, (player, points, had_bye) in enumerate(columns, start=1)
    ]


def _drawn_by_swisspair(matches: list[swisspair.Match]) -> Drawn:
    """Convert matches of swisspair to pairs of ids and the bye."""
    pairs = [(int(match.p1.id), int(match.p2.id)) for match in matches if match.p2 is not None]
    return pairs, next((int(match.p1.id) for match in matches if match.p2 is None), None)


def weighted_pairs(field: Field) -> tuple[list[tuple[int, int, int]], int]:
    """Return every pair with its weight, and the number of nodes.

    The weight is an integer that combines all parts of the objective. The bye is an additional node, and the heaviest
    perfect matching is the best possible pairing.
    """
    size = len(field.ids)
    left, right = np.triu_indices(size, 1)
    gap = np.abs(field.points[left] - field.points[right])
    has_met = _met_before(field)[left, right]
    cost = gap.astype(object) ** 2 * (size + 1) + (gap > 0)
    unit = (size + 1) * (int(gap.max()) ** 2 * size + 1)
    cost += has_met.astype(object) * unit * (size + 1)
    edges = list(zip(left.tolist(), right.tolist(), cost.tolist(), strict=True))
    if size % 2:
        can_have_bye = np.ones(size, np.bool_) if field.byes.all() else ~field.byes
        level = np.searchsorted(np.unique(field.points), field.points)
        edges += [(index, size, int(level[index]) * unit) for index in np.flatnonzero(can_have_bye).tolist()]
    highest_cost = max(cost for _, _, cost in edges) + 1
    return [(first, second, highest_cost - cost) for first, second, cost in edges], size + size % 2


def _met_before(field: Field) -> Ints:
    """Return a symmetric matrix of whether the players at two indexes of the field have met."""
    indexes = np.searchsorted(field.ids, field.met)
    # Opponents who left may be past the last id. Index 0 is valid, and the comparison below excludes them.
    indexes[indexes == len(field.ids)] = 0
    is_present = (field.ids[indexes] == field.met).all(axis=1)
    has_met = np.zeros((len(field.ids),) * 2, np.bool_)
    one, two = indexes[is_present].T
    has_met[one, two] = has_met[two, one] = True
    return has_met


def rustworkx_engine(field: Field, _seed: int) -> Callable[[], Drawn]:
    """Return a function that draws with rustworkx's matching, on a graph built beforehand."""
    edges, nodes = weighted_pairs(field)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return lambda: _drawn_by_matching(
        field, rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    )


def networkx_engine(field: Field, _seed: int) -> Callable[[], Drawn]:
    """Return a function that draws with networkx's matching, on a graph built beforehand."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(weighted_pairs(field)[0])
    return lambda: _drawn_by_matching(field, nx.max_weight_matching(graph, maxcardinality=True))


def _drawn_by_matching(field: Field, matched: set[Pair]) -> Drawn:
    """Convert a matching of indexes to pairs of ids; the index after the last player means the bye."""
    ids = field.ids.tolist()
    two = [(min(pair), max(pair)) for pair in matched]
    return (
        [(ids[one], ids[other]) for one, other in two if other < len(ids)],
        next((ids[one] for one, other in two if other == len(ids)), None),
    )
