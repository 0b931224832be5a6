"""Compare the cost of a result, a report, a call and a check-in in a large event with a small one.

    python -m benchmarks.results                     4,096 players against 64
    python -m benchmarks.results --players 512
    python -m benchmarks.results --against ../before           against another checkout, in the large event

Each action is performed in both events in turn, in a separate transaction under the lock of the division, and the CPU
time of this process is measured. In the large event each action may cost at most 1.2 times as much, with no additional
query. The database is a SQLite file in a temporary folder. Exits with 1 if a claim fails.

With --against, each checkout runs in a separate process and generates the same event; a result may not cost more than
in the other checkout.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairings.models import Match

MAX_RATIO = 1.2
SMALL, ROUNDS, TURNS = 64, 3, 25
HERE = Path(__file__).resolve().parents[1]


def create_matches_to_benchmark(players: int) -> "list[Match]":
    """Create an event with `players` players. Return the matches between two players in the posted round."""
    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Tournament

    division = create_played_event(players, ROUNDS)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    Tournament.objects.filter(pk=division.tournament_id).update(phone_reports=True)
    division.entries.update(checked_in_at=None)
    rows = round_.matches.filter(right__isnull=False)
    rows = rows.select_related("round__division__tournament", "left", "right")
    return list(rows.defer("round__draw")[: TURNS + 1])


def benchmark_entered_result(match: "Match") -> None:
    from pairings.engine.outcomes import Outcome
    from pairings.services.reports import results

    results.enter_result(match, results.MatchResult(Outcome.LEFT), by=None)


def benchmark_player_report(match: "Match") -> None:
    """Report from the phone of the player on the right. A single report is enough for the result to count."""
    from pairings.engine.outcomes import Outcome
    from pairings.services.reports import result_reports, results

    assert match.right is not None
    sent = result_reports.ResultReport(results.MatchResult(Outcome.LEFT))
    result_reports.submit_report(match, match.right, sent, by=None)


def benchmark_judge_call(match: "Match") -> None:
    from floor.services import calls

    calls.raise_hand(match, entry=match.left, by=None)


def benchmark_check_in(match: "Match") -> None:
    from tournaments.services import entries

    entries.check_in_entry(match.left, by=None)


KINDS: "dict[str, Callable[[Match], None]]" = {
    "check-in": benchmark_check_in,
    "call": benchmark_judge_call,
    "report": benchmark_player_report,
    "result": benchmark_entered_result,
}
"""The actions in the order of a round, since a match with a result accepts no report."""


def cpu_milliseconds(kind: str, match: "Match") -> float:
    """Return the CPU time of an action in milliseconds."""
    start = time.process_time()
    KINDS[kind](match)
    return (time.process_time() - start) * 1000


def count_queries(kind: str, match: "Match") -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        KINDS[kind](match)
    return len(captured)


def measure_result_costs(players: int) -> bool:
    """Measure every action in a small and a large event. Return whether all claims hold."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    small, large = create_matches_to_benchmark(SMALL), create_matches_to_benchmark(players)
    claims_hold = [compare_sizes(kind, small, large, players) for kind in KINDS]
    return all(claims_hold)


def compare_sizes(kind: str, small: "list[Match]", large: "list[Match]", players: int) -> bool:
    """Compare the cost of one kind of action between the events. Return whether the claims hold.

    `players` is the size of the large event.
    """
    counts = count_queries(kind, small[-1]), count_queries(kind, large[-1])
    pairs = zip(small[:TURNS], large[:TURNS], strict=True)
    turns = [
        (cpu_milliseconds(kind, small_match), cpu_milliseconds(kind, large_match))
        for small_match, large_match in pairs
    ]
    times = [median(side) for side in zip(*turns, strict=True)]
    ratio = times[1] / times[0]
    holds = ratio <= MAX_RATIO and counts[1] <= counts[0]
    sides = zip((SMALL, players), times, counts, strict=True)
    figures = "   ".join(
        f"{size:5,} players {small_match:5.2f} ms {count:2} queries" for size, small_match, count in sides
    )
    print(f"{'holds' if holds else 'FAILS'}  {kind:9}{figures}   {ratio:.2f} times, of {MAX_RATIO}")
    return holds


def serve_results(players: int) -> None:
    """Print "ready", then enter a result for each line on stdin and print its CPU time in milliseconds."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    matches = create_matches_to_benchmark(players)
    print("ready", flush=True)
    for match, _line in zip(matches, sys.stdin, strict=False):
        print(cpu_milliseconds("result", match), flush=True)


@contextmanager
def start_checkout(root: Path, players: int) -> Iterator[subprocess.Popen[str]]:
    """Run this file with the code of the checkout `root` and a separate database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(Path(__file__).resolve()), "--serve", "--players", str(players)]
        env = (
            os.environ | benchmark_environment(folder) | {"PYTHONPATH": str(root), "VAR_DIR": folder}
        )  # VAR_DIR: older checkouts
        process = subprocess.Popen(
            command, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        yield process
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


def read_answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip() or sys.exit("a checkout ended")


def compare_checkouts(other: Path, players: int) -> bool:
    """Compare the cost of results in this and the other checkout. Return whether the claim holds."""
    with start_checkout(HERE, players) as here, start_checkout(other.resolve(), players) as there:
        processes = (here, there)
        if [read_answer(process) for process in processes] != ["ready"] * 2:
            sys.exit("a checkout is not ready")
        turns = []
        for _turn in range(TURNS):
            for process in processes:
                assert process.stdin is not None
                process.stdin.write("next\n")
                process.stdin.flush()
            turns.append([float(read_answer(process)) for process in processes])
        times = [median(side) for side in zip(*turns, strict=True)]
    holds = times[0] <= times[1]
    for name, milliseconds in zip(("here", "there"), times, strict=True):
        print(f"{name:6} {milliseconds:6.2f} ms")
    print(f"{'holds' if holds else 'FAILS'}   {times[0] / times[1]:.2f} times")
    return holds


def benchmark_environment(folder: str) -> dict[str, str]:
    """Return the environment variables of a process with its database in `folder`."""
    return {
        "DATABASE_URL": f"sqlite:///{Path(folder) / 'results.sqlite3'}",
        "STADIUM_VAR": folder,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=4_096)
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve_results(options.players)
        return
    if options.against:
        sys.exit(not compare_checkouts(options.against, options.players))
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(benchmark_environment(folder))
        sys.exit(not measure_result_costs(options.players))


if __name__ == "__main__":
    main()
