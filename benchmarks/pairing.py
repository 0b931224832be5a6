"""How fast a Swiss round is drawn, and how well, against others on the same frozen states.

    python -m benchmarks.pairing               all sizes, the claims checked; some minutes
    python -m benchmarks.pairing --quick       three sizes, fewer events; at most three minutes
    python -m benchmarks.pairing --verify      only: the optimum equals an exact matching on 2,500 states
    python -m benchmarks.pairing --sizes 1024 8192 --events 30

Needs requirements-dev.txt (swisspair, networkx). All engines run in one process, turn by turn on each state, in CPU
time, on what each of them calls its state: ours from the arrays the database gives to the finished draw, swisspair in
its one function on players already made, the matchings on a graph already made. A turn is three runs of which the best
counts, for ours, for swisspair and for its C++ alone; the first runs, with caches cold, are compared by themselves.
Compare ratios of one run, never milliseconds of two. Leaves with 1 if a claim fails.
"""

import argparse
import ctypes
import gc
import math
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import rivals
from benchmarks.rivals import NOTHING, Engine, Quality, quality
from benchmarks.states import event, small_fields
from pairings.engine.swiss import Field, pair

SIZES = (64, 256, 512, 1024, 2048, 4096, 8192)
LARGE = 1024
HEADS = ("last ms", "× median", "× worst", "all ms", "× median", "× worst", "× total", "× first", "MB")
RUNS = 3
GRAPHS: dict[str, Engine] = {"rustworkx": rivals.rustworkx_engine, "networkx": rivals.networkx_engine}

LAST_ROUND, LAST_ROUND_LARGE = 2.0, 10.0
ALL_ROUNDS, ALL_ROUNDS_LARGE = 4.0, 10.0
FIRST, FIRST_LARGE = 2.0, 5.0
"""Of the first run on each state, with caches cold: what a hall waits for."""

INSIDE, INSIDE_LARGE = 1.0, 4.0
"""Against the C++ of swisspair alone, its players checked and converted beforehand, in the last round."""

TAIL, GROWTH = 10.0, 1.2


@dataclass
class Spent:
    """What one engine spent on the states of one size: milliseconds of each, and the sum of what came out."""

    every: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    quality: Quality = NOTHING


@dataclass
class Size:
    """Everything measured with so many starters."""

    players: int
    left: list[int] = field(default_factory=list)
    spent: dict[str, Spent] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)

    def ratios(self, name: str, *, last: bool) -> "np.typing.NDArray[np.float64]":
        ours, theirs = self.spent["ours"], self.spent[name]
        return np.divide(theirs.last, ours.last) if last else np.divide(theirs.every, ours.every)

    def firsts(self, name: str) -> "np.typing.NDArray[np.float64]":
        return np.divide(self.spent[name].first, self.spent["ours"].first)

    @property
    def tail(self) -> float:
        """p99 of our core over its median, all rounds."""
        every = self.spent["ours"].every
        return float(np.quantile(every, 0.99) / np.median(every))


def timed(engine: Engine, state: Field, seed: int, runs: int = RUNS) -> tuple[list[float], rivals.Drawn]:
    """Milliseconds of CPU time of each run, and the round."""
    work, spent = engine(state, seed), []
    for _ in range(runs):
        start = time.process_time()
        drawn = work()
        spent.append((time.process_time() - start) * 1000)
    return spent, drawn


def measure(players: int, events: int, graphs: dict[str, Engine], inside: bool) -> Size:
    """All rounds of `events` events by swisspair, the last round by the matchings over the complete graph too."""
    of = Size(players)
    rival: dict[str, Engine] = {"swisspair": rivals.swisspair_engine}
    if inside:
        rival["its C++"] = rivals.swisspair_inside
    for seed in range(events):
        states = list(event(players, seed))
        of.left.append(len(states[-1].ids))
        for state in states:
            _turn(of, {"ours": rivals.ours} | rival, state, seed, last=state is states[-1])
        if seed < 5:
            _turn(of, graphs, states[-1], seed, last=True)
        gc.collect()
    of.memory = {
        name: memory(engine, states[-1]) for name, engine in ({"ours": rivals.ours} | rival | graphs).items()
    }
    return of


