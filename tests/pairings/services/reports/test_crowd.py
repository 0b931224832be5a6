"""A whole hall reports at once: both players of each table and the desk, from several processes, on PostgreSQL.

No report is lost or applied twice, and there is no deadlock. STADIUM_TABLES=2048 plays the largest hall.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.db import connection

from core.models import JournalEvent
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports
from pairings.services.rounds import rounds
from tests.conftest import address
from tests.pairings.build import division

TABLES = int(os.environ.get("STADIUM_TABLES", "64"))
PATIENCE = 300 + 2 * TABLES
"""In seconds."""

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.timeout(2 * PATIENCE),
]
PROCESSES, THREADS = 4, 12
SET = ("ResultEntered", "ResultAgreed", "ResultDecided", "ResultTaken")
OUTCOMES = ("left", "right", "tie")


@pytest.fixture(autouse=True)
def several_processes() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: set DATABASE_URL")


def jobs_of(round_: Round, chance: Random) -> list[list[object]]:
    """Return the reports: both players of each table, of which one in eight contradicts the opponent, and half from
    the desk.
    """
    found: list[list[object]] = []
    for match in round_.matches.filter(right__isnull=False):
        truth = chance.choice(OUTCOMES)
        other = chance.choice(OUTCOMES) if chance.random() < 0.125 else truth
        found += [["player", match.pk, match.left_id, truth], ["player", match.pk, match.right_id, other]]
        if chance.random() < 0.5:
            found.append(["staff", match.pk, 0, truth if chance.random() < 0.8 else chance.choice(OUTCOMES)])
    chance.shuffle(found)
    return found


def run(jobs: list[list[object]], folder: Path) -> tuple[list[list], float]:
    """Run all jobs, distributed over processes that start together."""
    environment = os.environ | {"DATABASE_URL": address()}
    running = []
    for number in range(PROCESSES):
        path = folder / f"{number}.json"
        path.write_text(json.dumps(jobs[number::PROCESSES]), "utf-8")
        command = [sys.executable, "-m", "tests.pairings.crowd", str(path), str(THREADS)]
        running.append(
            subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE)
        )
    answers = [json.loads(one.communicate(timeout=PATIENCE)[0]) for one in running]
    return [line for answer in answers for line in answer["outcomes"]], max(one["seconds"] for one in answers)


def test_a_whole_hall_reports_at_once_and_nothing_is_lost(tmp_path):
    round_ = rounds.post(rounds.pair_next_round(division(2 * TABLES), by=None, seed=1), by=None)
    jobs = jobs_of(round_, Random(7))
    outcomes, seconds = run(jobs, tmp_path)
    waits = sorted(line[-1] for line in outcomes)
    sys.stderr.write(
        f"{len(jobs)} reports of {TABLES} tables in {seconds:.1f} s, {len(jobs) / seconds:.0f} a second; "
        f"half waited less than {waits[len(waits) // 2]:.2f} s, the longest {waits[-1]:.2f} s\n"
    )
    assert len(outcomes) == len(jobs)
    assert {line[4] for line in outcomes} <= {"done", "RESULT_ALREADY_THERE"}
    _every_report_is_stored(outcomes)
    _each_result_is_set_once(round_)
    _each_match_ends_as_it_should(round_, outcomes)


def _every_report_is_stored(outcomes: list[list]) -> None:
    players = [line for line in outcomes if line[0] == "player"]
    assert {line[4] for line in players} == {"done"}
    stored = Counter(Report.objects.filter(entry__isnull=False).values_list("match", "entry", "outcome"))
    assert stored == Counter((line[1], line[2], line[3]) for line in players)


def _each_result_is_set_once(round_: Round) -> None:
    lines = Counter(JournalEvent.objects.filter(kind__in=SET).values_list("facts__match", flat=True))
    ended = set(
        round_.matches.exclude(outcome="pending").filter(right__isnull=False).values_list("pk", flat=True)
    )
    assert lines == dict.fromkeys(ended, 1)


def _each_match_ends_as_it_should(round_: Round, outcomes: list[list]) -> None:
    """Check that a result comes from two players who agree or from the desk, and that otherwise there is a dispute."""
    staff = {line[1]: (line[3], line[4]) for line in outcomes if line[0] == "staff"}
    words = result_reports.current_reports(Match.objects.values_list("pk", flat=True))
    open_ = Counter(Dispute.objects.filter(settled_at__isnull=True).values_list("match", flat=True))
    assert max(open_.values(), default=0) <= 1
    for match in round_.matches.filter(right__isnull=False):
        reported = {row.outcome for row in words[match.pk].values()}
        entered, how = staff.get(match.pk, ("", ""))
        if how == "done":
            assert (match.outcome, match.pk in open_) == (entered, False)
        elif how == "RESULT_ALREADY_THERE" or len(reported) == 1:
            assert ({match.outcome}, match.pk in open_) == (reported, False)
        else:
            assert (match.outcome, match.pk in open_) == ("pending", True)
