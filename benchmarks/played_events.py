"""Measure how the cost of a whole event depends on its size: CPU time per player and round, and memory.

    python -m benchmarks.played_events                        64 to 8,192 players, 9 rounds each
    python -m benchmarks.played_events --quick                64 to 1,024 players, 5 rounds
    python -m benchmarks.played_events --finished 1000        the same small event before and after 1,000 finished ones

Each event is played by the services on PostgreSQL: create entries, then pair, post, enter results and close each round.
Each size runs in a separate process, whose memory and CPU time after startup are measured, as well as the CPU time of
its connection in the database server. From 256 players on, a player-round may cost at most 1.5 times as much as in the
cheapest size, and with finished events at most 1.2 times as much as without. A new database on the server of --postgres
or BENCHMARK_POSTGRES_URL is created, and dropped at the end. Exits with 1 if a claim fails.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg

SIZES = (64, 256, 1024, 4096, 8192)
QUICK = (64, 256, 1024)
ROUNDS, QUICK_ROUNDS = 9, 5
MAX_SIZE_RATIO, MAX_FINISHED_RATIO = 1.5, 1.2
MIN_COMPARED_SIZE = 256
"""Minimum size for comparisons; in smaller events the fixed cost of each step dominates."""

SMALL = 32
"""Size of the event that finished events must not slow down."""

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"

PLAY = """
import json, os, resource, sys, time, django
django.setup()
from random import Random
import psutil
from django.db import connection
from floor.services import rehearsal
from tournaments.services import divisions

players, rounds, times = (int(argument) for argument in sys.argv[1:4])
with connection.cursor() as cursor:
    cursor.execute("SELECT pg_backend_pid()")
    server = psutil.Process(cursor.fetchone()[0])
costs_of_events = []
for seed in range(times):
    cpu_start, database_start, wall_start = time.process_time(), server.cpu_times(), time.perf_counter()
    event = rehearsal.create_rehearsal(by=None, players=players, seed=seed)
    division = divisions.change_division(event.divisions.get(), by=None, rounds_planned=rounds)
    rehearsal.play_rounds(division, number=rounds, chance=Random(seed), by=None)
    after = server.cpu_times()
    database = after.user + after.system - database_start.user - database_start.system
    costs_of_events.append((time.process_time() - cpu_start, database, time.perf_counter() - wall_start))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"memory": memory, "every": costs_of_events}))
"""


@dataclass(frozen=True)
class PlayedEventCost:
    """The cost of one size.

    It consists of the milliseconds per player-round in our process and in the database, the total seconds, and
    the memory in MB.
    """

    players: int
    ours: float
    database: float
    seconds: float
    memory: int

    @property
    def total(self) -> float:
        return self.ours + self.database


def play_benchmark_events(url: str, players: int, rounds: int, times: int = 1) -> PlayedEventCost:
    """Play `times` events of one size. Return the cost of the cheapest one."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(url, folder)
        command = [sys.executable, "-c", PLAY, str(players), str(rounds), str(times)]
        process = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    measurement = json.loads(process.stdout.splitlines()[-1])
    ours, database, seconds = min(
        measurement["every"], key=lambda times_of_event: times_of_event[0] + times_of_event[1]
    )
    per_player_round = 1000 / (players * rounds)
    return PlayedEventCost(
        players, ours * per_player_round, database * per_player_round, seconds, measurement["memory"]
    )


def environment(url: str, folder: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "STADIUM_VAR": folder,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


@contextmanager
def temporary_database(server: str) -> Iterator[str]:
    """Create and migrate a database and yield its URL; drop it at the end."""
    name = f"stadium_scale_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        url = f"{server.rpartition('/')[0]}/{name}"
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(command, env=environment(url, folder), check=True)
        yield url
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def compare_sizes(url: str, sizes: tuple[int, ...], rounds: int) -> bool:
    """Print and return whether the cost of a player-round is nearly independent of the size."""
    print(f"{'players':>8} {'ours ms':>9} {'database ms':>12} {'seconds':>9} {'MB':>6}")
    costs = []
    for players in sizes:
        cost = play_benchmark_events(url, players, rounds, times=3 if players <= MIN_COMPARED_SIZE else 1)
        costs.append(cost)
        print(
            f"{cost.players:>8} {cost.ours:>9.2f} {cost.database:>12.2f} {cost.seconds:>9.1f} {cost.memory:>6}",
            flush=True,
        )
    compared_costs = [cost.total for cost in costs if cost.players >= MIN_COMPARED_SIZE]
    ratio = max(compared_costs) / min(compared_costs)
    return print_claim(
        f"a player-round costs {ratio:.2f} times the cheapest at the most", ratio <= MAX_SIZE_RATIO
    )


def compare_beside_finished(url: str, finished: int, rounds: int) -> bool:
    """Print and return whether an event costs about the same beside `finished` finished events."""
    before = play_benchmark_events(url, SMALL, rounds, times=5)
    play_benchmark_events(url, 8, 3, times=finished)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "ANALYZE"
        )  # Autovacuum would do this within minutes. Query plans for few events are slow.
    after = play_benchmark_events(url, SMALL, rounds, times=5)
    ratio = after.total / before.total
    text = f"with {finished} finished events a player-round costs {ratio:.2f} times that without"
    return print_claim(text, ratio <= MAX_FINISHED_RATIO)


def print_claim(text: str, holds: bool) -> bool:
    """Print a claim, preceded by whether it holds; return whether it holds."""
    print(f"{'yes' if holds else 'NO '}  {text}", flush=True)
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="64 to 1,024 players, 5 rounds")
    parser.add_argument("--sizes", type=int, nargs="+", help="players")
    parser.add_argument("--rounds", type=int, help="Swiss rounds of each event")
    parser.add_argument(
        "--finished", type=int, default=0, metavar="N", help="only: an event beside N finished ones"
    )
    parser.add_argument(
        "--postgres", default=os.environ.get("BENCHMARK_POSTGRES_URL", POSTGRES), metavar="URL"
    )
    options = parser.parse_args()
    rounds = options.rounds or (QUICK_ROUNDS if options.quick or options.finished else ROUNDS)
    with temporary_database(options.postgres) as url:
        if options.finished:
            return 0 if compare_beside_finished(url, options.finished, rounds) else 1
        return (
            0
            if compare_sizes(url, tuple(options.sizes or (QUICK if options.quick else SIZES)), rounds)
            else 1
        )


if __name__ == "__main__":
    sys.exit(main())
