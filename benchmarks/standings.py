"""How fast standings are ranked in one vectorised pass, against the plain form that tests keep as the reference.

    python -m benchmarks.standings               8,192 players x 15 rounds, and smaller fields
    python -m benchmarks.standings --quick       1,024 players x 12 rounds
    python -m benchmarks.standings --leave 0     nobody leaves, so nothing is frozen

Both rank the same results turn by turn in one process, in CPU time, from their own form of the matches (columns, one
object a match) to finished lines; the lines must be equal to the last digit. Compare ratios of one run, never
milliseconds of two. Leaves with 1 if a claim fails.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

import numpy as np

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Competitor, Played, Results, rank
from pairings.engine.standings.values import BY_CODE, CODE_OF, NOBODY
from pairings.engine.swiss import Field, pair
from tests.pairings.engine.standings.plain import Plain

Answer = TypeVar("Answer")
SIZES = ((64, 8), (512, 11), (2048, 13), (8192, 15))
CLAIMED = (8192, 15)
LEAST = 10.0


def event(players: int, rounds: int, seed: int, leave: float) -> tuple[list[Competitor], Results]:
    """Swiss rounds by chance: one match in ten a tie, one player in a hundred late, a share leaves after each round."""
    rng = np.random.default_rng(seed)
    points, had_bye = np.zeros(players, np.int64), np.zeros(players, np.bool_)
    here, met, columns = np.ones(players, np.bool_), np.empty((0, 2), np.int64), []
    left_in: dict[int, int] = {}
    for number in range(1, rounds + 1):
        ids = np.flatnonzero(here)
        draw = pair(Field(ids, points[ids], had_bye[ids], met), seed=number)
        pairs, chance = np.array(draw.pairs), rng.random(len(draw.pairs))
        codes = np.array([CODE_OF[one] for one in (Outcome.TIE, Outcome.LEFT, Outcome.RIGHT)])
        outcome = codes[np.digitize(chance, (0.1, 0.55))]
        points[pairs[chance < 0.1]] += 1
        points[np.where(chance < 0.55, pairs[:, 0], pairs[:, 1])[chance >= 0.1]] += 3
        columns.append(np.stack((np.full(len(pairs), number), *pairs.T, outcome)))
        if draw.bye is not None:
            points[draw.bye] += 3
            had_bye[draw.bye] = True
            columns.append(np.array([[number], [draw.bye], [NOBODY], [CODE_OF[Outcome.BYE]]]))
        met = np.concatenate((met, pairs))
        leaving = here & (rng.random(players) < leave)
        here &= ~leaving
        left_in |= dict.fromkeys(np.flatnonzero(leaving).tolist(), number)
    late, chance = rng.random(players) < 0.01, rng.permutation(players)
    people = [
        Competitor(one, left_in.get(one), late=bool(late[one]), tie_break_number=int(chance[one]))
        for one in range(players)
    ]
    return people, Results(*np.concatenate(columns, axis=1))


def one_by_one(results: Results) -> list[Played]:
    """The same matches, one object each."""
    rows = zip(
        *(column.tolist() for column in (results.round, results.left, results.right, results.outcome)),
        strict=True,
    )
    return [
        Played(number, left, None if right == NOBODY else right, BY_CODE[outcome])
        for number, left, right, outcome in rows
    ]


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Milliseconds of CPU time, and the answer."""
    start = time.process_time()
    answer = work()
    return (time.process_time() - start) * 1000, answer


def compare(players: int, rounds: int, turns: int, leave: float) -> tuple[float, bool]:
    """Median ratio of the turns, and whether every line was equal."""
    fast, slow, equal = [], [], True
    for seed in range(turns):
        people, results = event(players, rounds, seed, leave)
        played = one_by_one(results)
        rank(people, results)  # nobody pays for the first call
        quick, lines = timed(lambda: rank(people, results))  # noqa: B023
        plain, reference = timed(lambda: Plain(people, played).lines())  # noqa: B023
        fast.append(quick)
        slow.append(plain)
        equal &= lines == reference
        gc.collect()
    ratios = [two / one for one, two in zip(fast, slow, strict=True)]
    cells = (median(fast), median(slow), median(ratios), min(ratios))
    figures = "".join(f"{cell:>11,.2f}" for cell in cells)
    print(f"{players:>9,} x {rounds:>2}{figures}   {'equal' if equal else 'DIFFERENT'}", flush=True)
    return median(ratios), equal


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=7, help="events of each size (7)")
    parser.add_argument("--leave", type=float, default=0.05, help="share that leaves after each round (0.05)")
    parser.add_argument("--quick", action="store_true", help="1,024 players x 12 rounds, 3 events")
    options = parser.parse_args()
    sizes, turns = (((1024, 12),), 3) if options.quick else (SIZES, options.turns)
    gc.disable()
    print(f"{'players':>9} x  R{'vector ms':>11}{'plain ms':>11}{'× median':>11}{'× worst':>11}")
    found = {size: compare(*size, turns, options.leave) for size in sizes}
    claimed = [
        (equal, f"{size[0]:,} x {size[1]}: equal to the last digit") for size, (_, equal) in found.items()
    ]
    claimed += [
        (ratio >= LEAST, f"{size[0]:,} x {size[1]}: {ratio:.1f} times as fast, at least {LEAST:g}")
        for size, (ratio, _) in found.items()
        if size == CLAIMED or options.quick
    ]
    print()
    for holds, claim in claimed:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    sys.exit(not all(holds for holds, _ in claimed))


if __name__ == "__main__":
    main()
