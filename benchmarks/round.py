"""Compare the click "pair next round" with its minimum possible cost in the same database.

    python -m benchmarks.round                          4,096 players before round 15, on SQLite and on PostgreSQL
    python -m benchmarks.round --quick                  512 players before round 8
    python -m benchmarks.round --databases sqlite       only on one of them
    python -m benchmarks.round --postgres postgres://postgres@127.0.0.1:5432/postgres

The click is `pairings.services.rounds.rounds.pair_next_round`: lock, read, pair, number the tables, write matches and
journal, commit. In turn with it, the minimum ("floor") is measured in the same tables with the same indexes and
constraints: a raw read of the same rows, the pairing core on existing arrays, a raw COPY (PostgreSQL) or executemany
(SQLite) of the same rows, commit. Times are wall-clock times, since the database runs in a separate process; the click
may take at most twice the minimum. The click must need the same number of queries as with 64 players. SQLite uses a
file in a temporary folder, PostgreSQL a new database on the server of --postgres or BENCHMARK_POSTGRES_URL, which is
dropped at the end. Exits with 1 if a claim fails.
"""

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairings.engine.swiss import Field
    from pairings.models import Round
    from tournaments.models import Division

MAX_RATIO = 2.0
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
READ_ENTRIES = """SELECT id, awarded_byes FROM tournaments_entry WHERE division_id = %s AND checked_in_at IS NOT NULL
    AND dropped_in IS NULL AND NOT disqualified AND joined_round <= %s ORDER BY id"""
READ_MATCHES = """SELECT r.number, m.left_id, m.right_id, m.outcome FROM pairings_match m
    JOIN pairings_round r ON r.id = m.round_id WHERE r.division_id = %s AND r.state <> 'unposted' ORDER BY m.id"""
MATCH = ("id", "round_id", "position", "table", "left_id", "right_id", "outcome", "reason", "third_place")
SEAT = ("round_id", "entry_id", "match_id")


@dataclass
class TimedClick:
    """The milliseconds of one click, and of the parts of its minimum."""

    click: float
    read: float
    core: float
    write: float

    @property
    def floor(self) -> float:
        return self.read + self.core + self.write


def timed_milliseconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the wall-clock time of `work` in milliseconds, and its result."""
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1000, result


def create_played_event(players: int, rounds: int) -> "Division":
    """Create an event and play `rounds` rounds.

    One match in twenty is a tie, and one player in a hundred leaves after each round.
    """
    from floor.services import rehearsal
    from pairings.models import Match
    from pairings.services.rounds import rounds as rounds_
    from tournaments.services import divisions

    event = rehearsal.create_rehearsal(by=None, players=players, seed=7)
    division = divisions.change_division(
        event.divisions.get(), by=None, rounds_planned=rounds + 1, cut_size=0
    )
    chance = Random(7)
    for number in range(1, rounds + 1):
        round_ = rounds_.post(rounds_.pair_next_round(division, by=None, seed=number), by=None)
        open_matches = list(
            Match.objects.filter(round=round_, right__isnull=False).values_list("pk", flat=True)
        )
        for outcome, share in (("tie", 0.05), ("left", 0.5), ("right", 1.0)):
            chosen = set(chance.sample(open_matches, round(len(open_matches) * share)))
            Match.objects.filter(pk__in=chosen).update(outcome=outcome)
            open_matches = [match for match in open_matches if match not in chosen]
        rounds_.close_round(round_, by=None)
        active = list(division.entries.filter(dropped_in=None).values_list("pk", flat=True))
        division.entries.filter(pk__in=chance.sample(active, len(active) // 100)).update(dropped_in=number)
    return division


def time_pair_click(division: "Division") -> tuple[float, "Round"]:
    """Pair the next round. Return the milliseconds and the round."""
    from pairings.services.rounds import rounds

    return timed_milliseconds(lambda: rounds.pair_next_round(division, by=None, seed=99))


def rows_of_round(round_: "Round") -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return the rows of a round's matches and seats, to be written by `write_round_rows_without_orm`.

    Seats refer to their match by its position.
    """
    from pairings.models import Match

    names = ["position", "table", "left_id", "right_id", "outcome", "reason", "third_place"]
    matches = list(Match.objects.filter(round=round_).order_by("position").values_list(*names))
    seats = [(entry, position) for position, match in enumerate(matches) for entry in match[2:4] if entry]
    return matches, seats


def delete_benchmark_round(round_: "Round") -> None:
    """Delete the round and clean up, so that every turn starts with the same tables."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in ("seat", "match"):
            cursor.execute(f"DELETE FROM pairings_{table} WHERE round_id = %s", [round_.pk])
        cursor.execute("DELETE FROM pairings_round WHERE id = %s", [round_.pk])
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM pairings_match, pairings_seat, pairings_round")


def read_pairing_rows_without_orm(division: "Division", number: int) -> None:
    """Read without the ORM the entries and matches that pairing round `number` needs."""
    from django.db import connection

    with connection.cursor() as cursor:
        for query, parameters in ((READ_ENTRIES, [division.pk, number]), (READ_MATCHES, [division.pk])):
            cursor.execute(query, parameters)
            cursor.fetchall()


def write_round_rows_without_orm(
    round_: "Round", matches: list[tuple[Any, ...]], seats: list[tuple[Any, ...]]
) -> None:
    """Write the rows of one round without the ORM, in one transaction."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        round_.pk = None
        round_.save(force_insert=True)
        match_ids = _new_match_ids(cursor, len(matches))
        match_rows = [(match_ids[position], round_.pk, *match) for position, match in enumerate(matches)]
        seat_rows = [(round_.pk, entry, match_ids[position]) for entry, position in seats]
        _insert(cursor, "pairings_match", MATCH, match_rows)
        _insert(cursor, "pairings_seat", SEAT, seat_rows)


