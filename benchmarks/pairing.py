"""Compare speed and quality of Swiss pairings with other engines on the same states.

    python -m benchmarks.pairing               all sizes, the claims checked; some minutes
    python -m benchmarks.pairing --quick       three sizes, fewer events; at most three minutes
    python -m benchmarks.pairing --verify      only verify that the optimum equals an exact matching on 2,500 states
    python -m benchmarks.pairing --sizes 1024 8192 --events 30

Requires requirements-dev.txt (swisspair, networkx). All engines run in one process and take turns on each state. The
CPU time is measured without preparing the input: for Stadium from the arrays read from the database to the finished
draw, for swisspair in its only function on existing players, for the matchings on an existing graph. A turn of Stadium,
swisspair or its bare C++ code is the fastest of three runs; the first runs, with cold caches, are compared separately.
Only compare ratios of one run, never milliseconds of two runs. Exits with 1 if a claim fails.
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
from benchmarks.rivals import ZERO_QUALITY, Engine, PairingQuality, measure_quality
from benchmarks.states import fields_of_event, small_fields
from pairings.engine.swiss import Field, pair_field

SIZES = (64, 256, 512, 1024, 2048, 4096, 8192)
LARGE = 1024
HEADS = ("last ms", "× median", "× worst", "all ms", "× median", "× worst", "× total", "× first", "MB")
RUNS = 3
GRAPHS: dict[str, Engine] = {"rustworkx": rivals.rustworkx_engine, "networkx": rivals.networkx_engine}

LAST_ROUND, LAST_ROUND_LARGE = 2.0, 10.0
ALL_ROUNDS, ALL_ROUNDS_LARGE = 4.0, 10.0
FIRST_RUN, FIRST_RUN_LARGE = 2.0, 5.0
"""Required ratios of the first runs on each state, with cold caches, as in a real event."""

BARE_CODE, BARE_CODE_LARGE = 1.0, 4.0
"""Required ratios to swisspair's bare C++ code in the last round, with players checked and converted beforehand."""

TAIL, GROWTH = 10.0, 1.2


@dataclass
class EngineCosts:
    """The cost of one engine on all states of one size, and the sum of the qualities of its draws.

    All times are milliseconds: `every` has the fastest run on each state, `first` the first run on each state,
    and `last` the fastest run on the last state of each event.
    """

    every: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    quality: PairingQuality = ZERO_QUALITY


@dataclass
class PairingMeasurements:
    """All measurements for one number of starters.

    `stayed` is the number of players in the last round of each event. `spent` and `memory` (MB) are by engine.
    """

    players: int
    stayed: list[int] = field(default_factory=list)
    spent: dict[str, EngineCosts] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)

    def ratios(self, name: str, *, last: bool) -> "np.typing.NDArray[np.float64]":
        """Return the times of the engine `name` divided by ours, on the last states or on all states."""
        ours, theirs = self.spent["ours"], self.spent[name]
        return np.divide(theirs.last, ours.last) if last else np.divide(theirs.every, ours.every)

    def first_run_ratios(self, name: str) -> "np.typing.NDArray[np.float64]":
        """Return the times of the first runs of the engine `name` divided by ours."""
        return np.divide(self.spent[name].first, self.spent["ours"].first)

    @property
    def tail(self) -> float:
        """p99 of our core divided by its median, in all rounds."""
        every = self.spent["ours"].every
        return float(np.quantile(every, 0.99) / np.median(every))


def time_engine(
    engine: Engine, state: Field, seed: int, runs: int = RUNS
) -> tuple[list[float], rivals.Drawn]:
    """Return the CPU time of each run in milliseconds, and the drawn round."""
    work, times = engine(state, seed), []
    for _ in range(runs):
        start = time.process_time()
        round_drawn = work()
        times.append((time.process_time() - start) * 1000)
    return times, round_drawn


def measure_size(players: int, events: int, graphs: dict[str, Engine], inside: bool) -> PairingMeasurements:
    """Compare all rounds of `events` events with swisspair.

    The exact matchings, which are in `graphs`, are compared in the last rounds of the first five events. `inside`
    also compares swisspair's bare C++ code.
    """
    size = PairingMeasurements(players)
    rival: dict[str, Engine] = {"swisspair": rivals.swisspair_engine}
    if inside:
        rival["its C++"] = rivals.swisspair_inside
    for seed in range(events):
        states = list(fields_of_event(players, seed))
        size.stayed.append(len(states[-1].ids))
        for state in states:
            _run_engines(size, {"ours": rivals.stadium_engine} | rival, state, seed, last=state is states[-1])
        if seed < 5:
            _run_engines(size, graphs, states[-1], seed, last=True)
        gc.collect()
    size.memory = {
        name: peak_memory(engine, states[-1])
        for name, engine in ({"ours": rivals.stadium_engine} | rival | graphs).items()
    }
    return size


