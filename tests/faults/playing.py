"""An event whose every step is done by a process that is killed at a random instant, until one process finishes it.

`python -m tests.faults.playing KILLS PLAYERS ROUNDS SEED` plays on the database of the environment and prints the
results as JSON. A child is forked for each step, so that a kill does not cost a start of the program.
"""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import django

from core import stamps

LONGEST = 0.04
"""The maximum number of seconds that a child lives before it is killed."""

Acknowledge = Callable[[str], None]


@dataclass
class Tally:
    """What children reported as done before they died: outcomes by match, and how often one was killed."""

    kills: int = 0
    acknowledged: dict[int, str] = field(default_factory=dict)


def main(kills: int, players: int, rounds: int, seed: int) -> dict[str, object]:
    from django.db import connections

    from floor.services import rehearsal
    from tournaments.services import divisions

    chance, tally = Random(seed), Tally()
    event = rehearsal.create_rehearsal(by=None, players=players, seed=seed)
    division = divisions.change_division(event.divisions.get(), by=None, rounds_planned=rounds)
    connections.close_all()
    for number in range(1, rounds + 1):
        share = kills * number // rounds
        _until_done(lambda _acknowledge, number=number: _draw(division.pk, number), tally, chance, share)
        _until_done(
            lambda acknowledge, number=number: _report(division.pk, number, acknowledge), tally, chance, share
        )
        _until_done(lambda _acknowledge, number=number: _close(division.pk, number), tally, chance, share)
    return _found(event.pk, tally)


def _until_done(step: Callable[[Acknowledge], object], tally: Tally, chance: Random, kills: int) -> None:
    """Let children do a step, each killed sooner or later while kills are left; the last one may finish it."""
    while True:
        after = chance.uniform(0, LONGEST) if tally.kills < kills else None
        if _child(step, tally, after):
            return


def _child(step: Callable[[Acknowledge], object], tally: Tally, after: float | None) -> bool:
    """Return whether the child finished; `after`: seconds until it is killed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        stamps.STAMPS = stamps.Stamps()  # its files belong to the previous process
        try:
            step(lambda words: os.write(write, f"{words}\n".encode()) and None)
        except BaseException as error:  # otherwise the child would continue as its parent
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
            os._exit(1)
        os._exit(0)
    os.close(write)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(read) as lines:
        for line in lines:
            match, _, outcome = line.strip().partition(" ")
            tally.acknowledged[int(match)] = outcome
    _pid, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        tally.kills += 1
        return False
    if status:
        raise SystemExit("a step failed by itself")
    return True


def _draw(division: int, number: int) -> None:
    """Pair and post the round, whatever an earlier process has done of it."""
    from pairings.models import Round
    from pairings.services.rounds import rounds
    from tournaments.models import Division

    row = Division.objects.select_related("tournament").get(pk=division)
    found = Round.objects.filter(division=row, number=number).first() or rounds.pair_next_round(
        row, by=None, seed=number
    )
    if found.state == Round.State.UNPOSTED:
        rounds.post(found, by=None)


def _report(division: int, number: int, acknowledge: Acknowledge) -> None:
    """Enter every missing result, and report each one once it is stored."""
    from pairings.engine.outcomes import Outcome
    from pairings.models import Match
    from pairings.services.reports import results
    from pairings.services.reports.results import MatchResult

    missing = Match.objects.filter(round__division=division, round__number=number, outcome="pending")
    for match in missing.select_related("round__division__tournament", "round__stage").order_by("pk"):
        outcome = Random(match.pk).choice(["left", "right", "tie"])
        results.enter_result(match, MatchResult(Outcome(outcome)), by=None)
        acknowledge(f"{match.pk} {outcome}")


def _close(division: int, number: int) -> None:
    from pairings.models import Round
    from pairings.services.rounds import rounds

    found = Round.objects.select_related("division__tournament", "stage").get(
        division=division, number=number
    )
    if found.state != Round.State.CLOSED:
        rounds.close_round(found, by=None)


def _found(event: int, tally: Tally) -> dict[str, object]:
    """Return what the database has of this: results lost, results entered twice, players seated twice in a round."""
    from django.utils import timezone

    from core.models import JournalEvent
    from core.queries import seals
    from pairings.models import Match
    from tournaments.models import Tournament

    stored = dict(Match.objects.filter(round__division__tournament=event).values_list("pk", "outcome"))
    played = [pk for pk, outcome in stored.items() if outcome in ("left", "right", "tie")]
    lines = JournalEvent.objects.filter(tournament=event, kind="ResultEntered").values_list(
        "facts", flat=True
    )
    entered = Counter(facts["match"] for facts in lines)
    rows = Match.objects.filter(round__division__tournament=event).values_list("round", "left", "right")
    seats = Counter((round_, one) for round_, left, right in rows for one in (left, right) if one)
    return {
        "kills": tally.kills,
        "results": len(played),
        "acknowledged": len(tally.acknowledged),
        "lost": sum(stored.get(pk) != outcome for pk, outcome in tally.acknowledged.items()),
        "doubled": sum(entered[pk] != 1 for pk in played),
        "seated_twice": sum(many > 1 for many in seats.values()),
        "journal": [
            str(fault)
            for fault in seals.verify_journal(Tournament.objects.get(pk=event), now=timezone.now()).faults
        ],
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(json.dumps(main(*(int(one) for one in sys.argv[1:5]))))  # noqa: T201
