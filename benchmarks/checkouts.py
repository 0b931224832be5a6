"""What the main pages cost, in queries and CPU time, against another checkout of this program.

    python -m benchmarks.checkouts ../before          this checkout and the one in ../before, turn by turn
    python -m benchmarks.checkouts                    this one alone
    python -m benchmarks.checkouts ../before --only "door,my table"

Each checkout runs in a process of its own, on the same made-up events from the same seeds in a SQLite file of its own:
one of 256 players in the middle of round 5, with lists and picked deck checks; one whose first round is not posted;
one with a finished cut. Pages are asked for by their addresses, in turns, in CPU time of the process that answers;
nothing is cached between two requests but what a process keeps for itself. "first" is the first request of a page,
"later" the least of those that follow, for whatever else a machine does only adds; the last two columns are times the
other checkout. A page may take at most
1.15 times as long as in the other checkout, and no more queries. Leaves with 1 if one does.

What the events are made with has moved since the first versions: `first_of` names the places of each.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

MOST = 1.15
TURNS = 20
SEED = 7
PLAYERS, ROUNDS = 256, 5
HERE = Path(__file__).resolve().parents[1]


def first_of(*names: str) -> ModuleType:
    """The module that has one of these names in this checkout."""
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(" or ".join(names))


def addresses() -> dict[str, tuple[str, bool]]:
    """Make the events; the address of each page, and whether staff ask for it."""
    from django.test import Client

    from tournaments.models import PersonalLink, User

    play = first_of("floor.services.rehearsal", "pairings.services.rehearsal")
    lists = import_module(f"{play.__name__}.deck_lists")
    rounds = first_of("pairings.services.rounds.rounds", "pairings.services.rounds")
    by = User.objects.create_superuser("staff", "", None)
    chance, now = Random(SEED), datetime.now(UTC)

    event = play.create(by=by, players=PLAYERS, name="Large", seed=SEED, published=True, starts_at=now)
    division = event.divisions.get()
    lists.collect(event, by=by, until=now - timedelta(hours=14), chance=chance)
    play.play(division, number=ROUNDS - 1, chance=chance, by=by)
    open_ = rounds.post(rounds.pair_next(division, by=by, seed=SEED), by=by)
    strong = play.strengths(division, chance)
    play.report(open_, chance=chance, strong=strong, by=by, odds=play.Odds(), share=0.4)
    staff = Client()
    staff.force_login(by)
    staff.post(f"/e/{event.slug}/checks/pick", {"way": "random", "number": 24, "seed": SEED})
    playing = open_.matches.filter(outcome="pending", right__isnull=False).order_by("position")[10]
    link = PersonalLink.objects.get_or_create(entry=playing.left, defaults={"token": "benchmark-token"})[0]

    drawn = play.create(by=by, players=PLAYERS, name="Drawn", seed=SEED, starts_at=now)
    unposted = rounds.pair_next(drawn.divisions.get(), by=by, seed=SEED)
    over = play.create(
        by=by, players=64, name="Over", seed=SEED, starts_at=now, published=True, structure="swiss_cut"
    )
    over.divisions.update(rounds_planned=4, cut_size=8)
    play.play(over.divisions.get(), number=4, chance=chance, by=by)
    play.play_cut(over.divisions.get(), chance=chance, by=by)

    at, of = f"/e/{event.slug}", f"{division.pk}/{open_.number}"
    review = f"/e/{drawn.slug}/round/{unposted.division_id}/{unposted.number}/review"
    return {
        "event, anybody": (f"{at}/", False),
        "event": (f"{at}/", True),
        "desk": (f"{at}/round/{of}", True),
        "review": (review, True),
        "pairings, anybody": (f"{at}/pairings", False),
        "pairings": (f"{at}/pairings", True),
        "tables": (f"{at}/tables", True),
        "standings, anybody": (f"{at}/standings", False),
        "standings": (f"{at}/standings", True),
        "my table": (f"/my/{link.token}", False),
        "my list": (f"/l/{link.token}", False),
        "match": (f"{at}/round/{of}/match/{playing.pk}", True),
        "floor": (f"{at}/floor", True),
        "deck checks": (f"{at}/checks", True),
        "lists": (f"{at}/lists", True),
        "players": (f"{at}/players", True),
        "door": (f"{at}/door", True),
        "journal": (f"{at}/journal", True),
        "schedule": (f"{at}/schedule", True),
        "settings": (f"{at}/settings", True),
        "files": (f"{at}/files", True),
        "print": (f"{at}/print", True),
        "tables.pdf": (f"{at}/print/tables.pdf", True),
        "slips.pdf": (f"{at}/print/slips.pdf", True),
        "bracket": (f"/e/{over.slug}/cut", True),
        "bracket, anybody": (f"/e/{over.slug}/cut", False),
        "home": ("/", False),
    }


def serve() -> None:
    """Answer on stdout, a line of JSON each: the pages, then what one request of the page named on stdin cost."""
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
    pages = addresses()
    anybody, staff = Client(), Client()
    staff.force_login(User.objects.get(username="staff"))
    sys.stdout.write(json.dumps(list(pages)) + "\n")
    sys.stdout.flush()
    for line in sys.stdin:
        request = json.loads(line)
        address, by_staff = pages[request["page"]]
        client = staff if by_staff else anybody
        cache.clear()
        answer: dict[str, Any] = {}
        if request["count"]:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                reply = client.get(address)
            answer["queries"] = len(queries)
        else:
            start = time.process_time()
            reply = client.get(address)
            answer["ms"] = (time.process_time() - start) * 1000
        answer |= {"status": reply.status_code, "size": len(reply.getvalue())}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


class Checkout:
    """A process that answers for one checkout."""

    def __init__(self, root: Path, folder: Path) -> None:
        folder.mkdir()
        self.root = root
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--serve"],
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
                "VAR_DIR": str(folder),  # older checkouts
                "STADIUM_VAR": str(folder),
                "REDIS_URL": "",
                "DEBUG": "0",
            },
        )

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the process in {self.root} ended")
        return json.loads(line)

    def request(self, page: str, *, count: bool = False) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"page": page, "count": count}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = self.read()
        return answer

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure(checkouts: list[Checkout], only: set[str]) -> bool:
    """Every page in every checkout; whether the claims hold."""
    known = [checkout.read() for checkout in checkouts]
    head = f"{'first ms':>10}{'later ms':>10}{'queries':>9}{'kB':>6}"
    print(
        f"{'':28}" + " |".join(head for _ in checkouts) + ("    first   later" if len(checkouts) > 1 else "")
    )
    holds = True
    for page in known[0]:
        if only and page not in only:
            continue
        spent: list[list[float]] = [[] for _ in checkouts]
        for turn in range(TURNS + 1):
            for number in range(len(checkouts)) if turn % 2 else reversed(range(len(checkouts))):
                spent[number].append(checkouts[number].request(page)["ms"])
        counted = [checkout.request(page, count=True) for checkout in checkouts]
        cells = " |".join(
            f"{first:>10.1f}{min(later):>10.1f}{seen['queries']:>9}{seen['size'] / 1000:>6.0f}"
            for (first, *later), seen in zip(spent, counted, strict=True)
        )
        fine = all(seen["status"] == 200 for seen in counted)
        if len(checkouts) > 1:
            (first, *later), (was_first, *was_later) = spent
            ratio = min(later) / min(was_later)
            fine &= ratio <= MOST and counted[0]["queries"] <= counted[1]["queries"]
            cells += f"{first / was_first:>9.2f}{ratio:>8.2f}"
        holds &= fine
        print(f"{'holds' if fine else 'FAILS'}  {page:21}{cells}", flush=True)
        if not all(seen["status"] == 200 for seen in counted):
            print(f"       answered {[seen['status'] for seen in counted]}")
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", nargs="?", type=Path, help="the folder of the other checkout")
    parser.add_argument("--only", default="", help="some pages, by the names that are printed, with commas")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve()
    roots = [HERE, *([options.other.resolve()] if options.other else [])]
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [Checkout(root, Path(folder) / str(turn)) for turn, root in enumerate(roots)]
        holds = measure(checkouts, {one.strip() for one in options.only.split(",")} - {""})
        for checkout in checkouts:
            checkout.end()
    sys.exit(not holds)


if __name__ == "__main__":
    main()
