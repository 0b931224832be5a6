"""What one result entered at the desk costs in a large event, against a small one.

    python -m benchmarks.results                     4,096 players against 64
    python -m benchmarks.results --players 512

Results of both are entered turn by turn, in CPU time of this process, each in a transaction of its own under the lock
of its division. A result of the large event may cost at most 1.2 times as much, and no query more. Works in a SQLite
file in a temporary folder. Leaves with 1 if a claim fails.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairings.models import Match

MOST = 1.2
SMALL, ROUNDS, TURNS = 64, 3, 25


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=4_096)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'results.sqlite3'}"
        os.environ["STADIUM_VAR"] = folder
        os.environ["REDIS_URL"] = ""
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        sys.exit(not measure(chosen.players))


if __name__ == "__main__":
    main()
