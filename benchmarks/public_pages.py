"""What a public page costs once it is made, against a static file of the same size, and what making it costs.

    python -m benchmarks.public_pages            300, 1,000 and 4,096 players
    python -m benchmarks.public_pages --quick    300 players, a tenth of the requests
    python -m benchmarks.public_pages --against ../before --postgres postgres://postgres@127.0.0.1:5432/postgres
                                                 what making them costs, against another checkout (`cold_pages.py`)

Starts gunicorn with two workers on this machine, as docs/deployment.md says, with one event of each size in a SQLite
file, three of its rounds closed and a fourth posted. "warm" is a page nobody has changed since it was made, "file" a
static file of as many bytes from the same workers, turn by turn; "cold" the first request after a change. Counted is
the CPU time of the workers, so that the load of the asking process weighs nothing. A warm page may cost at most twice
the file. "kB" is what travels until something is seen, the page and its styles compressed: at most 60. "index" is what
finds a name on all pages, fetched once, "bubble" who can still make a top cut of 32. Then all pages are made anew after
each of 60 changes: the workers may take 1.1 times the memory they took after 20. Leaves with 1 if one costs more, or if
an answer is another one than expected.
"""

import argparse
import gzip
import os
import secrets
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from benchmarks.cold_pages import compare
from benchmarks.phones import THREADS, ask, cost, cpu, free_port, serving, warm_up
from benchmarks.round import POSTGRES

MOST = 2.0
FLAT, LONG, LANGUAGES = 1.1, 20, ("en", "es", "fr", "pt-br")
SIZES, ROUNDS, TURNS, COLD = (300, 1_000, 4_096), 3, 5, 5
PAGES = ("pairings", "tables", "standings", "pairings?index=1")
CUT, BUBBLE = 32, 1_000
"""The bubble lists all players on one page; it is measured up to so many."""
STYLES = ("css/stadium.css", "css/floor.css")
FIRST_PAINT = 60_000
"""Bytes, compressed."""
PACKED = {"Accept-Encoding": "gzip"}


def made(sizes: tuple[int, ...], static: Path) -> dict[str, tuple[str, str, int]]:
    """Make the events; of each page its address, that of a file as large, and the bytes a browser shows it by."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.conf import settings
    from django.test import Client

    from benchmarks.round import played
    from pairings.services.rounds import rounds
    from tournaments.models import Division, Tournament

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    styles = sum(
        len(gzip.compress((Path(settings.BASE_DIR) / "static" / name).read_bytes())) for name in STYLES
    )
    found, folder = {}, static / "js"
    folder.mkdir(parents=True, exist_ok=True)
    for players in sizes:
        division = played(players, ROUNDS)
        Division.objects.filter(pk=division.pk).update(cut_size=CUT)
        rounds.post(rounds.pair_next(division, by=None, seed=5), by=None)
        Tournament.objects.filter(pk=division.tournament_id).update(published=True)
        for page in (*PAGES, *(("bubble",) if players <= BUBBLE else ())):
            address = f"/e/{division.tournament.slug}/{page}"
            answer = Client(headers=PACKED).get(address, headers={"Host": "127.0.0.1"})
            if answer.status_code != 200:
                sys.exit(f"{address} answers {answer.status_code}")
            file = folder / f"{players}-{page.split('?')[0]}{len(answer.content)}.bin"
            file.write_bytes(secrets.token_bytes(len(answer.content)))
            found[f"{players:5,} players, {page}"] = (
                address,
                f"/static/js/{file.name}",
                len(answer.content) + (0 if "?" in page else styles),
            )
    return found


def cold(server: psutil.Process, port: int, address: str) -> float:
    """Milliseconds of CPU time of the first request after a change, over COLD changes."""
    from core import stamps

    before = cpu(server)
    for _ in range(COLD):
        stamps.STAMPS.raise_([stamps.EVERYTHING])
        ask(port, address, 1, PACKED)
    return (cpu(server) - before) / COLD * 1e3


def measure(server: psutil.Process, port: int, pages: dict[str, tuple[str, str, int]], requests: int) -> bool:
    holds = True
    print(f"{'':38}{'kB':>7}{'cold ms':>9}{'warm µs':>9}{'file µs':>9}{'times':>7}")
    for name, (address, file, size) in pages.items():
        first = cold(server, port, address)
        for path in (address, file):
            warm_up(port, path, PACKED)
        turns = [
            (
                cost(server, port, file, requests, 200, PACKED),
                cost(server, port, address, requests, 200, PACKED),
            )
            for _ in range(TURNS)
        ]
        of_file, of_page = (median(side) for side in zip(*turns, strict=True))
        ratio = median(page / one for one, page in turns)
        fits = ratio <= MOST and size <= FIRST_PAINT
        holds &= fits
        fine = "holds" if fits else "FAILS"
        print(
            f"{fine}  {name:31}{size / 1e3:7.1f}{first:9.1f}{of_page:9.0f}{of_file:9.0f}{ratio:7.2f}",
            flush=True,
        )
    return holds


def memory(server: psutil.Process) -> float:
    """Megabytes of the server and its workers; what they share counts once."""
    return sum(one.memory_full_info().pss for one in (server, *server.children())) / 1e6


def stays_flat(server: psutil.Process, port: int, addresses: list[str]) -> bool:
    """Make all pages anew after each of many changes, in one language after the other: a long day of a large event."""
    from core import stamps

    taken = []
    for change in range(3 * LONG):
        stamps.STAMPS.raise_([stamps.EVERYTHING])
        headers = PACKED | {"Accept-Language": LANGUAGES[change % len(LANGUAGES)]}
        for address in addresses:
            ask(port, address, 1, headers)
        if change % LONG == LONG - 1:
            taken.append(memory(server))
    holds = taken[-1] <= FLAT * taken[0]
    shown = ", ".join(f"{one:.0f}" for one in taken)
    print(f"{'holds' if holds else 'FAILS'}  MB of the workers after each {LONG} changes: {shown}")
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--postgres", default=POSTGRES, help="the server for --against")
    chosen = parser.parse_args()
    if chosen.against:
        sys.exit(not compare(chosen.against, chosen.postgres))
    sizes, requests = (SIZES[:1], 40 * THREADS) if chosen.quick else (SIZES, 250 * THREADS)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        own: dict[str, Any] = {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'pages.sqlite3'}",
            "STADIUM_VAR": folder,
            "STATIC_ROOT": str(Path(folder) / "static"),
            "STATIC_MANIFEST": "true",
            "REDIS_URL": "",
        }
        os.environ.update(own, DJANGO_SETTINGS_MODULE="config.settings")
        pages = made(sizes, Path(folder) / "static")
        with serving(port) as server:
            holds = measure(server, port, pages, requests)
            holds &= stays_flat(server, port, [address for address, *_rest in pages.values()])
    print("holds" if holds else "FAILS")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
