"""A process that plays an event and keeps snapshots until somebody kills it; each step that is done is a line.

`python -m tests.floor.services.snapshots.busy FILE SEED`: before it plays, it holds database and snapshots against
FILE, which has the lines of the processes before it. Without SEED it does that alone.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import django

django.setup()

from django.utils import timezone  # noqa: E402

from floor.services import rehearsal  # noqa: E402
from pairings.engine.outcomes import Outcome  # noqa: E402
from pairings.models import Match  # noqa: E402
from pairings.services.reports import results  # noqa: E402
from pairings.services.reports.results import MatchResult  # noqa: E402
from pairings.services.rounds import rounds  # noqa: E402
from tournaments.engine.snapshots import file  # noqa: E402
from tournaments.models import JournalEvent, Tournament  # noqa: E402
from tournaments.queries import seals as stored  # noqa: E402
from tournaments.services import events, snapshots  # noqa: E402
from tournaments.services.snapshots import shelf  # noqa: E402

LINE = "tournaments.JournalEvent"
MATCH = "pairings.Match"


def acknowledge(**facts: Any) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def check(acknowledged: list[dict[str, Any]]) -> None:
    """AssertionError where something that was acknowledged is not so."""
    for event in Tournament.objects.all():
        verified = stored.verify(event, now=timezone.now())
        assert not verified.faults, (event.slug, verified.faults)
    done = {one["line"] for one in acknowledged if "line" in one}
    assert set(JournalEvent.objects.filter(pk__in=done).values_list("pk", flat=True)) == done
    results = {one["match"]: one["outcome"] for one in acknowledged if "match" in one}
    assert dict(Match.objects.filter(pk__in=results).values_list("pk", "outcome")) == results
    made = [at for at, one in enumerate(acknowledged) if "name" in one]
    for at in made[-3:]:
        _check_snapshot(acknowledged[at], acknowledged[:at])


def _check_snapshot(one: dict[str, Any], before: list[dict[str, Any]]) -> None:
    """It has the results that were acknowledged before it and no others, and restores to the same journal."""
    event = Tournament.objects.get(pk=one["event"])
    data = shelf.read(event, one["name"])
    snapshot = file.unpack(data)
    keys = [row["id"] for row in snapshot.tables[LINE].dicts()]
    assert max(keys) == one["upto"], one
    rows = {row["id"]: row["outcome"] for row in snapshot.tables[MATCH].dicts() if row["right_id"]}
    entered = {key: outcome for key, outcome in rows.items() if outcome != Outcome.PENDING}
    assert entered == {row["match"]: row["outcome"] for row in before if row.get("match") in rows}, one
    back = snapshots.restore(data, by=None, trusted=True)
    facts = ("kind", "at", "by_name")
    here = event.journal.filter(pk__lte=one["upto"]).order_by("pk").values_list(*facts)
    there = back.journal.order_by("pk").values_list(*facts)
    assert list(there)[:-1] == list(here)
    assert not stored.verify(back, now=timezone.now()).faults
    events.delete(back, by=None, typed_name=back.name)


def play(chance: Random) -> None:
    """One event after the other."""
    while True:
        event = rehearsal.create(by=None, players=8)
        division = event.divisions.get()
        for _number in range(3):
            rounds.post(rounds.pair_next(division, by=None), by=None)
            _step(event, chance)
            round_ = division.rounds.latest("number")
            for match in round_.matches.filter(right__isnull=False):
                outcome = chance.choice([Outcome.LEFT, Outcome.RIGHT])
                results.enter(match, MatchResult(outcome), by=None)
                _step(event, chance, match=match.pk, outcome=outcome)
            rounds.close(round_, by=None)
            _step(event, chance)


def _step(event: Tournament, chance: Random, **result: Any) -> None:
    newest = event.journal.latest("pk").pk
    acknowledge(line=newest, **result)
    if chance.random() < 0.4:
        acknowledge(name=shelf.save(event), event=event.pk, upto=newest)


if __name__ == "__main__":
    log = Path(sys.argv[1])
    check([json.loads(line) for line in log.read_text().splitlines()] if log.exists() else [])
    acknowledge(checked=True)
    if len(sys.argv) > 2:
        play(Random(int(sys.argv[2])))
