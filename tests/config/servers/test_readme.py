"""The README alone: in a clean copy of the source, with a Python without packages, each of its commands does what it
says.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.cards.cards import CARDS, zipped
from tests.config.servers.own_server import PASSED_ON, a_free_port
from tests.config.test_bootstrap import ROOT, in_the_readme
from tests.decks.lists import LEGAL
from tests.floor.management.test_resolve_match import MATCH
from tests.pairings import tom_files

pytestmark = pytest.mark.slow

RESULTS = "round,table,player,opponent,result\n1,1,Ana,Ben,W\n1,1,Ben,Ana,L\n1,,Cai,BYE,W\n"
STATE = '{"players": [{"id": 1, "points": 0, "opponents": []}, {"id": 2, "points": 0, "opponents": []}]}\n'
PODS = {"id": "A", "kind": "pods", "input": {"style": "booster", "players": 16}}


@dataclass(frozen=True)
class Copy:
    """A clean copy of the source, with no other data than its own."""

    folder: Path

    def run(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        command = [bare_python(), "manage.py", *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode in codes, (arguments, done.returncode, done.stdout[-500:], done.stderr[-2000:])
        return done.stdout

    @contextmanager
    def served(self, *arguments: str) -> Iterator[str]:
        """Yield the URL printed by a command that serves until it is stopped."""
        command = [bare_python(), "-u", "manage.py", *arguments, "--port", str(a_free_port())]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment() | {"PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            try:
                said = ""
                while not (found := re.search(r"http://[\w.]+:\d+/", said)):
                    line = process.stdout.readline()
                    assert line, said
                    said += line
                yield found.group()
            finally:
                os.killpg(process.pid, 15)

    def written(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name


def bare_python() -> str:
    """Return the Python from which environments are created."""
    return str(getattr(sys, "_base_executable", sys.executable))


def environment() -> dict[str, str]:
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | {"BROWSER": "true"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Copy the source without generated files; its first command creates the environment."""
    folder = tmp_path_factory.mktemp("stadium")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this source is no checkout of Git")
    names = [name for name in listed.stdout.decode().split("\0") if name and not name.startswith("tests/")]
    for name in names:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    made = Copy(folder)
    first = [bare_python(), "manage.py", "pair_states", "/dev/null"]
    done = subprocess.run(
        first, cwd=folder, env=environment(), capture_output=True, text=True, timeout=900, check=False
    )
    if done.returncode:
        pytest.skip(f"no environment without the package index: {done.stderr[-200:]}")
    assert (folder / ".venv").is_dir()
    return made


def test_a_newcomer_opens_what_serve_prints(copy: Copy) -> None:
    with copy.served("serve") as address:
        assert "Set up Stadium" in page_of(address)


def test_the_demo_shows_a_cup(copy: Copy) -> None:
    with copy.served("demo") as address:
        page = page_of(f"{address}events")
        assert "Cup" in page
        (sheet,) = re.findall(r'href="/(static/css/stadium[^"]*)"', page)
        assert "@import" not in page_of(f"{address}{sheet}"), "each part of the styles would be a request"


def page_of(address: str) -> str:
    """Return the page as soon as the server listens."""
    until = monotonic() + 120
    while True:
        try:
            with urlopen(address) as answer:
                return str(answer.read().decode())
        except URLError:
            assert monotonic() < until, address
            sleep(0.2)


def test_every_other_command_of_the_readme_runs(copy: Copy) -> None:
    ran = {words[0] for words in in_the_readme()} - {"serve", "demo", "test"}
    assert ran == set(COMMANDS), "a command of the README without its step here, or the other way around"
    copy.run("migrate", "-v0")
    slugs: dict[str, str] = {}
    for step in COMMANDS.values():
        step(copy, slugs)


def simulate_event(copy: Copy, slugs: dict[str, str]) -> None:
    said = copy.run("simulate_event", "--players", "64", "--rounds", "6", "--seed", "1")
    slugs["over"] = said.split()[-1]


