"""Compare the rendering of public pages of 4,096 players with another checkout: `benchmarks.public_pages --against`.

Each checkout runs in a separate process with a separate PostgreSQL database, and generates the same event from the same
seeds, with three closed rounds and a fourth one posted. The checkouts take turns in rendering a page, each time after a
change. The CPU time of the process and of its database connection is measured.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

PLAYERS, ROUNDS, TURNS = 4_096, 3, 7
MAX_RATIO = 1 / 3
PAGES = {"standings": MAX_RATIO, "pairings": MAX_RATIO, "tables": MAX_RATIO, "standings.json": MAX_RATIO}
"""Maximum ratio to the other checkout, by page."""

ROOT = Path(__file__).resolve().parents[1]


def report_page_costs() -> None:
    """For each page named on stdin, write a line of JSON to stdout with its cost after a change."""
    import django

    django.setup()
    import psutil
    from django.conf import settings
    from django.core.cache import cache
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Tournament

    try:
        from core import stamps
    except ImportError:  # in older checkouts
        stamps = None  # type: ignore[assignment]
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    division = create_played_event(PLAYERS, ROUNDS)
    rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    Tournament.objects.filter(pk=division.tournament_id).update(published=True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SELECT pg_backend_pid()")
        backend = psutil.Process(cursor.fetchone()[0])
    client = Client(headers={"Accept-Encoding": "gzip"})
    print("ready", flush=True)
    for line in sys.stdin:
        cache.clear()
        if stamps:
            stamps.STAMPS.raise_([stamps.EVERYTHING])
        database_start, start = sum(backend.cpu_times()[:2]), time.process_time()
        response = client.get(f"/e/{division.tournament.slug}/{line.strip()}")
        seconds = time.process_time() - start + sum(backend.cpu_times()[:2]) - database_start
        facts = {"ms": seconds * 1e3, "status": response.status_code, "size": len(response.content)}
        print(json.dumps(facts), flush=True)


def start_checkout(root: Path, database: str, folder: str) -> subprocess.Popen[str]:
    """Start a process that serves the pages of the checkout `root`. `folder` is its data folder."""
    environment = {
        "PYTHONPATH": str(root),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "VAR_DIR": folder,  # for older checkouts
        "STADIUM_VAR": folder,
        "REDIS_URL": "",
    }
    # Modules beside this file, such as registration.py, must not stand for apps of the same name.
    command = [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"]
    return subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )


def request_cost(process: subprocess.Popen[str], page: str) -> dict[str, Any]:
    """Return the cost of a page in a process. Exits unless the status of the page is 200."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{page}\n")
    process.stdin.flush()
    facts: dict[str, Any] = json.loads(process.stdout.readline())
    if facts["status"] != 200:
        sys.exit(f"{page} answers {facts['status']}")
    return facts


def compare_checkouts(other: Path, server: str, pages: Iterable[str] = PAGES) -> bool:
    """Measure both checkouts in turn. Return whether each of the pages is within its maximum ratio."""
    holds = True
    with ExitStack() as stack:
        processes = []
        for number, root in enumerate((ROOT, other.resolve())):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            process = start_checkout(root, stack.enter_context(temporary_database(server, number)), folder)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            assert process.stdout is not None
            if process.stdout.readline() != "ready\n":
                sys.exit(f"the process in {root} ended")
            processes.append(process)
        print(f"{'':22}{'ms':>9}{'kB':>7}{'other ms':>11}{'kB':>7}{'times':>8}")
        for page, most in ((page, PAGES[page]) for page in pages):
            turns = [[request_cost(process, page) for process in processes] for _ in range(TURNS + 1)][1:]
            ours, theirs = ([turn[side]["ms"] for turn in turns] for side in (0, 1))
            ratio = median(our_ms / their_ms for our_ms, their_ms in zip(ours, theirs, strict=True))
            holds &= ratio <= most
            sizes = [turns[0][side]["size"] / 1e3 for side in (0, 1)]
            print(
                f"{'holds' if ratio <= most else 'FAILS'}  {page:15}{median(ours):9.0f}{sizes[0]:7.1f}"
                f"{median(theirs):11.0f}{sizes[1]:7.1f}{ratio:8.2f}",
                flush=True,
            )
    return holds


@contextmanager
def temporary_database(server: str, number: int) -> Iterator[str]:
    """Create a database on the server and yield its URL; drop it at the end."""
    import psycopg

    name = f"stadium_cold_{os.getpid()}_{number}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server.rsplit('/', 1)[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


if __name__ == "__main__":
    report_page_costs()
