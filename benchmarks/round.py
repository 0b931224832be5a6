"""What the click "pair next round" costs, against the least it could cost in the same database.

    python -m benchmarks.round                          4,096 players before round 15, on SQLite and on PostgreSQL
    python -m benchmarks.round --quick                  512 players before round 8
    python -m benchmarks.round --databases sqlite       one of them
    python -m benchmarks.round --postgres postgres://postgres@127.0.0.1:5432/postgres

The click is `pairings.services.rounds.rounds.pair_next`: lock, read, pair, number the tables, write matches and
journal, commit. The floor is measured turn by turn with it, in the same tables with the same indexes and constraints:
a raw read of the same rows, the pairing core on arrays made beforehand, a raw COPY (PostgreSQL) or executemany
(SQLite) of the same rows, commit. Times are of the clock on the wall, since the database works in a process of its
own; the click may take at most twice the floor. The click must cost as many queries as with 64 players. SQLite gets a
file in a temporary folder, PostgreSQL a database of its own on the server of --postgres or BENCHMARK_POSTGRES_URL,
dropped at the end. Leaves with 1 if a claim fails.
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

MOST = 2.0
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
READ_ENTRIES = """SELECT id, awarded_byes FROM tournaments_entry WHERE division_id = %s AND checked_in_at IS NOT NULL
    AND dropped_in IS NULL AND NOT disqualified AND joined_round <= %s ORDER BY id"""
READ_MATCHES = """SELECT r.number, m.left_id, m.right_id, m.outcome FROM pairings_match m
    JOIN pairings_round r ON r.id = m.round_id WHERE r.division_id = %s AND r.state <> 'unposted' ORDER BY m.id"""
MATCH = ("id", "round_id", "position", "table", "left_id", "right_id", "outcome", "reason", "third_place")
SEAT = ("round_id", "entry_id", "match_id")


@dataclass
class Turn:
    """Milliseconds of one click, and of the floor under it."""

    click: float
    read: float
    core: float
    write: float

    @property
    def floor(self) -> float:
        return self.read + self.core + self.write


def clock(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = work()
    return (time.perf_counter() - start) * 1000, found


def played(players: int, rounds: int) -> "Division":
    """An event of so many players after so many rounds; one match in twenty a tie, few leave."""
    from floor.services import rehearsal
    from pairings.models import Match
    from pairings.services.rounds import rounds as rounds_
    from tournaments.services import divisions

    event = rehearsal.create(by=None, players=players, seed=7)
    division = divisions.change(event.divisions.get(), by=None, rounds_planned=rounds + 1, cut_size=0)
    chance = Random(7)
    for number in range(1, rounds + 1):
        round_ = rounds_.post(rounds_.pair_next(division, by=None, seed=number), by=None)
        open_ = list(Match.objects.filter(round=round_, right__isnull=False).values_list("pk", flat=True))
        for outcome, share in (("tie", 0.05), ("left", 0.5), ("right", 1.0)):
            some = set(chance.sample(open_, round(len(open_) * share)))
            Match.objects.filter(pk__in=some).update(outcome=outcome)
            open_ = [one for one in open_ if one not in some]
        rounds_.close(round_, by=None)
        here = list(division.entries.filter(dropped_in=None).values_list("pk", flat=True))
        division.entries.filter(pk__in=chance.sample(here, len(here) // 100)).update(dropped_in=number)
    return division


def click(division: "Division") -> tuple[float, "Round"]:
    from pairings.services.rounds import rounds

    return clock(lambda: rounds.pair_next(division, by=None, seed=99))


def rows_of(round_: "Round") -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The matches and the seats of a round as the floor writes them: seats with the position of their match."""
    from pairings.models import Match

    names = ["position", "table", "left_id", "right_id", "outcome", "reason", "third_place"]
    matches = list(Match.objects.filter(round=round_).order_by("position").values_list(*names))
    seats = [(who, spot) for spot, match in enumerate(matches) for who in match[2:4] if who]
    return matches, seats