def rehearse(copy: Copy, slugs: dict[str, str]) -> None:
    """Run it without delays: in real time, as in the README, it takes the hours of an event."""
    said = copy.run("rehearse", "--players", "64", "--pace", "0", "--rounds", "1")
    slugs["rehearsal"] = said.split()[-1]


def export_tdf(copy: Copy, slugs: dict[str, str]) -> None:
    copy.run("export_tdf", slugs["over"], "-o", "over.tdf")
    assert b"<tournament" in (copy.folder / "over.tdf").read_bytes()


def import_tdf(copy: Copy, slugs: dict[str, str]) -> None:
    slugs["new"] = copy.run("import_tdf", copy.written("new.tdf", tom_files.swiss(8))).split()[-1]


def pair_round(copy: Copy, slugs: dict[str, str]) -> None:
    assert copy.run("pair_round", slugs["new"], "--seed", "5")


def standings(copy: Copy, slugs: dict[str, str]) -> None:
    assert len(json.loads(copy.run("standings", slugs["over"], "--format", "json"))) > 0
    given = ("--results", copy.written("results.csv", RESULTS), "--swiss-rounds", "1")
    assert "Ana" in copy.run("standings", *given)


def pair_states(copy: Copy, _slugs: dict[str, str]) -> None:
    assert "pairs" in json.loads(copy.run("pair_states", copy.written("states.jsonl", STATE)))


def resolve_match(copy: Copy, _slugs: dict[str, str]) -> None:
    assert "sentence" in json.loads(copy.run("resolve_match", copy.written("match.json", json.dumps(MATCH))))


def import_cards(copy: Copy, _slugs: dict[str, str]) -> None:
    assert copy.run("import_cards", copy.written("cards.zip", zipped(*CARDS)))


def check_deck(copy: Copy, _slugs: dict[str, str]) -> None:
    assert copy.run("check_deck", copy.written("deck.txt", LEGAL), codes=(0, 1))


def draft_plan(copy: Copy, _slugs: dict[str, str]) -> None:
    assert json.loads(copy.run("draft_plan", copy.written("draft.json", json.dumps(PODS))))


def pick_deck_checks(copy: Copy, slugs: dict[str, str]) -> None:
    assert copy.run("pick_deck_checks", slugs["rehearsal"])


def snapshot(copy: Copy, slugs: dict[str, str]) -> None:
    """Also restore the event with `restore`, as its line says."""
    copy.run("snapshot", slugs["over"], "-o", "over.stadium")
    assert "as-it-was" in copy.run("restore", "over.stadium", "--as", "as-it-was")


def backup(copy: Copy, _slugs: dict[str, str]) -> None:
    """Also restore the installation with `restore_backup`, over this one."""
    copy.run("backup", "-o", "all.backup")
    copy.run("restore_backup", "all.backup", "--over")


def verify_journal(copy: Copy, slugs: dict[str, str]) -> None:
    assert "agrees with its seals" in copy.run("verify_journal", slugs["over"])


def seal_journal(copy: Copy, slugs: dict[str, str]) -> None:
    assert "sealed" not in copy.run("seal_journal", slugs["over"])


def update_cards(copy: Copy, _slugs: dict[str, str]) -> None:
    """Without an answer to its question it connects to nothing."""
    assert "Nothing was changed." in copy.run("update_cards")


STEPS = (
    *(simulate_event, rehearse, export_tdf, import_tdf, pair_round, standings, pair_states, resolve_match),
    *(import_cards, update_cards, check_deck, draft_plan, pick_deck_checks, snapshot, backup, verify_journal),
    seal_journal,
)
COMMANDS: dict[str, Callable[[Copy, dict[str, str]], None]] = {step.__name__: step for step in STEPS}
"""Commands in an order in which each has what it needs."""
