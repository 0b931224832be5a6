"""The page of a table: what is urgent first, the rest behind closed folds (14.3)."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from floor.engine.table import read
from floor.services import calls, table
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db

FOLD = re.compile(r'<details class="card fold"([^>]*)>')


@pytest.fixture
def match(client: Client) -> Match:
    division = pairings_build.division(4, best_of=3, edition="2026", round_minutes=50)
    client.force_login(build.staff(division.tournament, "head_judge"))
    return pairings_build.open_matches(rounds.post(rounds.pair_next(division, by=None, seed=1), by=None))[0]


def disputed(match: Match) -> None:
    for side, outcome in ((match.left, Outcome.LEFT), (match.right, Outcome.RIGHT)):
        result_reports.submit(match, side, ResultReport(MatchResult(outcome)))


def in_turns(match: Match) -> None:
    """Time was called three minutes ago."""
    Round.objects.update(posted_at=timezone.now() - timedelta(minutes=53))
    match.refresh_from_db()
    table.mark(match, read("time:left::phase=during_turn"), by=None)


def content(client: Client, match: Match) -> str:
    page = markup(client.get(pages.match(match)))
    return page[page.index("<main") : page.index("</main>")]


def assert_first(page: str, *pieces: str) -> None:
    """The pieces stand in this order, and after them come folds, none of them open."""
    folds = list(FOLD.finditer(page))
    places = [page.index(one) for one in pieces]
    assert places == sorted(places)
    assert folds
    assert places[-1] < folds[0].start()
    assert not [one[1] for one in folds if "open" in one[1]]


def test_a_dispute_then_a_call_then_the_stopwatch(client: Client, match: Match) -> None:
    disputed(match)
    calls.raise_hand(match, entry=match.left)
    time_extensions.begin(match, by=None)
    assert_first(content(client, match), 'aria-labelledby="dispute-', 'id="table-calls"', 'id="table-time"')


def test_a_call_then_the_turns_after_time(client: Client, match: Match) -> None:
    in_turns(match)
    calls.raise_hand(match, entry=match.left)
    assert_first(content(client, match), 'id="table-calls"', 'class="stage"', 'id="record"')


def test_a_dispute_before_the_turns_after_time(client: Client, match: Match) -> None:
    in_turns(match)
    disputed(match)
    assert_first(content(client, match), 'aria-labelledby="dispute-', 'class="stage"', 'id="record"')


def test_without_anything_urgent_the_result(client: Client, match: Match) -> None:
    assert_first(content(client, match), 'aria-labelledby="result"')
