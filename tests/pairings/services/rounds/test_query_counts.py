"""A round of a thousand players costs as many queries as one of sixty-four, apart from batches of bulk inserts."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries.standings import swiss_standings
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings.build import division
from tournaments.models import Division

pytestmark = [pytest.mark.django_db]

MOST = 32
"""The maximum number of queries of a step, without batches of inserts; a journal line is one of them. Closing a
round needs the most, as it reads everything still open at its tables and records who played whom.
"""

BATCHES = 40
"""The maximum number of inserts of a step for 1,024 players."""


def spent(step: Callable[[], object]) -> tuple[int, int]:
    """Count the inserts and all other queries of a step; savepoints do not count."""
    with CaptureQueriesContext(connection) as caught:
        step()
    verbs = [one["sql"].split(" ", 1)[0] for one in caught.captured_queries]
    inserts = verbs.count("INSERT")
    return inserts, sum(one in ("SELECT", "UPDATE", "DELETE") for one in verbs)


def enter_results(of: Division) -> None:
    """Enter results without the desk: the left players win."""
    Match.objects.filter(round__division=of, right__isnull=False).update(outcome=Outcome.LEFT)


def costs(players: int) -> dict[str, tuple[int, int]]:
    """Return the cost of each step of two rounds."""
    of, found = division(players), {}
    for number in (1, 2):
        found[f"pair {number}"] = spent(lambda: rounds.pair_next_round(of, by=None, seed=number))  # noqa: B023
        round_ = of.rounds.get(number=number)
        found[f"again {number}"] = spent(lambda: rounds.pair_unposted_round_again(round_, by=None, seed=9))  # noqa: B023
        found[f"post {number}"] = spent(lambda: rounds.post(round_, by=None))  # noqa: B023
        enter_results(of)
        found[f"close {number}"] = spent(lambda: rounds.close_round(round_, by=None))  # noqa: B023
    found["rank"] = spent(lambda: swiss_standings.standings_after(of, 2))
    found["cut"] = spent(lambda: cuts.start_cut(of, by=None, sizes={"all": 8}, anyway=True))
    return found


def test_a_round_of_any_size_costs_the_same():
    """Pairing again deletes the unposted round, which Django also does in batches."""
    small, large = costs(64), costs(1024)
    for step, (_, rest) in large.items():
        assert rest == small[step][1] or (step.startswith("again") and rest <= small[step][1] + 8), step
    assert max(rest for _, rest in large.values()) <= MOST
    assert max(inserts for inserts, _ in large.values()) <= BATCHES


def test_one_result_costs_the_same_in_any_field():
    found = []
    for players in (8, 256):
        of = division(players)
        round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
        match = round_.matches.select_related("round__division").get(table=1)
        found.append(spent(lambda: results.enter_result(match, MatchResult(Outcome.LEFT), by=None)))  # noqa: B023
    assert found[0] == found[1]
    assert sum(found[0]) <= 8