def clear(round_: "Round") -> None:
    """Take the round back, and tidy up so that every turn finds the same tables."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in ("seat", "match"):
            cursor.execute(f"DELETE FROM pairings_{table} WHERE round_id = %s", [round_.pk])
        cursor.execute("DELETE FROM pairings_round WHERE id = %s", [round_.pk])
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM pairings_match, pairings_seat, pairings_round")


def read(division: "Division", number: int) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for query, given in ((READ_ENTRIES, [division.pk, number]), (READ_MATCHES, [division.pk])):
            cursor.execute(query, given)
            cursor.fetchall()


def write(round_: "Round", matches: list[tuple[Any, ...]], seats: list[tuple[Any, ...]]) -> None:
    """The rows of one round, raw, in one transaction."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        round_.pk = None
        round_.save(force_insert=True)
        first = _ids(cursor, len(matches))
        numbered = [(first[spot], round_.pk, *match) for spot, match in enumerate(matches)]
        seated = [(round_.pk, who, first[spot]) for who, spot in seats]
        _insert(cursor, "pairings_match", MATCH, numbered)
        _insert(cursor, "pairings_seat", SEAT, seated)


def _ids(cursor: Any, count: int) -> list[int]:
    if cursor.db.vendor == "postgresql":
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('pairings_match', 'id')) FROM generate_series(1, %s)",
            [count],
        )
        return [one for (one,) in cursor.fetchall()]
    cursor.execute("SELECT coalesce(max(id), 0) FROM pairings_match")
    newest = cursor.fetchone()[0]
    return list(range(newest + 1, newest + 1 + count))


def _insert(cursor: Any, table: str, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    if cursor.db.vendor == "postgresql":
        with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))})", rows)


def turn(division: "Division", number: int, field: "Field") -> Turn:
    from pairings.engine.swiss import pair

    took, round_ = click(division)
    matches, seats = rows_of(round_)
    clear(round_)
    reading, _ = clock(lambda: read(division, number))
    core, _ = clock(lambda: pair(field, seed=99))
    writing, _ = clock(lambda: write(round_, matches, seats))
    clear(round_)
    return Turn(took, reading, core, writing)


def queries(division: "Division") -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        _, round_ = click(division)
    clear(round_)
    return sum(not one["sql"].startswith(("SAVEPOINT", "RELEASE")) for one in caught.captured_queries)


def inside(players: int, rounds: int, turns: int) -> bool:
    """The whole measurement in the database of DATABASE_URL; whether the claims hold."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from pairings.queries.rounds import fields

    division, small = played(players, rounds), played(64, 3)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    field = fields.round_field(division, rounds + 1).field
    few, many = queries(small), queries(division)
    gc.disable()
    found = [turn(division, rounds + 1, field) for _ in range(turns + 1)][1:]
    click_, floor = median(one.click for one in found), median(one.floor for one in found)
    ratio = median(one.click / one.floor for one in found)
    parts = ", ".join(
        f"{part} {median(getattr(one, part) for one in found):.1f}" for part in ("read", "core", "write")
    )
    print(f"{connection.vendor}: {len(field.ids)} players present, {len(field.met)} matches behind them")
    print(f"  click {click_:.1f} ms, floor {floor:.1f} ms ({parts}), {many} queries")
    worst = max(one.click / one.floor for one in found)
    print(
        f"  {'holds' if ratio <= MOST else 'FAILS'}  {ratio:.2f} times the floor (worst {worst:.2f}), at most {MOST:g}"
    )
    print(f"  {'holds' if few == many else 'FAILS'}  {many} queries, {few} with 64 players", flush=True)
    return ratio <= MOST and few == many


@contextmanager
def own_postgres(server: str) -> Iterator[str]:
    """The URL of a new database on the server, dropped at the end."""
    import psycopg

    name = f"stadium_benchmark_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server.rsplit('/', 1)[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def own_sqlite(_server: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'round.sqlite3'}"


DATABASES = {"sqlite": own_sqlite, "postgres": own_postgres}


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
        sys.exit(not inside(*sizes))
    codes = []
    for name in options.databases:
        with DATABASES[name](options.postgres) as url:
            own = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
            command = [sys.executable, "-m", "benchmarks.round", "--inside", *sys.argv[1:]]
            codes.append(subprocess.run(command, env=os.environ | own, check=False).returncode)
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