def _turn(of: Size, engines: dict[str, Engine], state: Field, seed: int, *, last: bool) -> None:
    for name, engine in engines.items():
        spent = of.spent.setdefault(name, Spent())
        runs, drawn = timed(engine, state, seed, runs=1 if name in GRAPHS else RUNS)
        spent.every.append(min(runs))
        spent.first.append(runs[0])
        if last:
            spent.last.append(min(runs))
        if drawn[0]:
            spent.quality += quality(state, drawn)


def memory(engine: Engine, state: Field) -> float:
    """MB that drawing the state adds at most to a process of its own; NaN where no /proc tells."""
    if not Path("/proc/self/clear_refs").exists():
        return math.nan
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_weigh, args=(engine, state, sender))
    child.start()
    found: float = receiver.recv()
    child.join()
    return found


def _weigh(engine: Engine, state: Field, sender: Any) -> None:
    """In Linux: free memory given back, the high-water mark put down, then one run."""
    work = engine(state, 1)
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    before = _kilobytes("VmRSS")
    work()
    sender.send((_kilobytes("VmHWM") - before) / 1024)


def _kilobytes(field: str) -> int:
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in status if row.startswith(field))


def line(*cells: object) -> None:
    print("".join(f"{f'{cell:,.2f}' if isinstance(cell, float) else cell:>11}" for cell in cells), flush=True)


def print_size(of: Size) -> None:
    print(
        f"\n{of.players} starters, {np.median(of.left):.0f} of them in the last round; {len(of.left)} events"
    )
    line("", *HEADS)
    for name, spent in of.spent.items():
        if name in GRAPHS:
            theirs, ours = np.array(spent.last), np.array(of.spent["ours"].last[: len(spent.last)])
            line(name, float(np.median(theirs)), *_spread(theirs / ours), "", "", "", "", "", of.memory[name])
            continue
        ours = of.spent["ours"]
        line(
            name,
            float(np.median(spent.last)),
            *_spread(of.ratios(name, last=True)),
            float(np.median(spent.every)),
            *_spread(of.ratios(name, last=False)),
            float(np.sum(spent.every) / np.sum(ours.every)),
            float(np.median(of.firsts(name))),
            of.memory[name],
        )
    for name in ("ours", "swisspair"):
        rematches, bye, squares, outside = of.spent[name].quality.figures
        print(f"  {name}: {rematches} rematches, byes {bye} off, squares {squares}, outside {outside}")
    print(f"  p99 of ours: {of.tail:.1f} times its median; slowest {max(of.spent['ours'].every):.1f} ms")


def _spread(ratios: "np.typing.NDArray[np.float64]") -> tuple[float, float]:
    return float(np.median(ratios)), float(ratios.min())


def claims(of: Size) -> Iterator[tuple[bool, str]]:
    """What must hold for one size."""
    large = of.players >= LARGE
    for last, wanted in (
        (True, LAST_ROUND_LARGE if large else LAST_ROUND),
        (False, ALL_ROUNDS_LARGE if of.players > 512 else ALL_ROUNDS),
    ):
        got = float(np.median(of.ratios("swisspair", last=last)))
        rounds = "last round" if last else "all rounds"
        yield (
            got >= wanted,
            f"{of.players}: {rounds} {got:.1f} times as fast as swisspair, at least {wanted:g}",
        )
    first, least = float(np.median(of.firsts("swisspair"))), FIRST_LARGE if large else FIRST
    yield (
        first >= least,
        f"{of.players}: first runs {first:.1f} times as fast as swisspair, at least {least:g}",
    )
    inside, least = float(np.median(of.ratios("its C++", last=True))), INSIDE_LARGE if large else INSIDE
    yield (
        inside >= least,
        f"{of.players}: last round {inside:.1f} times as fast as its C++, at least {least:g}",
    )
    if large:
        yield of.tail <= TAIL, f"{of.players}: p99 {of.tail:.1f} times the median, at most {TAIL:g}"
    ours, theirs = (of.spent[name].quality.figures for name in ("ours", "swisspair"))
    yield ours[:3] <= theirs[:3], f"{of.players}: rematches, byes, squares {ours[:3]}, theirs {theirs[:3]}"


