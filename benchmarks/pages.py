"""Compare rendering the long lists of a large event with reading their rows.

    python -m benchmarks.pages                    standings, tables and names of 1,024 players
    python -m benchmarks.pages --players 4096

Each page is requested by an anonymous visitor and by staff, in turn with the minimum work: reading the rows of the
standings from the database as engine values. Times are CPU times of this process. A page may take at most 8 times as
long as the minimum. The cache is cleared before each request. The database is a SQLite file in a temporary folder. Only
compare ratios of one run, never milliseconds of two runs. Exits with 1 if the claim fails.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from pairings.queries.standings.standings_lists import standings_lists

if TYPE_CHECKING:
    from tournaments.models import Tournament

MAX_RATIO = 8.0
PAGES = ("standings", "tables", "pairings")
TURNS = 7


def cpu_milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of `work` in milliseconds."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def create_benchmark_event(players: int) -> "Tournament":
    """Create a public event with six completed rounds and the seventh posted."""
    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Tournament

    division = create_played_event(players, 6)
    rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    Tournament.objects.filter(pk=division.tournament_id).update(published=True)
    return Tournament.objects.get(pk=division.tournament_id)


def read_benchmark_standings(event: "Tournament") -> object:
    """Read the rows of the standings in the way that every page, sheet and workbook does."""

    return standings_lists(event.divisions.get(), public=True)


def measure_pages(players: int) -> bool:
    """Measure every page for visitors and for staff. Return whether all claims hold."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.cache import cache
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    event, all_hold = create_benchmark_event(players), True
    anybody, staff = Client(), Client()
    staff.force_login(User.objects.create_superuser("staff", "", None))
    print(f"{'':28}{'page ms':>10}{'x reading':>11}{'ms/player':>11}{'kB':>8}")
    for page_name in PAGES:
        for name, client in (("anybody", anybody), ("staff", staff)):
            address = reverse(f"pairings:{page_name}", args=[event.slug])
            size = len(client.get(address).content)
            page_times, read_times = [], []
            for _ in range(TURNS):
                cache.clear()
                page_times.append(cpu_milliseconds(lambda: client.get(address)))  # noqa: B023
                read_times.append(cpu_milliseconds(lambda: read_benchmark_standings(event)))
            ratio = median(
                page_time / read_time for page_time, read_time in zip(page_times, read_times, strict=True)
            )
            is_fine = ratio <= MAX_RATIO
            all_hold &= is_fine
            cells = f"{median(page_times):>10.1f}{ratio:>11.1f}{median(page_times) / players:>11.3f}{size / 1000:>8.0f}"
            print(f"{'holds' if is_fine else 'FAILS'}  {page_name + ', ' + name:21}{cells}", flush=True)
    return all_hold


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1024)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATABASE_URL": f"sqlite:///{Path(folder) / 'pages.sqlite3'}", "REDIS_URL": ""}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        holds = measure_pages(options.players)
    sys.exit(not holds)


if __name__ == "__main__":
    main()
