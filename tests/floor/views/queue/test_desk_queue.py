"""The queue beside a desk is current after changes by anyone, and is sent only if it changed."""

import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r'name="(since|queue)" value="([^"]*)"')
QUEUE = 'hx-swap-oob="innerHTML:#queue-box"'
HTMX = {"HX-Request": "true"}


@pytest.fixture
def posted(client: Client) -> Round:
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    return rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)


def matches(posted: Round) -> list[Match]:
    return list(pairings_build.open_matches(posted))


def news_url(posted: Round, page: str) -> str:
    """Return the address of what changed since `page`, a desk or an answer, as the script of the desk asks for it."""
    return f"{pages.of(posted, 'news')}?{urlencode(HIDDEN.findall(page))}"


def entered(client: Client, match: Match, page: str) -> str:
    """Enter a result as the script of the desk does."""
    typed = {"table": match.table, "result": "1", **dict(HIDDEN.findall(page))}
    answer = client.post(pages.of(match.round, "result"), typed, headers=HTMX)
    assert answer.status_code == 200
    return pages.text(answer)


def test_a_call_at_another_table_comes_with_the_news(client: Client, posted: Round) -> None:
    page = pages.text(client.get(pages.desk(posted.division)))
    assert client.get(news_url(posted, page)).status_code == 204
    calls.raise_hand(matches(posted)[1], entry=matches(posted)[1].left, by=None)
    news = pages.text(client.get(news_url(posted, page)))
    assert QUEUE in news
    assert "Judge called" in news
    assert client.get(news_url(posted, news)).status_code == 204


def test_a_plain_result_leaves_the_queue_and_keeps_its_stamp(client: Client, posted: Round) -> None:
    first, second, *_ = matches(posted)
    calls.raise_hand(second, entry=second.left, by=None)
    page = pages.text(client.get(pages.desk(posted.division)))
    answer = entered(client, first, page)
    assert f'id="table-{first.table}"' in answer
    assert QUEUE not in answer
    assert client.get(news_url(posted, answer)).status_code == 204


def test_a_result_entered_at_another_desk_comes_with_the_answer(client: Client, posted: Round) -> None:
    first, second, *_ = matches(posted)
    page = pages.text(client.get(pages.desk(posted.division)))
    results.enter_result(second, MatchResult(Outcome.RIGHT), by=None)
    answer = entered(client, first, page)
    assert f'id="table-{second.table}"' in answer
    assert f'id="table-{first.table}"' in answer


def test_a_result_with_a_key_is_saved_once_and_answered_at_once(client: Client, posted: Round) -> None:
    first = matches(posted)[0]
    typed = {"table": first.table, "result": "1", "idempotency_key": "a" * 32}
    assert client.post(pages.of(posted, "result"), typed, headers=HTMX).status_code == 200
    again = client.post(pages.of(posted, "result"), typed | {"result": "2"}, headers=HTMX)
    assert again.status_code == 302
    first.refresh_from_db()
    assert first.outcome == Outcome.LEFT


def test_a_result_takes_as_many_queries_in_any_field(client: Client) -> None:
    counts = set()
    for players in (4, 60):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
        page = pages.text(client.get(pages.desk(home)))
        with CaptureQueriesContext(connection) as queries:
            entered(client, matches(posted)[0], page)
        counts.add(len(queries))
    assert len(counts) == 1, counts