def _new_match_ids(cursor: Any, count: int) -> list[int]:
    if cursor.db.vendor == "postgresql":
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('pairings_match', 'id')) FROM generate_series(1, %s)",
            [count],
        )
        return [key for (key,) in cursor.fetchall()]
    cursor.execute("SELECT coalesce(max(id), 0) FROM pairings_match")
    last_id = cursor.fetchone()[0]
    return list(range(last_id + 1, last_id + 1 + count))


def _insert(cursor: Any, table: str, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    if cursor.db.vendor == "postgresql":
        with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))})", rows)


def measure_turn(division: "Division", number: int, field: "Field") -> TimedClick:
    """Measure one click and the parts of its minimum, and delete the rounds that this creates."""
    from pairings.engine.swiss import pair_field

    click_time, round_ = time_pair_click(division)
    matches, seats = rows_of_round(round_)
    delete_benchmark_round(round_)
    read_time, _ = timed_milliseconds(lambda: read_pairing_rows_without_orm(division, number))
    core_time, _ = timed_milliseconds(lambda: pair_field(field, seed=99))
    write_time, _ = timed_milliseconds(lambda: write_round_rows_without_orm(round_, matches, seats))
    delete_benchmark_round(round_)
    return TimedClick(click_time, read_time, core_time, write_time)


def count_queries(division: "Division") -> int:
    """Return the number of queries of one click, without savepoints."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        _, round_ = time_pair_click(division)
    delete_benchmark_round(round_)
    return sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in captured.captured_queries)


def measure_click(players: int, rounds: int, turns: int) -> bool:
    """Measure in the database of DATABASE_URL. Return whether the claims hold."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from pairings.queries.rounds import engine_fields

    division, small = create_played_event(players, rounds), create_played_event(64, 3)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    field = engine_fields.load_field_of_round(division, rounds + 1).field
    expected, large_queries = count_queries(small), count_queries(division)
    gc.disable()
    turns_measured = [measure_turn(division, rounds + 1, field) for _ in range(turns + 1)][1:]
    click_time, floor = (
        median(turn_measured.click for turn_measured in turns_measured),
        median(turn_measured.floor for turn_measured in turns_measured),
    )
    ratio = median(turn_measured.click / turn_measured.floor for turn_measured in turns_measured)
    parts = ", ".join(
        f"{part} {median(getattr(turn_measured, part) for turn_measured in turns_measured):.1f}"
        for part in ("read", "core", "write")
    )
    print(f"{connection.vendor}: {len(field.ids)} players present, {len(field.met)} matches behind them")
    print(f"  click {click_time:.1f} ms, floor {floor:.1f} ms ({parts}), {large_queries} queries")
    worst = max(turn_measured.click / turn_measured.floor for turn_measured in turns_measured)
    print(
        f"  {'holds' if ratio <= MAX_RATIO else 'FAILS'}  {ratio:.2f} times the floor (worst {worst:.2f}),",
        f"at most {MAX_RATIO:g}",
    )
    print(
        f"  {'holds' if expected == large_queries else 'FAILS'}  {large_queries} queries, {expected} with 64 players",
        flush=True,
    )
    return ratio <= MAX_RATIO and expected == large_queries


@contextmanager
def temporary_postgres(server: str) -> Iterator[str]:
    """Create a database on the server and yield its URL; drop it at the end."""
    import psycopg

    name = f"stadium_benchmark_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server.rsplit('/', 1)[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def temporary_sqlite(_server: str) -> Iterator[str]:
    """Yield the URL of a SQLite file in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'round.sqlite3'}"


DATABASES = {"sqlite": temporary_sqlite, "postgres": temporary_postgres}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    parser.add_argument(
        "--postgres", default=os.environ.get("BENCHMARK_POSTGRES_URL", POSTGRES), metavar="URL"
    )
    parser.add_argument("--players", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=14, help="rounds played before the click")
    parser.add_argument("--turns", type=int, default=9, help="clicks measured")
    parser.add_argument("--quick", action="store_true", help="512 players, 7 rounds, 5 clicks")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = (512, 7, 5) if options.quick else (options.players, options.rounds, options.turns)
    if options.inside:
        sys.exit(not measure_click(*sizes))
    codes = []
    for name in options.databases:
        with DATABASES[name](options.postgres) as url:
            environment = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
            command = [sys.executable, "-m", "benchmarks.round", "--inside", *sys.argv[1:]]
            codes.append(subprocess.run(command, env=os.environ | environment, check=False).returncode)
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
