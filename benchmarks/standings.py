"""Compare ranking standings in one vectorized pass with the plain reference implementation in the tests.

    python -m benchmarks.standings               8,192 players x 15 rounds, and smaller fields
    python -m benchmarks.standings --quick       1,024 players x 12 rounds
    python -m benchmarks.standings --leave 0     no player leaves, so nothing is frozen

Both take turns in ranking the same results in one process, from matches in their native form (columns, or one object
per match) to finished lines, and the CPU time is measured. The lines must be equal to the last digit. Only compare
ratios of one run, never milliseconds of two runs. Exits with 1 if a claim fails.
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
from pairings.engine.standings import Competitor, PlayedMatch, ResultColumns, rank_competitors
from pairings.engine.standings.competitors import BY_CODE, CODE_OF, NOBODY
from pairings.engine.swiss import Field, pair_field
from tests.pairings.engine.standings.plain import Plain

Answer = TypeVar("Answer")
SIZES = ((64, 8), (512, 11), (2048, 13), (8192, 15))
CLAIMED = (8192, 15)
MIN_RATIO = 10.0


def play_random_rounds(
    players: int, rounds: int, seed: int, leave: float
) -> tuple[list[Competitor], ResultColumns]:
    """Play random Swiss rounds, and return the players and the results.

    One match in ten is a tie, and one player in a hundred is late. `leave` is the share of players who leave
    after each round.
    """
    rng = np.random.default_rng(seed)
    points, had_bye = np.zeros(players, np.int64), np.zeros(players, np.bool_)
    is_active, pairs_met, columns = np.ones(players, np.bool_), np.empty((0, 2), np.int64), []
    left_in: dict[int, int] = {}
    for number in range(1, rounds + 1):
        ids = np.flatnonzero(is_active)
        draw = pair_field(Field(ids, points[ids], had_bye[ids], pairs_met), seed=number)
        pairs, chance = np.array(draw.pairs), rng.random(len(draw.pairs))
        codes = np.array([CODE_OF[player] for player in (Outcome.TIE, Outcome.LEFT, Outcome.RIGHT)])
        outcome = codes[np.digitize(chance, (0.1, 0.55))]
        points[pairs[chance < 0.1]] += 1
        points[np.where(chance < 0.55, pairs[:, 0], pairs[:, 1])[chance >= 0.1]] += 3
        columns.append(np.stack((np.full(len(pairs), number), *pairs.T, outcome)))
        if draw.bye is not None:
            points[draw.bye] += 3
            had_bye[draw.bye] = True
            columns.append(np.array([[number], [draw.bye], [NOBODY], [CODE_OF[Outcome.BYE]]]))
        pairs_met = np.concatenate((pairs_met, pairs))
        leaving = is_active & (rng.random(players) < leave)
        is_active &= ~leaving
        left_in |= dict.fromkeys(np.flatnonzero(leaving).tolist(), number)
    late, chance = rng.random(players) < 0.01, rng.permutation(players)
    people = [
        Competitor(player, left_in.get(player), late=bool(late[player]), tie_break_number=int(chance[player]))
        for player in range(players)
    ]
    return people, ResultColumns(*np.concatenate(columns, axis=1))


def results_as_objects(results: ResultColumns) -> list[PlayedMatch]:
    """Return the matches as objects."""
    rows = zip(
        *(column.tolist() for column in (results.round, results.left, results.right, results.outcome)),
        strict=True,
    )
    return [
        PlayedMatch(number, left, None if right == NOBODY else right, BY_CODE[outcome])
        for number, left, right, outcome in rows
    ]


def timed_cpu_milliseconds(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return the CPU time of `work` in milliseconds, and its result."""
    start = time.process_time()
    answer = work()
    return (time.process_time() - start) * 1000, answer


def compare_ranking_times(players: int, rounds: int, turns: int, leave: float) -> tuple[float, bool]:
    """Rank random events in both ways and print the times.

    Return the median ratio of the times, and whether all lines were equal. `leave` is as in `play_random_rounds`.
    """
    vector_times, plain_times, all_equal = [], [], True
    for seed in range(turns):
        people, results = play_random_rounds(players, rounds, seed, leave)
        played = results_as_objects(results)
        rank_competitors(people, results)  # warm up, so that the first call is not measured
        vector_time, lines = timed_cpu_milliseconds(lambda: rank_competitors(people, results))  # noqa: B023
        plain_time, reference = timed_cpu_milliseconds(lambda: Plain(people, played).lines())  # noqa: B023
        vector_times.append(vector_time)
        plain_times.append(plain_time)
        all_equal &= lines == reference
        gc.collect()
    ratios = [plain_ms / vector_ms for vector_ms, plain_ms in zip(vector_times, plain_times, strict=True)]
    cells = (median(vector_times), median(plain_times), median(ratios), min(ratios))
    figures = "".join(f"{cell:>11,.2f}" for cell in cells)
    print(f"{players:>9,} x {rounds:>2}{figures}   {'equal' if all_equal else 'DIFFERENT'}", flush=True)
    return median(ratios), all_equal


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
    results_by_size = {size: compare_ranking_times(*size, turns, options.leave) for size in sizes}
    claims = [
        (equal, f"{size[0]:,} x {size[1]}: equal to the last digit")
        for size, (_, equal) in results_by_size.items()
    ]
    claims += [
        (ratio >= MIN_RATIO, f"{size[0]:,} x {size[1]}: {ratio:.1f} times as fast, at least {MIN_RATIO:g}")
        for size, (ratio, _) in results_by_size.items()
        if size == CLAIMED or options.quick
    ]
    print()
    for holds, claim in claims:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    sys.exit(not all(holds for holds, _ in claims))


if __name__ == "__main__":
    main()
