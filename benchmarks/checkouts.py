"""Measure queries and CPU time of the main pages, compared with another checkout of this program.

    python -m benchmarks.checkouts ../before          this checkout and the one in ../before, in turn
    python -m benchmarks.checkouts                    only this one
    python -m benchmarks.checkouts ../before --only "door,my table"

Each checkout runs in a separate process with a separate SQLite file, in its own virtual environment if it has one, and
generates the same three events from the same seeds: one with 350 players in the middle of round 5, with lists and
picked deck checks; one whose first round is not posted; one with a finished cut. The checkouts take turns in answering
the request for a page. "result" enters the result of another open table each time, as the script of the desk does, and
requests the page that follows, if any. Responses are compressed, as for browsers. The CPU time of the process is
measured; between two requests, only caches inside the process are not cleared. "first" is the first request of a page,
"later" the fastest of the following requests, since other load can only slow them down; the last two columns are
ratios to the other checkout. A page may take at most 1.15 times as long as in the other checkout, with no additional
query. Otherwise the exit code is 1.

The modules that generate events were moved after the first versions; `import_first` tries each of their names.
"""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

MAX_RATIO = 1.15
TURNS = 20
SEED = 7
PLAYERS, ROUNDS = 350, 5
ROOT = Path(__file__).resolve().parents[1]
RESULT = "result"
"""The page that stands for entering a result at the desk; its address is that of the desk."""


def import_first(*names: str) -> ModuleType:
    """Import the first of these modules that exists in this checkout."""
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(" or ".join(names))


def first_function(module: ModuleType, *names: str) -> Callable[..., Any]:
    """Return the first of these functions that exists in this checkout."""
    return next(getattr(module, name) for name in names if hasattr(module, name))


def create_events_to_benchmark() -> dict[str, tuple[str, bool]]:
    """Create the events. Return the URL path of each page, and whether staff request it."""
    from django.test import Client

    from tournaments.models import PersonalLink, User

    play = import_first("floor.services.rehearsal", "pairings.services.rehearsal")
    lists = import_module(f"{play.__name__}.deck_lists")
    rounds = import_first("pairings.services.rounds.rounds", "pairings.services.rounds")
    staff_user = User.objects.create_superuser("staff", "", None)
    chance, now = Random(SEED), datetime.now(UTC)

    create = first_function(play, "create_rehearsal", "create")
    play_rounds = first_function(play, "play_rounds", "play")
    pair = first_function(rounds, "pair_next_round", "pair_next")
    event = create(by=staff_user, players=PLAYERS, name="Large", seed=SEED, published=True, starts_at=now)
    division = event.divisions.get()
    first_function(lists, "collect_demo_lists", "collect")(
        event, by=staff_user, until=now - timedelta(hours=14), chance=chance
    )
    play_rounds(division, number=ROUNDS - 1, chance=chance, by=staff_user)
    open_round = rounds.post(pair(division, by=staff_user, seed=SEED), by=staff_user)
    strengths = first_function(play, "random_strengths", "strengths")(division, chance)
    report = first_function(play, "report_at_random", "report")
    strengths_name = "strengths" if "strengths" in signature(report).parameters else "strong"
    report(
        open_round,
        chance=chance,
        by=staff_user,
        odds=play.Odds(),
        share=0.4,
        **{strengths_name: strengths},
    )
    staff = Client()
    staff.force_login(staff_user)
    staff.post(f"/e/{event.slug}/checks/pick", {"way": "random", "number": 24, "seed": SEED})
    playing = open_round.matches.filter(outcome="pending", right__isnull=False).order_by("position")[10]
    link = PersonalLink.objects.get_or_create(entry=playing.left, defaults={"token": "benchmark-token"})[0]

    unposted_event = create(by=staff_user, players=PLAYERS, name="Drawn", seed=SEED, starts_at=now)
    unposted = pair(unposted_event.divisions.get(), by=staff_user, seed=SEED)
    finished_event = create(
        by=staff_user,
        players=64,
        name="Over",
        seed=SEED,
        starts_at=now,
        published=True,
        structure="swiss_cut",
    )
    finished_event.divisions.update(rounds_planned=4, cut_size=8)
    play_rounds(finished_event.divisions.get(), number=4, chance=chance, by=staff_user)
    play.play_cut(finished_event.divisions.get(), chance=chance, by=staff_user)

    event_address, round_path = f"/e/{event.slug}", f"{division.pk}/{open_round.number}"
    review = f"/e/{unposted_event.slug}/round/{unposted.division_id}/{unposted.number}/review"
    return {
        "event, anybody": (f"{event_address}/", False),
        "event": (f"{event_address}/", True),
        "desk": (f"{event_address}/round/{round_path}", True),
        RESULT: (f"{event_address}/round/{round_path}", True),
        "review": (review, True),
        "pairings, anybody": (f"{event_address}/pairings", False),
        "pairings": (f"{event_address}/pairings", True),
        "tables": (f"{event_address}/tables", True),
        "standings, anybody": (f"{event_address}/standings", False),
        "standings": (f"{event_address}/standings", True),
        "my table": (f"/my/{link.token}", False),
        "my list": (f"/l/{link.token}", False),
        "match": (f"{event_address}/round/{round_path}/match/{playing.pk}", True),
        "floor": (f"{event_address}/floor", True),
        "deck checks": (f"{event_address}/checks", True),
        "lists": (f"{event_address}/lists", True),
        "players": (f"{event_address}/players", True),
        "door": (f"{event_address}/door", True),
        "journal": (f"{event_address}/journal", True),
        "schedule": (f"{event_address}/schedule", True),
        "settings": (f"{event_address}/settings", True),
        "files": (f"{event_address}/files", True),
        "print": (f"{event_address}/print", True),
        "tables.pdf": (f"{event_address}/print/tables.pdf", True),
        "slips.pdf": (f"{event_address}/print/slips.pdf", True),
        "bracket": (f"/e/{finished_event.slug}/cut", True),
        "bracket, anybody": (f"/e/{finished_event.slug}/cut", False),
        "home": ("/", False),
    }


