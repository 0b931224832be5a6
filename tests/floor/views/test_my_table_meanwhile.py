"""A report that arrives while a player's page is being rendered: the page polls until it shows it."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.html import markup
from tests.pairings.build import division
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

DIFFERENT = "A judge has been notified"


def table() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=1)


def url(entry: Entry, name: str = "floor:my") -> str:
    return reverse(name, args=[personal_links.ensure_link(entry).token])


class Before:
    """Does something once, before the query of that number."""

    def __init__(self, number: int, act: Callable[[], object]) -> None:
        self.left, self.act = number, act

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        self.left -= 1
        if self.left == -1:
            self.act()
        return execute(sql, params, many, context)


@pytest.mark.slow
def test_a_page_made_meanwhile_is_asked_for_again(client: Client) -> None:
    match = table()
    result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))

    def other() -> None:
        now = Match.objects.get(pk=match.pk)
        result_reports.submit_report(now, match.right, ResultReport(MatchResult(Outcome.RIGHT)))

    with CaptureQueriesContext(connection) as queries:
        client.get(url(match.left))
    late = 0
    for number in range(len(queries)):
        as_it_was = transaction.savepoint()
        with connection.execute_wrapper(before := Before(number, other)):
            page = markup(client.get(url(match.left)))
        if before.left < 0 and DIFFERENT not in page:
            late += 1
            again = unescape(re.search(r'hx-get="([^"]*/live/?\?seen=[^"]*)"', page)[1])
            assert DIFFERENT in markup(client.get(again)), f"before query {number}"
        transaction.savepoint_rollback(as_it_was)
    assert late
