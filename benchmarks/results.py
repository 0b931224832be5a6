"""What one result entered at the desk costs in a large event, against a small one.

    python -m benchmarks.results                     4,096 players against 64
    python -m benchmarks.results --players 512
    python -m benchmarks.results --against ../before           against another checkout, in the large event

Results of both are entered turn by turn, in CPU time of this process, each in a transaction of its own under the lock
of its division. A result of the large event may cost at most 1.2 times as much, and no query more. Works in a SQLite
file in a temporary folder. Leaves with 1 if a claim fails.

--against: each checkout in a process of its own, on the same made-up event; a result may cost no more than there.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairings.models import Match

MOST = 1.2
SMALL, ROUNDS, TURNS = 64, 3, 25
HERE = Path(__file__).resolve().parents[1]


def open_matches(players: int) -> "list[Match]":
    """The matches of two in the posted round of an event of so many."""
    from benchmarks.round import played
    from pairings.services.rounds import rounds

    round_ = rounds.post(rounds.pair_next(played(players, ROUNDS), by=None, seed=5), by=None)
    rows = round_.matches.filter(right__isnull=False).select_related("round__division__tournament")
    return list(rows.defer("round__draw")[: TURNS + 1])


def enter(match: "Match") -> float:
    """Milliseconds of CPU time."""
    from pairings.engine.outcomes import Outcome
    from pairings.services.reports import results

    start = time.process_time()
    results.enter(match, results.MatchResult(Outcome.LEFT), by=None)
    return (time.process_time() - start) * 1000


def queries(match: "Match") -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        enter(match)
    return len(asked)


def measure(players: int) -> bool:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    small, large = open_matches(SMALL), open_matches(players)
    asked = queries(small[-1]), queries(large[-1])
    turns = [(enter(one), enter(other)) for one, other in zip(small[:TURNS], large[:TURNS], strict=True)]
    times = [median(side) for side in zip(*turns, strict=True)]
    ratio = times[1] / times[0]
    holds = ratio <= MOST and asked[1] <= asked[0]
    for number, milliseconds, count in zip((SMALL, players), times, asked, strict=True):
        print(f"{number:6} players   {milliseconds:6.2f} ms   {count} queries")
    print(f"{'holds' if holds else 'FAILS'}   {ratio:.2f} times, of {MOST}")
    return holds


def serve(players: int) -> None:
    """Enter a result for each line on stdin; answer on stdout with the milliseconds it took."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    matches = open_matches(players)
    print("ready", flush=True)
    for match, _line in zip(matches, sys.stdin, strict=False):
        print(enter(match), flush=True)


@contextmanager
def started(root: Path, players: int) -> Iterator[subprocess.Popen[str]]:
    """This file in the checkout `root`, on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(Path(__file__).resolve()), "--serve", "--players", str(players)]
        env = (
            os.environ | own(folder) | {"PYTHONPATH": str(root), "VAR_DIR": folder}
        )  # VAR_DIR: older checkouts
        process = subprocess.Popen(  # noqa: S603 - this file, in another checkout
            command, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        yield process
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip() or sys.exit("a checkout ended")


def compare(other: Path, players: int) -> bool:
    """Results of this checkout and the other, turn by turn."""
    with started(HERE, players) as here, started(other.resolve(), players) as there:
        both = (here, there)
        if [answer(one) for one in both] != ["ready"] * 2:
            sys.exit("a checkout is not ready")
        turns = []
        for _turn in range(TURNS):
            for one in both:
                assert one.stdin is not None
                one.stdin.write("next\n")
                one.stdin.flush()
            turns.append([float(answer(one)) for one in both])
        times = [median(side) for side in zip(*turns, strict=True)]
    holds = times[0] <= times[1]
    for name, milliseconds in zip(("here", "there"), times, strict=True):
        print(f"{name:6} {milliseconds:6.2f} ms")
    print(f"{'holds' if holds else 'FAILS'}   {times[0] / times[1]:.2f} times")
    return holds


def own(folder: str) -> dict[str, str]:
    """The settings of a process with its database in `folder`."""
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
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.players)
        return
    if chosen.against:
        sys.exit(not compare(chosen.against, chosen.players))
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(own(folder))
        sys.exit(not measure(chosen.players))


if __name__ == "__main__":
    main()