def make_requester(page: str, address: str, client: "Client") -> Callable[[], Any]:
    """Return a function that requests a page, or enters the result of an open table and requests what follows.

    The function returns the last response. Opening the desk to enter a result is not part of the function.
    """
    if page != RESULT:
        return lambda: client.get(address)
    from pairings.models import Match

    number = int(address.rsplit("/", 1)[1])
    division = int(address.rsplit("/", 2)[1])
    open_tables = Match.objects.filter(
        round__division=division, round__number=number, outcome="pending", right__isnull=False
    )
    answer = client.get(address)
    content = answer.content
    if answer.get("Content-Encoding") == "gzip":
        content = gzip.decompress(content)
    since = re.search(r'name="since" value="([^"]*)"', content.decode())
    posted = {
        "table": open_tables.order_by("table").values_list("table", flat=True)[0],
        "result": "1",
        "since": since[1] if since else "",
    }

    def enter_result() -> Any:
        answer = client.post(f"{address}/result", posted, headers={"HX-Request": "true"})
        if answer.status_code == 302:
            return client.get(answer["Location"], headers={"HX-Request": "true"})
        return answer

    return enter_result


def serve_benchmark_pages() -> None:
    """Write the page names to stdout as JSON, then the cost of each page requested on stdin.

    A request is a line of JSON: the name of the page, and whether to count queries or to measure CPU time.
    """
    import django

    django.setup()
    from django.conf import settings
    from django.core.cache import cache
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournaments.models import User

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    pages = create_events_to_benchmark()
    anybody, staff = (Client(headers={"Accept-Encoding": "gzip"}) for _client in range(2))
    staff.force_login(User.objects.get(username="staff"))
    sys.stdout.write(json.dumps(list(pages)) + "\n")
    sys.stdout.flush()
    for line in sys.stdin:
        request = json.loads(line)
        address, by_staff = pages[request["page"]]
        make_request = make_requester(request["page"], address, staff if by_staff else anybody)
        cache.clear()
        measurement: dict[str, Any] = {}
        if request["count"]:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                response = make_request()
            measurement["queries"] = len(queries)
        else:
            start = time.process_time()
            response = make_request()
            measurement["ms"] = (time.process_time() - start) * 1000
        measurement |= {"status": response.status_code, "size": len(response.getvalue())}
        sys.stdout.write(json.dumps(measurement) + "\n")
        sys.stdout.flush()