def _run_engines(
    size: PairingMeasurements, engines: dict[str, Engine], state: Field, seed: int, *, last: bool
) -> None:
    """Let each engine draw one state, and add the costs to `size`. `last` is true for the last round."""
    for name, engine in engines.items():
        spent = size.spent.setdefault(name, EngineCosts())
        runs, round_drawn = time_engine(engine, state, seed, runs=1 if name in GRAPHS else RUNS)
        spent.every.append(min(runs))
        spent.first.append(runs[0])
        if last:
            spent.last.append(min(runs))
        if round_drawn[0]:
            spent.quality += measure_quality(state, round_drawn)


def peak_memory(engine: Engine, state: Field) -> float:
    """Return the peak memory in MB that one pairing adds in a separate process; NaN without /proc."""
    if not Path("/proc/self/clear_refs").exists():
        return math.nan
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(
        target=_send_peak_memory, args=(engine, state, sender)
    )
    child.start()
    megabytes: float = receiver.recv()
    child.join()
    return megabytes


def _send_peak_memory(engine: Engine, state: Field, sender: Any) -> None:
    """Return free memory to the system, reset the peak, draw once, and send the additional MB."""
    work = engine(state, 1)
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    before = _kilobytes("VmRSS")
    work()
    sender.send((_kilobytes("VmHWM") - before) / 1024)


