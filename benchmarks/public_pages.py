"""Compare a cached public page with a static file of the same size, and measure the cost of rendering it.

    python -m benchmarks.public_pages            300, 1,000 and 4,096 players
    python -m benchmarks.public_pages --quick    300 players, a tenth of the requests
    python -m benchmarks.public_pages --against ../before --postgres postgres://postgres@127.0.0.1:5432/postgres
                                                 the cost of rendering, against another checkout (`cold_pages.py`)

Starts gunicorn with two workers on this machine, as in docs/deployment.md. A SQLite file has one event of each size,
with three closed rounds and a fourth one posted. "warm" is a page that was rendered since the last change, "file" a
static file with the same number of bytes from the same workers, requested in turn; "cold" is the first request after a
change. Only the CPU time of the workers is measured, not that of the requesting process. A warm page may cost at most
twice as much as the file. "kB" is the compressed size of the page and its styles, which are transferred before the
first paint: at most 60. "index" is the index of names on all pages, which a browser fetches only once; "bubble" shows
who can still make a top cut of 32. Then 10 and 24 readers request a page of the largest event at the same time, right
after a change: none may be refused, and together they may take at most 1.5 times as long as one, where that takes long
enough to tell. Finally, all pages are rendered again after each of 60 changes, and the workers may then use at most 1.1
times as much memory as after 20 changes. Exits with 1 if a limit is exceeded, or after an unexpected response.
"""

import argparse
import gzip
import http.client
import os
import secrets
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import psutil

from benchmarks.cold_pages import PAGES as COLD_PAGES
from benchmarks.cold_pages import compare_checkouts
from benchmarks.phones import (
    THREADS,
    cpu_seconds,
    free_port,
    response_cost,
    run_server,
    send_requests,
    warm_up_workers,
)
from benchmarks.round import POSTGRES

MAX_RATIO = 2.0
MAX_MEMORY_RATIO, ROUNDS_OF_CHANGES, LANGUAGES = 1.1, 20, ("en", "es", "fr", "pt-br")
SIZES, ROUNDS, TURNS, COLD = (300, 1_000, 4_096), 3, 5, 5
PAGES = ("pairings", "tables", "standings", "pairings?index=1")
CUT, BUBBLE = 32, 1_000
"""Size of the cut, and maximum number of players for the bubble page, which lists all of them on one page."""
SIMULTANEOUS_READERS, MAX_SIMULTANEOUS_RATIO = (10, 24), 1.5
MIN_SECONDS = 0.2
"""A page that is made faster gives no ratio, since the start of the threads takes as long."""
STYLES = ("css/stadium.css",)
MAX_FIRST_PAINT_BYTES = 60_000
"""Maximum number of compressed bytes before the first paint."""
PACKED = {"Accept-Encoding": "gzip"}


