"""The same round by others: swisspair, and one exact matching over the complete graph by rustworkx and networkx."""

from collections.abc import Callable
from dataclasses import dataclass

import networkx as nx
import numpy as np
import rustworkx as rx
import swisspair

from pairings.engine.swiss import Field, pair
from pairings.engine.swiss.values import Ints, Pair

Drawn = tuple[list[Pair], int | None]
"""Pairs of ids, and the bye."""

Engine = Callable[[Field, int], Callable[[], Drawn]]
"""Makes a state ready in the form an engine wants, then gives what is timed."""


@dataclass(frozen=True)
class Quality:
    """What a pairing costs in the order of the objective; smaller is better, wish before wish.

    bye: groups between the one that has it and the lowest that could, 100 for somebody who had one.
    """

    rematches: int
    bye: int
    squares: int
    outside: int

    def __add__(self, other: "Quality") -> "Quality":
        return Quality(*(one + two for one, two in zip(self.figures, other.figures, strict=True)))

    @property
    def figures(self) -> tuple[int, int, int, int]:
        return self.rematches, self.bye, self.squares, self.outside


NOTHING = Quality(0, 0, 0, 0)
AGAIN = 100


def quality(field: Field, drawn: Drawn) -> Quality:
    """ValueError unless everybody sits exactly once."""
    pairs, bye = drawn
    seated = [one for two in pairs for one in two] + [one for one in (bye,) if one is not None]
    if sorted(seated) != sorted(field.ids.tolist()):
        raise ValueError("somebody sits twice or not at all")
    points = dict(zip(field.ids.tolist(), field.points.tolist(), strict=True))
    met = {frozenset(two) for two in field.met.tolist()}
    gaps = [abs(points[one] - points[two]) for one, two in pairs]
    return Quality(
        sum(frozenset(two) in met for two in pairs),
        _bye_level(field, bye),
        sum(gap**2 for gap in gaps),
        2 * sum(gap > 0 for gap in gaps),
    )


def _bye_level(field: Field, bye: int | None) -> int:
    if bye is None:
        return 0
    spot = field.ids.tolist().index(bye)
    if field.byes[spot] and not field.byes.all():
        return AGAIN
    may = field.points[~field.byes] if not field.byes.all() else field.points
    return len({one for one in field.points.tolist() if may.min() < one <= field.points[spot]})


def ours(field: Field, seed: int) -> Callable[[], Drawn]:
    """From the arrays as the database gives them to the finished draw with its proof and its reasons."""

    def drawn() -> Drawn:
        draw = pair(field, seed=seed)
        return list(draw.pairs), draw.bye

    return drawn


def swisspair_engine(field: Field, seed: int) -> Callable[[], Drawn]:
    """Its one function, on players already made and ranked (equals by chance, as it cannot be seeded)."""
    players = _players(field, seed)

    def drawn() -> Drawn:
        return _drawn_by_swisspair(swisspair.create_matches(players))

    return drawn


def swisspair_inside(field: Field, seed: int) -> Callable[[], Drawn]:
    """Its C++ alone: players checked and converted beforehand."""
    players = [one.compile() for one in _players(field, seed)]

    def drawn() -> Drawn:
        swisspair._swisspair.create_matches(players, False)
        return [], None

    return drawn


def _players(field: Field, seed: int) -> list[swisspair.Player]:
    order = np.lexsort((np.random.default_rng(seed).random(len(field.ids)), -field.points))
    met: dict[int, set[str]] = {one: set() for one in field.ids.tolist()}
    for one, two in field.met.tolist():
        if one in met and two in met:
            met[one].add(str(two))
            met[two].add(str(one))
    columns = zip(
        field.ids[order].tolist(), field.points[order].tolist(), field.byes[order].tolist(), strict=True
    )
    return [
        swisspair.Player(str(one), points, rank, not had_bye, met[one])
        for rank, (one, points, had_bye) in enumerate(columns, start=1)
    ]


def _drawn_by_swisspair(matches: list[swisspair.Match]) -> Drawn:
    pairs = [(int(one.p1.id), int(one.p2.id)) for one in matches if one.p2 is not None]
    return pairs, next((int(one.p1.id) for one in matches if one.p2 is None), None)


def weighed(field: Field) -> tuple[list[tuple[int, int, int]], int]:
    """Every pair with its weight, all wishes of the objective in one whole number, and the number of nodes.

    The bye is one node more. The heaviest perfect matching is the best pairing there is.
    """
    size = len(field.ids)
    left, right = np.triu_indices(size, 1)
    gap = np.abs(field.points[left] - field.points[right])
    again = _met_before(field)[left, right]
    cost = gap.astype(object) ** 2 * (size + 1) + (gap > 0)
    unit = (size + 1) * (int(gap.max()) ** 2 * size + 1)
    cost += again.astype(object) * unit * (size + 1)
    edges = list(zip(left.tolist(), right.tolist(), cost.tolist(), strict=True))
    if size % 2:
        may = np.ones(size, np.bool_) if field.byes.all() else ~field.byes
        level = np.searchsorted(np.unique(field.points), field.points)
        edges += [(spot, size, int(level[spot]) * unit) for spot in np.flatnonzero(may).tolist()]
    top = max(cost for _, _, cost in edges) + 1
    return [(one, two, top - cost) for one, two, cost in edges], size + size % 2


def _met_before(field: Field) -> Ints:
    spots = np.searchsorted(field.ids, field.met)
    spots[spots == len(field.ids)] = 0
    here = (field.ids[spots] == field.met).all(axis=1)
    known = np.zeros((len(field.ids),) * 2, np.bool_)
    one, two = spots[here].T
    known[one, two] = known[two, one] = True
    return known


def rustworkx_engine(field: Field, _seed: int) -> Callable[[], Drawn]:
    """The matching alone; the graph is made beforehand."""
    edges, nodes = weighed(field)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return lambda: _named(field, rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def networkx_engine(field: Field, _seed: int) -> Callable[[], Drawn]:
    """The matching alone; the graph is made beforehand."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(weighed(field)[0])
    return lambda: _named(field, nx.max_weight_matching(graph, maxcardinality=True))


def _named(field: Field, matched: set[Pair]) -> Drawn:
    ids = field.ids.tolist()
    two = [(min(pair), max(pair)) for pair in matched]
    return (
        [(ids[one], ids[other]) for one, other in two if other < len(ids)],
        next((ids[one] for one, other in two if other == len(ids)), None),
    )