def _kilobytes(field: str) -> int:
    """Return a memory figure of this process in kB, such as "VmRSS"."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in status if row.startswith(field))


def print_line(*cells: object) -> None:
    """Print the cells of one line of the table, right-aligned."""
    print("".join(f"{f'{cell:,.2f}' if isinstance(cell, float) else cell:>11}" for cell in cells), flush=True)


def print_pairing_measurements(size: PairingMeasurements) -> None:
    print(
        f"\n{size.players} starters, {np.median(size.stayed):.0f} of them in the last round; {len(size.stayed)} events"
    )
    print_line("", *HEADS)
    for name, spent in size.spent.items():
        if name in GRAPHS:
            theirs, ours = np.array(spent.last), np.array(size.spent["ours"].last[: len(spent.last)])
            print_line(
                name,
                float(np.median(theirs)),
                *_median_and_minimum(theirs / ours),
                "",
                "",
                "",
                "",
                "",
                size.memory[name],
            )
            continue
        ours = size.spent["ours"]
        print_line(
            name,
            float(np.median(spent.last)),
            *_median_and_minimum(size.ratios(name, last=True)),
            float(np.median(spent.every)),
            *_median_and_minimum(size.ratios(name, last=False)),
            float(np.sum(spent.every) / np.sum(ours.every)),
            float(np.median(size.first_run_ratios(name))),
            size.memory[name],
        )
    for name in ("ours", "swisspair"):
        rematches, bye, squares, outside = size.spent[name].quality.figures
        print(f"  {name}: {rematches} rematches, byes {bye} off, squares {squares}, outside {outside}")
    print(f"  p99 of ours: {size.tail:.1f} times its median; slowest {max(size.spent['ours'].every):.1f} ms")


def _median_and_minimum(ratios: "np.typing.NDArray[np.float64]") -> tuple[float, float]:
    return float(np.median(ratios)), float(ratios.min())


def check_claims(size: PairingMeasurements) -> Iterator[tuple[bool, str]]:
    """Yield each claim about one size, preceded by whether it holds."""
    large = size.players >= LARGE
    for last, wanted in (
        (True, LAST_ROUND_LARGE if large else LAST_ROUND),
        (False, ALL_ROUNDS_LARGE if size.players > 512 else ALL_ROUNDS),
    ):
        ratio = float(np.median(size.ratios("swisspair", last=last)))
        rounds = "last round" if last else "all rounds"
        yield (
            ratio >= wanted,
            f"{size.players}: {rounds} {ratio:.1f} times as fast as swisspair, at least {wanted:g}",
        )
    first, least = (
        float(np.median(size.first_run_ratios("swisspair"))),
        FIRST_RUN_LARGE if large else FIRST_RUN,
    )
    yield (
        first >= least,
        f"{size.players}: first runs {first:.1f} times as fast as swisspair, at least {least:g}",
    )
    inside, least = (
        float(np.median(size.ratios("its C++", last=True))),
        BARE_CODE_LARGE if large else BARE_CODE,
    )
    yield (
        inside >= least,
        f"{size.players}: last round {inside:.1f} times as fast as its C++, at least {least:g}",
    )
    if large:
        yield size.tail <= TAIL, f"{size.players}: p99 {size.tail:.1f} times the median, at most {TAIL:g}"
    ours, theirs = (size.spent[name].quality.figures for name in ("ours", "swisspair"))
    yield ours[:3] <= theirs[:3], f"{size.players}: rematches, byes, squares {ours[:3]}, theirs {theirs[:3]}"


def growth_exponent(sizes: Sequence[PairingMeasurements]) -> float:
    """Return the exponent with which the time of the last round grows with the players, from 1,024 starters on.

    NaN if fewer than two sizes were measured.
    """
    large = [size for size in sizes if size.players >= LARGE]
    if len(large) < 2:
        return math.nan
    players = np.log([np.median(size.stayed) for size in large])
    times = np.log([np.median(size.spent["ours"].last) for size in large])
    return float(np.polyfit(players, times, 1)[0])


def states_to_verify(full: bool) -> Iterator[Field]:
    """Yield states of 4 to 512 players, fewer of them unless `full`.

    The smallest, 2,000 if `full` or else 400, have up to 16 players and hardly any new opponents left.
    """
    yield from small_fields(2000 if full else 400)
    for players, events in ((24, 14), (48, 14), (96, 10), (192, 8), (320, 3), (512, 3)):
        for seed in range(events if full else 1):
            yield from fields_of_event(players, 1000 + seed)


def verify_draws(full: bool) -> tuple[bool, str]:
    """Return whether every draw costs the same as an exact matching on the complete graph.

    The second value is this claim in words.
    """
    total, differences, proofs, forced = 0, 0, Counter[str](), 0
    for seed, state in enumerate(states_to_verify(full)):
        draw = pair_field(state, seed=seed)
        best = measure_quality(state, rivals.rustworkx_engine(state, seed)())
        quality_of_draw = measure_quality(state, (list(draw.pairs), draw.bye))
        differences += quality_of_draw != best
        total += 1
        proofs[draw.proof] += 1
        forced += bool(draw.rematches)
    counts = ", ".join(f"{count} by {proof}" for proof, count in proofs.most_common())
    print(
        f"\nAgainst exact matching: {total} states of 4 to 512 players ({counts}; {forced} with rematches forced)"
    )
    return differences == 0, f"optimum missed in {differences} of {total} states"


def measure_sizes(sizes: Sequence[int], events: int | None, cap: float) -> Iterator[PairingMeasurements]:
    """Measure and print each size. Without `events`, small sizes have more events.

    An exact matching is left out of the following sizes once it would take longer than `cap` seconds.
    """
    graphs = dict(GRAPHS)
    for players, following in zip_longest(sizes, sizes[1:]):
        size = measure_size(players, events or max(6, min(24, 24 * 1024 // players)), graphs, inside=True)
        print_pairing_measurements(size)
        for name in list(graphs):
            slowest = max(size.spent[name].last) / 1000
            if following and slowest * (following / players) ** 3 > cap:
                print(f"  {name} is left out from here on")
                del graphs[name]
        yield size


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
    for seed in range(3):  # warm up, so that no engine pays for the first call
        for engine in (rivals.stadium_engine, rivals.swisspair_engine):
            for state in fields_of_event(64, seed):
                time_engine(engine, state, seed)
    all_claims = [verify_draws(full=not options.quick)]
    if not options.verify:
        sizes, events = ((64, 1024, 4096), 6) if options.quick else (options.sizes, options.events)
        sizes_measured = list(measure_sizes(sizes, events, options.cap or (5 if options.quick else 60)))
        all_claims += [claim for size in sizes_measured for claim in check_claims(size)]
        exponent = growth_exponent(sizes_measured)
        all_claims.append(
            (not exponent > GROWTH, f"time grows as players to the {exponent:.2f}, at most {GROWTH:g}")
        )
    print()
    for holds, claim in all_claims:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    sys.exit(not all(holds for holds, _ in all_claims))


if __name__ == "__main__":
    main()
