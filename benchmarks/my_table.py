"""Compare a player's own page, and the part that a phone fetches after a change, with a static file of the same size.

    python -m benchmarks.my_table            1,024 players
    python -m benchmarks.my_table --quick    64 players, a fifth of the requests

Starts gunicorn with two workers on this machine, as in docs/deployment.md. A SQLite file has an event with three closed
rounds and a fourth one posted; the pages are those of players whose match has no result yet. The page, the part and
static files with the same number of bytes are requested in turn. Only the CPU time of the workers is measured, not that
of the requesting process. The page and the part may each cost at most 30 times as much as their file. Exits with 1 if a
limit is exceeded, or after an unexpected response.
"""

import argparse
import os
import secrets
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.phones import THREADS, free_port, response_cost, run_server, warm_up_workers

MAX_RATIO = 30.0
ROUNDS, TURNS = 3, 5
PACKED = {"Accept-Encoding": "gzip"}


def create_players_pages(players: int, static: Path) -> dict[str, tuple[str, str]]:
    """Create the event. Return the paths of the page and of its part, each with that of an equally large file."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds
    from tournaments.models import Tournament
    from tournaments.services import personal_links

    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    division = create_played_event(players, ROUNDS)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    Tournament.objects.filter(pk=division.tournament_id).update(published=True)
    match = round_.matches.select_related("left__tournament").get(table=1)
    token = personal_links.ensure_link(match.left).token
    pages = {
        "my table": reverse("floor:my", args=[token]),
        "its part after a change": f"{reverse('floor:my_live', args=[token])}?match={match.pk}&seen=before",
    }
    paths, folder = {}, static / "js"
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in pages.items():
        response = Client(headers=PACKED).get(path, headers={"Host": "127.0.0.1"})
        if response.status_code != 200:
            sys.exit(f"{path} answers {response.status_code}")
        file = folder / f"mine{len(response.content)}.bin"
        file.write_bytes(secrets.token_bytes(len(response.content)))
        paths[name] = (path, f"/static/js/{file.name}")
    return paths


def measure_my_table(players: int, requests: int) -> bool:
    """Compare the page and its part with their files and print the costs. Return whether both limits are met."""
    port, all_hold = free_port(), True
    with tempfile.TemporaryDirectory() as folder:
        static = Path(folder) / "static"
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'players.sqlite3'}",
            "STADIUM_VAR": folder,
            "STATIC_ROOT": str(static),
            "STATIC_MANIFEST": "true",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        pages = create_players_pages(players, static)
        with run_server(port) as server:
            for name, (path, file) in pages.items():
                for warmed_up in (path, file):
                    warm_up_workers(port, warmed_up, PACKED)
                turns = [
                    (
                        response_cost(server, port, file, 8 * requests, 200, PACKED),
                        response_cost(server, port, path, requests, 200, PACKED),
                    )
                    for _ in range(TURNS)
                ]
                file_cost, page_cost = (median(side) for side in zip(*turns, strict=True))
                ratio = median(page_time / file_time for file_time, page_time in turns)
                is_fine = ratio <= MAX_RATIO
                all_hold &= is_fine
                print(
                    f"{'holds' if is_fine else 'FAILS'}  {name:24} {page_cost:7.0f} µs   file {file_cost:5.0f} µs"
                    f"   {ratio:5.1f} times, of {MAX_RATIO:.0f}",
                    flush=True,
                )
    return all_hold


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    players, requests = (64, 10 * THREADS) if options.quick else (1_024, 50 * THREADS)
    sys.exit(not measure_my_table(players, requests))


if __name__ == "__main__":
    main()
