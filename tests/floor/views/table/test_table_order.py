"""The page of a table: what is urgent first, the rest in closed sheets (14.3)."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from floor.engine.table import read_tap
from floor.services import calls, table_taps
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

SHEET = re.compile(r'<details\s+class="bottom-sheet([^>]*)>')


@pytest.fixture
def match(client: Client) -> Match:
    division = pairings_build.division(4, best_of=3, edition="2026", round_minutes=50)
    client.force_login(build.staff(division.tournament, "head_judge"))
    return pairings_build.open_matches(
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    )[0]


def disputed(match: Match) -> None:
    for side, outcome in ((match.left, Outcome.LEFT), (match.right, Outcome.RIGHT)):
        result_reports.submit_report(match, side, ResultReport(MatchResult(outcome)))


def in_turns(match: Match) -> None:
    """Set time as called three minutes ago, during a turn of the left player."""
    Round.objects.update(posted_at=timezone.now() - timedelta(minutes=53))
    match.refresh_from_db()
    table_taps.record_tap(match, read_tap("time:left::phase=during_turn"), by=None)


def content(client: Client, match: Match) -> str:
    page = markup(client.get(pages.match(match)))
    return page[page.index("<main") : page.index("</main>")]


def assert_first(page: str, *pieces: str) -> None:
    """Check that the parts are in this order, with the rest in sheets, all of them closed."""
    sheets = list(SHEET.finditer(page))
    places = [page.index(one) for one in pieces]
    assert places == sorted(places)
    assert sheets
    assert places[-1] < page.index('id="more"')
    assert not [one[1] for one in sheets if "open" in one[1]]


def test_a_dispute_then_the_stopwatch_then_a_call(client: Client, match: Match) -> None:
    disputed(match)
    calls.raise_hand(match, entry=match.left)
    time_extensions.start_stopwatch(match, by=None)
    assert_first(content(client, match), 'aria-labelledby="dispute-', 'id="table-time"', 'id="table-calls"')


def test_a_call_then_the_turns_after_time(client: Client, match: Match) -> None:
    in_turns(match)
    calls.raise_hand(match, entry=match.left)
    assert_first(content(client, match), 'id="table-calls"', 'class="stage"', 'id="record"')


def test_a_dispute_before_the_turns_after_time(client: Client, match: Match) -> None:
    in_turns(match)
    disputed(match)
    assert_first(content(client, match), 'aria-labelledby="dispute-', 'class="stage"', 'id="record"')


def test_without_anything_urgent_three_acts(client: Client, match: Match) -> None:
    assert_first(
        content(client, match),
        f"{match.left}",
        'value="begin"',
        'id="result-sheet"',
        'aria-labelledby="result"',
        'id="penalty-sheet"',
    )


def test_done_gives_the_minutes_and_closes_the_call(client: Client, match: Match) -> None:
    call = calls.raise_hand(match, entry=match.left)
    client.post(f"{pages.match(match)}/extra", {"do": "begin"})
    page = content(client, match)
    assert "You are at the table" in page
    assert "close the call" in page
    form = {"do": "done", "extension": match.extensions.get().pk, "minutes": "4"}
    client.post(f"{pages.match(match)}/extra", form)
    call.refresh_from_db()
    assert call.closed_at is not None
    assert match.extensions.get().seconds == 240


def test_a_result_that_does_not_fit_opens_its_sheet(client: Client, match: Match) -> None:
    page = markup(client.post(pages.match(match), {"outcome": ""}))
    (opened,) = [one[1] for one in SHEET.finditer(page) if "open" in one[1]]
    assert "result-sheet" in opened