def growth(found: Sequence[Size]) -> float:
    """The exponent of time over players in the last round, from 1,024 starters on; NaN with fewer than two sizes."""
    large = [of for of in found if of.players >= LARGE]
    if len(large) < 2:
        return math.nan
    players = np.log([np.median(of.left) for of in large])
    times = np.log([np.median(of.spent["ours"].last) for of in large])
    return float(np.polyfit(players, times, 1)[0])


def to_verify(full: bool) -> Iterator[Field]:
    """States of 4 to 512 players; the 2,000 smallest have up to 16 players and hardly anybody new to meet."""
    yield from small_fields(2000 if full else 400)
    for players, events in ((24, 14), (48, 14), (96, 10), (192, 8), (320, 3), (512, 3)):
        for seed in range(events if full else 1):
            yield from event(players, 1000 + seed)


def verify(full: bool) -> tuple[bool, str]:
    """Whether every draw costs what an exact matching over the complete graph costs."""
    states, differ, proofs, forced = 0, 0, Counter[str](), 0
    for seed, state in enumerate(to_verify(full)):
        draw = pair(state, seed=seed)
        best = quality(state, rivals.rustworkx_engine(state, seed)())
        found = quality(state, (list(draw.pairs), draw.bye))
        differ += found != best
        states += 1
        proofs[draw.proof] += 1
        forced += bool(draw.rematches)
    counts = ", ".join(f"{count} by {proof}" for proof, count in proofs.most_common())
    print(
        f"\nAgainst exact matching: {states} states of 4 to 512 players ({counts}; {forced} with rematches forced)"
    )
    return differ == 0, f"optimum missed in {differ} of {states} states"


def measured(sizes: Sequence[int], events: int | None, cap: float) -> Iterator[Size]:
    graphs = dict(GRAPHS)
    for players, following in zip_longest(sizes, sizes[1:]):
        of = measure(players, events or max(6, min(24, 24 * 1024 // players)), graphs, inside=True)
        print_size(of)
        for name in list(graphs):
            slowest = max(of.spent[name].last) / 1000
            if following and slowest * (following / players) ** 3 > cap:
                print(f"  {name} is left out from here on")
                del graphs[name]
        yield of


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="starters")
    parser.add_argument("--events", type=int, help="events of each size; by default more of the small ones")
    parser.add_argument("--cap", type=float, help="seconds one matching may take (60; 5 with --quick)")
    parser.add_argument("--quick", action="store_true", help="64, 1,024 and 4,096 starters, 6 events each")
    parser.add_argument("--verify", action="store_true", help="only compare with the exact matching")
    options = parser.parse_args()
    gc.disable()
    for seed in range(3):  # nobody pays for the first call
        for engine in (rivals.ours, rivals.swisspair_engine):
            for state in event(64, seed):
                timed(engine, state, seed)
    claimed = [verify(full=not options.quick)]
    if not options.verify:
        sizes, events = ((64, 1024, 4096), 6) if options.quick else (options.sizes, options.events)
        found = list(measured(sizes, events, options.cap or (5 if options.quick else 60)))
        claimed += [claim for of in found for claim in claims(of)]
        exponent = growth(found)
        claimed.append(
            (not exponent > GROWTH, f"time grows as players to the {exponent:.2f}, at most {GROWTH:g}")
        )
    print()
    for holds, claim in claimed:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    sys.exit(not all(holds for holds, _ in claimed))


if __name__ == "__main__":
    main()
