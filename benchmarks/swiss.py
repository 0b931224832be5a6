"""How fast a Swiss round is drawn: ratios measured in one run, on the same frozen states, seeds fixed.

    python -m benchmarks.swiss            both tables
    python -m benchmarks.swiss --quick    fewer and smaller events

Compare ratios of one run, never milliseconds of two. Times are CPU time of this process.
"""

import argparse
import gc
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import rustworkx as rx

from pairings.engine.swiss import Field, pair

Answer = TypeVar("Answer")
SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192)


def rounds_for(players: int) -> int:
    return math.ceil(math.log2(players)) + 2


def event(players: int, seed: int) -> Iterator[Field]:
    """The field before each round: one match in ten a tie, one player in twenty drops after each round."""
    rng = np.random.default_rng(seed)
    points, had_bye = np.zeros(players, np.int64), np.zeros(players, np.bool_)
    here, met = np.ones(players, np.bool_), np.empty((0, 2), np.int64)
    for number in range(rounds_for(players)):
        ids = np.flatnonzero(here)
        field = Field(ids, points[ids], had_bye[ids], met)
        yield field
        draw = pair(field, seed=number)
        pairs, chance = np.array(draw.pairs), rng.random(len(draw.pairs))
        points[pairs[chance < 0.1]] += 1
        won = (chance > 0.55).astype(np.int64)
        winners = np.take_along_axis(pairs, won[:, None], axis=1)[:, 0]
        points[winners[chance >= 0.1]] += 3
        if draw.bye is not None:
            points[draw.bye] += 3
            had_bye[draw.bye] = True
        met = np.concatenate((met, pairs))
        here &= rng.random(players) >= 0.05


def complete_graph(field: Field) -> int:
    """The same optimum by one exact matching over all pairs, as short as it can be written: its gap cost."""
    size, points = len(field.ids), field.points.tolist()
    spot = {entry: number for number, entry in enumerate(field.ids.tolist())}
    met = {(spot[a], spot[b]) for a, b in field.met.tolist() if a in spot and b in spot}
    far = 4 * max(points, default=0) ** 2 * size + 1
    edges = [
        (a, b, 2 * far * size - (points[a] - points[b]) ** 2 - far * ((a, b) in met or (b, a) in met))
        for a in range(size)
        for b in range(a + 1, size)
    ]
    if size % 2:
        low = min(points[a] for a in range(size) if not field.had_bye[a])
        lowest = [a for a in range(size) if not field.had_bye[a] and points[a] == low]
        edges += [(a, size, 2 * far * size) for a in lowest]
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from(edges)
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum((points[a] - points[b]) ** 2 for a, b in found if max(a, b) < size)


def timed(work: Callable[..., Answer], *given: Field, **chosen: int) -> tuple[float, Answer]:
    """Milliseconds of CPU time, and the answer."""
    start = time.process_time()
    answer = work(*given, **chosen)
    return (time.process_time() - start) * 1000, answer


def line(*figures: object) -> None:
    print(" ".join(f"{f'{figure:.2f}' if isinstance(figure, float) else figure:>10}" for figure in figures))


def against_complete_graph(sizes: tuple[int, ...], events: int) -> None:
    print("\nLast round: ours, and rustworkx over the complete graph, turn by turn (median ms)")
    line("players", "paired", "ours", "graph", "ratio", "same cost")
    for size in sizes:
        ours, theirs, same = [], [], 0
        for seed in range(events):
            *_, field = event(size, seed)
            fast, draw = timed(pair, field, seed=seed)
            slow, cost = timed(complete_graph, field)
            ours.append(fast)
            theirs.append(slow)
            same += draw.gap_cost == cost
        fast, slow = float(np.median(ours)), float(np.median(theirs))
        line(size, len(field.ids), fast, slow, slow / fast, f"{same}/{events}")


def growth(sizes: tuple[int, ...], events: int) -> None:
    print("\nEvery round of each event (ms). Per player: last round, relative to 512 players.")
    line("players", "last", "all", "p99", "p99/all", "per player", "examined", "bound/window/field")
    unit = math.nan
    for size in sizes:
        spent, last, examined, proofs = [], [], 0, Counter[str]()
        for seed in range(events):
            for field in event(size, seed):
                took, draw = timed(pair, field, seed=seed)
                spent.append(took)
                proofs[draw.proof] += 1
                examined = max(examined, len(draw.examined))
            last.append(took)
        middle, p99, end = float(np.median(spent)), float(np.quantile(spent, 0.99)), float(np.median(last))
        unit = end / len(field.ids) if size == 512 else unit
        told = "/".join(str(proofs[proof]) for proof in ("bound", "window", "field"))
        line(size, end, middle, p99, p99 / middle, end / len(field.ids) / unit, examined, told)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the Swiss engine.")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller events")
    quick = parser.parse_args().quick
    gc.disable()
    against_complete_graph((64, 256) if quick else (64, 256, 512), 3 if quick else 7)
    growth(SIZES[:5] if quick else SIZES, 5 if quick else 20)


if __name__ == "__main__":
    main()
