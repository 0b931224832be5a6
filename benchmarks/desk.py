"""Measure the bytes sent after a result is entered: to the desk that entered it, and to another open desk.

    python -m benchmarks.desk                     350 players
    python -m benchmarks.desk --players 4096

The first desk enters a result by htmx. The second one requests the news, and follows the link in the response, if any.
The figures are medians of the bytes of responses before compression, and of the CPU time of this process. The database
is a SQLite file in a temporary folder. Exits with 1 if a desk receives more than 10 kB.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from pairings.models import Match, Round

MAX_KB, TURNS, ROUNDS = 10.0, 15, 3
NEWS = re.compile(r'hx-get="([^"]*/news[^"]*)"')
LINK = re.compile(r'href="([^"]*/round[^"]*)"')


@dataclass(frozen=True, slots=True)
class Cost:
    kilobytes: float
    milliseconds: float


def measure_cost(work: Callable[[], int]) -> Cost:
    """Return the cost of `work`, which returns a number of bytes."""
    start = time.process_time()
    size = work()
    return Cost(size / 1000, (time.process_time() - start) * 1000)


def posted_round(players: int) -> "Round":
    from benchmarks.round import played
    from pairings.services.rounds import rounds

    return rounds.post(rounds.pair_next(played(players, ROUNDS), by=None, seed=5), by=None)


def size_of_entry(desk: "Client", page: str, match: "Match") -> int:
    """Enter a result as the script of the desk does. Return the number of bytes of the responses."""
    since = re.search(r'name="since" value="([^"]*)"', page)
    posted = {"table": match.table, "result": "1", "since": since[1] if since else ""}
    path = f"/e/{match.round.division.tournament.slug}/round/{match.round.division_id}/{match.round.number}/result"
    answer = desk.post(path, posted, headers={"HX-Request": "true"})
    size = len(answer.content)
    if answer.status_code == 302:
        size += len(desk.get(answer["Location"], headers={"HX-Request": "true"}).content)
    return size


def size_of_news(desk: "Client", page: str) -> int:
    """Request the news since `page`, and follow the link in the response. Return the bytes of both responses."""
    url = NEWS.search(page)
    assert url
    answer = desk.get(url[1].replace("&amp;", "&"), headers={"HX-Request": "true"})
    size, link = len(answer.content), LINK.search(answer.content.decode())
    if "Show them" in answer.content.decode() and link:
        size += len(desk.get(link[1].replace("&amp;", "&")).content)
    return size


def measure(players: int) -> bool:
    """Measure both desks in turn. Return whether the claim holds."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from tournaments.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    round_ = posted_round(players)
    first, second = Client(), Client()
    staff = User.objects.create_superuser("staff", "", None)
    for desk in (first, second):
        desk.force_login(staff)
    url = f"/e/{round_.division.tournament.slug}/round?division={round_.division_id}"
    whole, entries, news = [], [], []
    matches = list(round_.matches.filter(right__isnull=False).defer("round__draw").order_by("table"))
    for match in matches[1 : TURNS + 1]:
        pages: list[str] = []

        def open_page() -> int:
            pages.append(first.get(url).content.decode())  # noqa: B023
            return len(pages[-1].encode())  # noqa: B023

        whole.append(measure_cost(open_page))
        entries.append(measure_cost(lambda: size_of_entry(first, pages[0], match)))  # noqa: B023
        news.append(measure_cost(lambda: size_of_news(second, pages[0])))  # noqa: B023
    print(f"{'':24}{'kB':>8}{'ms':>8}")
    all_hold = True
    for name, costs in (("the whole page", whole), ("a result entered", entries), ("another desk", news)):
        size, spent = median(cost.kilobytes for cost in costs), median(cost.milliseconds for cost in costs)
        is_fine = costs is whole or size <= MAX_KB
        all_hold &= is_fine
        print(f"{'holds' if is_fine else 'FAILS'}  {name:17}{size:>8.1f}{spent:>8.1f}", flush=True)
    return all_hold


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=350)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATABASE_URL": f"sqlite:///{Path(folder) / 'desk.sqlite3'}", "REDIS_URL": ""}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        holds = measure(options.players)
    sys.exit(not holds)


if __name__ == "__main__":
    main()
