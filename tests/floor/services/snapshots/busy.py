"""Plays events and stores snapshots in a process that is killed repeatedly; each finished step writes a line.

`python -m tests.floor.services.snapshots.busy FILE TIMES`: FILE gets the lines. Each process first compares database
and snapshots with the lines of earlier processes; after the last kill, a process does only that.
"""

import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

import django

django.setup()

from django.utils import timezone  # noqa: E402

from core.engine.snapshots import file  # noqa: E402
from core.models import JournalEvent  # noqa: E402
from core.queries import seals as stored  # noqa: E402
from core.services.snapshots import home_folder  # noqa: E402
from floor.services import rehearsal  # noqa: E402
from pairings.engine.outcomes import Outcome  # noqa: E402
from pairings.models import Match  # noqa: E402
from pairings.services.reports import results  # noqa: E402
from pairings.services.reports.results import MatchResult  # noqa: E402
from pairings.services.rounds import rounds  # noqa: E402
from tournaments.models import Tournament  # noqa: E402
from tournaments.services import events, snapshots  # noqa: E402

LINE = "tournaments.JournalEvent"
MATCH = "pairings.Match"

MAX_STEPS = 24
LONGEST = 0.3
"""Maximum seconds between the last awaited step and the kill, about the duration of one or two steps."""


def acknowledge(**facts: Any) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def check(acknowledged: list[dict[str, Any]]) -> None:
    """Raise AssertionError if something that was acknowledged is not stored."""
    for event in Tournament.objects.all():
        verified = stored.verify_journal(event, now=timezone.now())
        assert not verified.faults, (event.slug, verified.faults)
    done = {one["line"] for one in acknowledged if "line" in one}
    assert set(JournalEvent.objects.filter(pk__in=done).values_list("pk", flat=True)) == done
    results = {one["match"]: one["outcome"] for one in acknowledged if "match" in one}
    assert dict(Match.objects.filter(pk__in=results).values_list("pk", "outcome")) == results
    made = [at for at, one in enumerate(acknowledged) if "name" in one]
    for at in made[-3:]:
        _check_snapshot(acknowledged[at], acknowledged[:at])


def _check_snapshot(one: dict[str, Any], before: list[dict[str, Any]]) -> None:
    """Check that it has exactly the results acknowledged before it, and restores to the same journal."""
    event = Tournament.objects.get(pk=one["event"])
    data = home_folder.read_snapshot(event, one["name"])
    snapshot = file.unpack_snapshot(data)
    keys = [row["id"] for row in snapshot.tables[LINE].dicts()]
    assert max(keys) == one["upto"], one
    rows = {row["id"]: row["outcome"] for row in snapshot.tables[MATCH].dicts() if row["right_id"]}
    entered = {key: outcome for key, outcome in rows.items() if outcome != Outcome.PENDING}
    assert entered == {row["match"]: row["outcome"] for row in before if row.get("match") in rows}, one
    back = snapshots.restore_event(data, by=None, trusted=True)
    facts = ("kind", "at", "by_name")
    here = event.journal.filter(pk__lte=one["upto"]).order_by("pk").values_list(*facts)
    there = back.journal.order_by("pk").values_list(*facts)
    assert list(there)[:-1] == list(here)
    assert not stored.verify_journal(back, now=timezone.now()).faults
    events.delete_event(back, by=None, typed_name=back.name)


def play(chance: Random) -> None:
    """Play one event after the other."""
    while True:
        event = rehearsal.create_rehearsal(by=None, players=8)
        division = event.divisions.get()
        for _number in range(3):
            rounds.post(rounds.pair_next_round(division, by=None), by=None)
            _step(event, chance)
            round_ = division.rounds.latest("number")
            for match in round_.matches.filter(right__isnull=False):
                outcome = chance.choice([Outcome.LEFT, Outcome.RIGHT])
                results.enter_result(match, MatchResult(outcome), by=None)
                _step(event, chance, match=match.pk, outcome=outcome)
            rounds.close_round(round_, by=None)
            _step(event, chance)


def _step(event: Tournament, chance: Random, **result: Any) -> None:
    newest = event.journal.latest("pk").pk
    acknowledge(line=newest, **result)
    if chance.random() < 0.4:
        acknowledge(name=home_folder.save_snapshot(event), event=event.pk, upto=newest)


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def start(log: Path, seed: int | None) -> tuple[int, int]:
    """Fork a process that checks and, with a seed, plays; return it and the pipe with its lines."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    try:
        os.dup2(write, sys.stdout.fileno())
        check(lines_of(log))
        acknowledge(checked=True)
        if seed is not None:
            play(Random(seed))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def kill_after_steps(log: Path, seed: int, chance: Random) -> None:
    """Start a process, kill it at a moment after some of its steps, and store the lines that it wrote completely."""
    child, read = start(log, seed)
    with os.fdopen(read) as output:
        assert json.loads(output.readline()) == {"checked": True}
        whole = [output.readline() for _step in range(chance.randint(0, MAX_STEPS))]
        time.sleep(chance.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        whole += [line for line in output.read().splitlines(keepends=True) if line.endswith("\n")]
    _pid, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    with log.open("a") as lines:
        lines.writelines(whole)


def main(log: Path, times: int) -> None:
    log.touch()
    chance = Random(times)
    for number in range(times):
        kill_after_steps(log, number, chance)
    child, _read = start(log, None)
    assert os.waitpid(child, 0)[1] == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