def create_public_events(sizes: tuple[int, ...], static: Path) -> dict[str, tuple[str, str, int]]:
    """Create the events. Return for each page its path, that of an equally large file, and the bytes to first paint."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.conf import settings
    from django.templatetags.static import static as address_of
    from django.test import Client

    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Division, Tournament

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    sheets = [static / address_of(name).removeprefix(settings.STATIC_URL) for name in STYLES]
    styles = sum(len(gzip.compress(sheet.read_bytes())) for sheet in sheets)
    pages, folder = {}, static / "js"
    folder.mkdir(parents=True, exist_ok=True)
    for players in sizes:
        division = create_played_event(players, ROUNDS)
        Division.objects.filter(pk=division.pk).update(cut_size=CUT)
        rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
        Tournament.objects.filter(pk=division.tournament_id).update(published=True)
        for page in (*PAGES, *(("bubble",) if players <= BUBBLE else ())):
            address = f"/e/{division.tournament.slug}/{page}"
            response = Client(headers=PACKED).get(address, headers={"Host": "127.0.0.1"})
            if response.status_code != 200:
                sys.exit(f"{address} answers {response.status_code}")
            file = folder / f"{players}-{page.split('?')[0]}{len(response.content)}.bin"
            file.write_bytes(secrets.token_bytes(len(response.content)))
            pages[f"{players:5,} players, {page}"] = (
                address,
                f"/static/js/{file.name}",
                len(response.content) + (0 if "?" in page else styles),
            )
    return pages


def cold_cost(server: psutil.Process, port: int, address: str) -> float:
    """Return the CPU time in milliseconds of the first request after a change, averaged over COLD changes."""
    from core import stamps

    before = cpu_seconds(server)
    for _ in range(COLD):
        stamps.STAMPS.raise_([stamps.EVERYTHING])
        send_requests(port, address, 1, PACKED)
    return (cpu_seconds(server) - before) / COLD * 1e3


def measure_pages(
    server: psutil.Process, port: int, pages: dict[str, tuple[str, str, int]], requests: int
) -> bool:
    """Compare each page with its file and print the costs. Return whether all limits are met."""
    all_hold = True
    print(f"{'':38}{'kB':>7}{'cold ms':>9}{'warm µs':>9}{'file µs':>9}{'times':>7}")
    for name, (address, file, size) in pages.items():
        cold_ms = cold_cost(server, port, address)
        for path in (address, file):
            warm_up_workers(port, path, PACKED)
        turns = [
            (
                response_cost(server, port, file, requests, 200, PACKED),
                response_cost(server, port, address, requests, 200, PACKED),
            )
            for _ in range(TURNS)
        ]
        file_cost, page_cost = (median(side) for side in zip(*turns, strict=True))
        ratio = median(page_time / file_time for file_time, page_time in turns)
        is_fine = ratio <= MAX_RATIO and size <= MAX_FIRST_PAINT_BYTES
        all_hold &= is_fine
        verdict = "holds" if is_fine else "FAILS"
        print(
            f"{verdict}  {name:31}{size / 1e3:7.1f}{cold_ms:9.1f}{page_cost:9.0f}{file_cost:9.0f}{ratio:7.2f}",
            flush=True,
        )
    return all_hold


def server_memory(server: psutil.Process) -> float:
    """Return the memory of the server and its workers in MB, counting shared memory once."""
    return sum(process.memory_full_info().pss for process in (server, *server.children())) / 1e6


def check_memory(server: psutil.Process, port: int, addresses: list[str]) -> bool:
    """Render all pages after each of many changes; return whether the memory stays within its limit."""
    from core import stamps

    megabytes = []
    for change in range(3 * ROUNDS_OF_CHANGES):
        stamps.STAMPS.raise_([stamps.EVERYTHING])
        headers = PACKED | {"Accept-Language": LANGUAGES[change % len(LANGUAGES)]}
        for address in addresses:
            send_requests(port, address, 1, headers)
        if change % ROUNDS_OF_CHANGES == ROUNDS_OF_CHANGES - 1:
            megabytes.append(server_memory(server))
    holds = megabytes[-1] <= MAX_MEMORY_RATIO * megabytes[0]
    shown = ", ".join(f"{figure:.0f}" for figure in megabytes)
    print(
        f"{'holds' if holds else 'FAILS'}  MB of the workers after each {ROUNDS_OF_CHANGES} changes: {shown}"
    )
    return holds


def check_simultaneous_readers(port: int, addresses: list[str]) -> bool:
    """Let many readers request a page right after a change; return whether all get it, in little more time than one."""
    from core import stamps

    def read(address: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", address, headers=PACKED)
        response = connection.getresponse()
        response.read()
        connection.close()
        return response.status

    all_hold = True
    for address in addresses:
        seconds, refused = {}, 0
        for readers in (1, *SIMULTANEOUS_READERS):
            turns = []
            for _ in range(TURNS):
                stamps.STAMPS.raise_([stamps.EVERYTHING])
                started_at = monotonic()
                with ThreadPoolExecutor(readers) as threads:
                    statuses = list(threads.map(read, [address] * readers))
                turns.append(monotonic() - started_at)
                refused += sum(status != 200 for status in statuses)
            seconds[readers] = min(turns)
        ratios = {readers: seconds[readers] / seconds[1] for readers in SIMULTANEOUS_READERS}
        is_measurable = seconds[1] >= MIN_SECONDS
        holds = not refused and (not is_measurable or max(ratios.values()) <= MAX_SIMULTANEOUS_RATIO)
        all_hold &= holds
        times = ", ".join(f"{readers} readers {ratio:.2f} times" for readers, ratio in ratios.items())
        verdict = "FAILS" if not holds else "holds" if is_measurable else "short"
        print(f"{verdict}  {address}: {times} as long as one; {refused} refused")
    return all_hold


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--postgres", default=POSTGRES, help="the server for --against")
    parser.add_argument("--page", choices=COLD_PAGES, help="the only page for --against")
    options = parser.parse_args()
    if options.against:
        sys.exit(
            not compare_checkouts(
                options.against, options.postgres, [options.page] if options.page else COLD_PAGES
            )
        )
    sizes, requests = (SIZES[:1], 40 * THREADS) if options.quick else (SIZES, 250 * THREADS)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment: dict[str, Any] = {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'pages.sqlite3'}",
            "STADIUM_VAR": folder,
            "STATIC_ROOT": str(Path(folder) / "static"),
            "STATIC_MANIFEST": "true",
            "REDIS_URL": "",
        }
        os.environ.update(environment, DJANGO_SETTINGS_MODULE="config.settings")
        pages = create_public_events(sizes, Path(folder) / "static")
        with run_server(port) as server:
            holds = measure_pages(server, port, pages, requests)
            largest = [page for name, (page, *_rest) in pages.items() if name.startswith(f"{sizes[-1]:5,}")]
            holds &= check_simultaneous_readers(port, [page for page in largest if "?" not in page])
            holds &= check_memory(server, port, [address for address, *_rest in pages.values()])
    print("holds" if holds else "FAILS")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
