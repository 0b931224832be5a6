"""An event of 200 players moves from one database to the other and back, and continues there as it would have here;
the same holds for lists, drafts, checks and everything else in the events of the demo.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.own_postgres import OwnPostgres
from tests.own_sqlite import ROOT, own_sqlite

pytestmark = [pytest.mark.postgres]

NEXT = """
from pairings.models import Match, Standing
from pairings.services.rounds import rounds
from tournaments.models import Tournament
event = Tournament.objects.get(slug="{slug}")
division = event.divisions.get()
for row in Standing.objects.filter(round__division=division).order_by("round__number", "place"):
    print(row.round.number, row.place, row.entry, row.points, row.owp.hex(), row.oowp.hex())
rounds.post(rounds.pair_next_round(division, by=None, seed=2026, additional=True), by=None)
for match in Match.objects.filter(round__division=division, round__number=4).order_by("position"):
    print(match.table, match.left, match.right, match.outcome)
for line in event.journal.exclude(kind="EventRestored").order_by("pk")[:{lines}]:
    print(line.kind, line.at.isoformat(), line.by_name)
for entry in division.entries.order_by("tie_break_number"):
    print(entry.tie_break_number, entry.sort_name, entry.player_number, entry.created_at.isoformat())
"""

MOVE = """
import json
from pathlib import Path
from floor.services.rehearsal import demo
from tests.floor.services.snapshots.full import fill
from tests.floor.services.snapshots.test_contents import contents
from core.models import Team
from tournaments.models import Tournament
from tournaments.services import snapshots
come, go = Path("{come}"), Path("{go}")
go.mkdir()
demo.create_demo_accounts()
events = []
for file in sorted(come.glob("*")):
    team = Team.objects.create(name=file.name)  # it knows none of the people: their order stays
    read, slug = file.read_bytes(), f"{{file.name}}{then}"
    events.append(snapshots.restore_event(read, by=None, trusted=True, slug=slug, organizer=team))
if not events:
    demo.create_demo()
    fill(Tournament.objects.get(slug="harbor-league-cup"))
    events = list(Tournament.objects.filter(slug__in=demo.SLUGS).order_by("slug"))
for event in events:
    (go / event.slug).write_bytes(snapshots.make_snapshot(event).data)
print(json.dumps([contents(event) for event in events], default=str, sort_keys=True))
"""
"""Restores every event of the demo from the files of one folder, and stores them in another folder."""

HOPS = ("tournaments.EventOrigin", "tournaments.JournalEvent", "tournaments.JournalSeal")
"""The models to which each restore adds a row at the end."""


class Home:
    """Stadium on a separate database, controlled by commands."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def goes_on(self, slug: str, lines: int) -> str:
        return self.run("shell", "-v0", "-c", NEXT.format(slug=slug, lines=lines))

    def moved(self, come: Path, go: Path, then: str = "") -> list[dict[str, list[object]]]:
        """Restore the events in folder `come`, store them in `go`, and return the contents of the demo's events."""
        return json.loads(self.run("shell", "-v0", "-c", MOVE.format(come=come, go=go, then=then)))

    def lines(self, slug: str) -> int:
        of_event = f"JournalEvent.objects.filter(tournament__slug='{slug}')"
        ask = f"from core.models import JournalEvent; print({of_event}.count())"
        return int(self.run("shell", "-v0", "-c", ask))


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(own_sqlite(tmp_path_factory.mktemp("laptop")))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    own = OwnPostgres()
    env = os.environ | {
        "STADIUM_VAR": str(tmp_path_factory.mktemp("server")),
        "DATABASE_URL": own.url,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    home = Home(env)
    home.run("migrate", "-v0")
    yield home
    own.remove()


def test_an_event_of_200_players_moves_to_a_server_and_back(laptop, server, tmp_path):
    play = ("--players", "200", "--rounds", "3", "--drops", "0.03", "--late", "0.02", "--ties", "0.1")
    slug = laptop.run("simulate_event", *play).splitlines()[-1]
    server.run("simulate_event", "--players", "8", "--rounds", "1", "--seed", "5")
    there, back = tmp_path / "there.stadium", tmp_path / "back.stadium"

    laptop.run("snapshot", slug, "-o", str(there))
    assert server.run("restore", str(there)) == slug
    server.run("snapshot", slug, "-o", str(back))
    assert laptop.run("restore", str(back), "--as", "home-again") == "home-again"

    lines = laptop.lines(slug)
    played = laptop.goes_on(slug, lines)
    assert played.count("\n") > 900
    assert server.goes_on(slug, lines) == played
    assert laptop.goes_on("home-again", lines) == played
    for home in (laptop, server):
        home.run("verify_journal")


def test_everything_of_the_demo_moves_to_a_server_and_back(laptop, server, tmp_path):
    """Lists, drafts, deck checks, penalties: each value of each row, by keys counted from 1."""
    here, there, back = (tmp_path / name for name in ("here", "there", "back"))
    made = laptop.moved(tmp_path / "nothing", here)
    assert len(made) == 4
    for found in (server.moved(here, there), laptop.moved(there, back, "-back")):
        for event, copy in zip(made, found, strict=True):
            assert event.keys() == copy.keys()
            for label, rows in event.items():
                same = copy[label][: len(rows)] if label in HOPS else copy[label]
                assert same == rows, label
    full = {label for event in made for label, rows in event.items() if rows}
    assert {"decks.Version", "decks.DraftMove", "checks.CheckTap", "floor.Penalty"} <= full
    for home in (laptop, server):
        home.run("verify_journal")