class BenchmarkedCheckout:
    """A process that serves the pages of one checkout."""

    def __init__(self, root: Path, folder: Path) -> None:
        folder.mkdir()
        self.root = root
        own_python = root / ".venv/bin/python"
        python = str(own_python) if own_python.exists() else sys.executable
        self.process = subprocess.Popen(
            # Without -P, the modules beside this file would hide the program's own.
            [python, "-P", str(Path(__file__).resolve()), "--serve"],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ
            | {
                "PYTHONPATH": str(root),
                "PYTHONHASHSEED": "0",
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": f"sqlite:///{folder / 'pages.sqlite3'}",
                "VAR_DIR": str(folder),  # for older checkouts
                "STADIUM_VAR": str(folder),
                "REDIS_URL": "",
                "DEBUG": "0",
            },
        )

    def read(self) -> Any:
        """Return the next line of JSON from the process. Exits if the process has ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the process in {self.root} ended")
        return json.loads(line)

    def request(self, page: str, *, count: bool = False) -> dict[str, Any]:
        """Request a page and return its cost: the queries with `count`, or else the CPU time."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"page": page, "count": count}) + "\n")
        self.process.stdin.flush()
        measurement: dict[str, Any] = self.read()
        return measurement

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure_pages(checkouts: list[BenchmarkedCheckout], only: set[str]) -> bool:
    """Measure every page in every checkout, or those in `only`. Return whether all are within limits."""
    page_names = [checkout.read() for checkout in checkouts]
    head = f"{'first ms':>10}{'later ms':>10}{'queries':>9}{'kB':>6}"
    print(
        f"{'':28}" + " |".join(head for _ in checkouts) + ("    first   later" if len(checkouts) > 1 else "")
    )
    all_hold = True
    for page in page_names[0]:
        if only and page not in only:
            continue
        times_by_checkout: list[list[float]] = [[] for _ in checkouts]
        for turn in range(TURNS + 1):
            for number in range(len(checkouts)) if turn % 2 else reversed(range(len(checkouts))):
                times_by_checkout[number].append(checkouts[number].request(page)["ms"])
        query_counts = [checkout.request(page, count=True) for checkout in checkouts]
        cells = " |".join(
            f"{first:>10.1f}{min(later):>10.1f}{count['queries']:>9}{count['size'] / 1000:>6.0f}"
            for (first, *later), count in zip(times_by_checkout, query_counts, strict=True)
        )
        is_fine = all(count["status"] == 200 for count in query_counts)
        if len(checkouts) > 1:
            (first, *later), (first_there, *later_there) = times_by_checkout
            ratio = min(later) / min(later_there)
            is_fine &= ratio <= MAX_RATIO and query_counts[0]["queries"] <= query_counts[1]["queries"]
            cells += f"{first / first_there:>9.2f}{ratio:>8.2f}"
        all_hold &= is_fine
        print(f"{'holds' if is_fine else 'FAILS'}  {page:21}{cells}", flush=True)
        if not all(count["status"] == 200 for count in query_counts):
            print(f"       answered {[count['status'] for count in query_counts]}")
    return all_hold


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", nargs="?", type=Path, help="the folder of the other checkout")
    parser.add_argument("--only", default="", help="some pages, by the names that are printed, with commas")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve_benchmark_pages()
    roots = [ROOT, *([options.other.resolve()] if options.other else [])]
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [
            BenchmarkedCheckout(root, Path(folder) / str(number)) for number, root in enumerate(roots)
        ]
        holds = measure_pages(checkouts, {name.strip() for name in options.only.split(",")} - {""})
        for checkout in checkouts:
            checkout.end()
    sys.exit(not holds)


if __name__ == "__main__":
    main()
