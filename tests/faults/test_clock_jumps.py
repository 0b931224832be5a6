"""The clock of the server jumps during a round: an hour back, as after a wrong time server, and a day ahead."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.queries import seals
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(days=-1), timedelta(days=1)])
def test_an_event_goes_on_when_the_clock_jumps(jump: timedelta):
    event = build.event()
    build.add_players(event, 8)
    division, now = event.divisions.select_related("tournament").get(), timezone.now()
    for number in (1, 2):
        round_ = rounds.post(
            rounds.pair_next_round(division, by=None, seed=number, now=now), by=None, now=now
        )
        first, *others = round_.matches.select_related("round__division__tournament", "round__stage")
        results.enter_result(first, MatchResult(Outcome.LEFT), by=None, now=now)
        now += jump
        for match in others:
            results.enter_result(match, MatchResult(Outcome.RIGHT), by=None, now=now)
        rounds.close_round(round_, by=None, now=now)
        now -= jump / 2

    assert list(Round.objects.filter(division=division).values_list("number", "state")) == [
        (1, "closed"),
        (2, "closed"),
    ]
    (table,) = standings_lists(division)
    assert sum(row.person.points for row in table.rows) == 2 * 4 * 3
    lines = JournalEvent.objects.filter(tournament=event, kind="ResultEntered").order_by("pk")
    assert [line.facts["round"] for line in lines] == [1] * 4 + [2] * 4
    assert list(seals.verify_journal(event, now=timezone.now() + timedelta(days=3)).faults) == []
