"""Measure the bytes sent after a result is entered: to the desk that entered it, and to another open desk.

    python -m benchmarks.desk                     350 players
    python -m benchmarks.desk --players 4096

The first desk enters a result by htmx. The second one requests the news, and follows the link in the response, if any.
Both accept compressed responses, as browsers do. The figures are medians of the bytes of responses before compression,
and of the CPU time of this process, which includes the compression. The database
is a SQLite file in a temporary folder. Exits with 1 if a desk receives more than 10 kB.
"""

import argparse
import gzip
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
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from pairings.models import Match, Round

MAX_KB, TURNS, ROUNDS = 10.0, 15, 3
NEWS = re.compile(r'hx-get="([^"]*/news[^"]*)"')
LINK = re.compile(r'href="([^"]*/round[^"]*)"')


@dataclass(frozen=True, slots=True)
class Cost:
    """The size of responses before compression, and the CPU time of requesting them."""

    kilobytes: float
    milliseconds: float


def measure_cost(work: Callable[[], "list[Answer]"]) -> Cost:
    """Return the cost of `work`, which returns the responses that it requested."""
    start = time.process_time()
    answers = work()
    spent = time.process_time() - start
    return Cost(sum(len(plain_content(answer)) for answer in answers) / 1000, spent * 1000)


def plain_content(answer: "Answer") -> bytes:
    """Return the content of a response without compression."""
    return gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content


def create_posted_round(players: int) -> "Round":
    """Create an event with `players` players and ROUNDS rounds, and return its next round, posted."""
    from benchmarks.round import create_played_event
    from pairings.services.rounds import rounds

    return rounds.post(rounds.pair_next_round(create_played_event(players, ROUNDS), by=None, seed=5), by=None)


def enter_result_at_desk(desk: "Client", page: str, match: "Match") -> "list[Answer]":
    """Enter a result as the script of the desk does. Return the responses."""
    since = re.search(r'name="since" value="([^"]*)"', page)
    posted = {"table": match.table, "result": "1", "since": since[1] if since else ""}
    path = f"/e/{match.round.division.tournament.slug}/round/{match.round.division_id}/{match.round.number}/result"
    answers: list[Answer] = [desk.post(path, posted, headers={"HX-Request": "true"})]
    if answers[0].status_code == 302:
        answers.append(desk.get(answers[0]["Location"], headers={"HX-Request": "true"}))
    return answers


def request_news(desk: "Client", page: str) -> "list[Answer]":
    """Request the news since `page`, and follow the link to the changes if the response offers one.

    Return the responses.
    """
    url = NEWS.search(page)
    assert url
    answers: list[Answer] = [desk.get(url[1].replace("&amp;", "&"), headers={"HX-Request": "true"})]
    content = plain_content(answers[0]).decode()
    link = LINK.search(content)
    if "Show them" in content and link:
        answers.append(desk.get(link[1].replace("&amp;", "&")))
    return answers


def measure_desks(players: int) -> bool:
    """Measure both desks after each result. Return whether neither receives more than MAX_KB."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from tournaments.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    round_ = create_posted_round(players)
    first, second = (Client(headers={"Accept-Encoding": "gzip"}) for _desk in range(2))
    staff = User.objects.create_superuser("staff", "", None)
    for desk in (first, second):
        desk.force_login(staff)
    url = f"/e/{round_.division.tournament.slug}/round?division={round_.division_id}"
    whole, entries, news = [], [], []
    matches = list(round_.matches.filter(right__isnull=False).defer("round__draw").order_by("table"))
    for match in matches[1 : TURNS + 1]:
        pages: list[Answer] = []

        def open_page() -> "list[Answer]":
            pages.append(first.get(url))  # noqa: B023
            return pages  # noqa: B023

        whole.append(measure_cost(open_page))
        page = plain_content(pages[0]).decode()
        entries.append(measure_cost(lambda: enter_result_at_desk(first, page, match)))  # noqa: B023
        news.append(measure_cost(lambda: request_news(second, page)))  # noqa: B023
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
        holds = measure_desks(options.players)
    sys.exit(not holds)


if __name__ == "__main__":
    main()
