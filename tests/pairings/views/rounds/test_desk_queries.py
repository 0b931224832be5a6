"""The desk of a posted round: its queries, its filter, and checked-in players without a place in it."""

from contextvars import Context
from functools import partial

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core import hooks
from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


def test_queries_do_not_grow(client: Client) -> None:
    taken = set()
    # Without an open table, the desk reads no points.
    for players in (4, 6, 600):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=pairings_build.organizer(home))
        results.enter_result(
            pairings_build.open_matches(round_)[0],
            MatchResult(Outcome.LEFT),
            by=pairings_build.organizer(home),
        )
        client.get(pages.desk(home))
        taken.add(queries_of(client, pages.desk(home)))
    assert len(taken) == 1, taken


@pytest.mark.django_db(transaction=True)
def test_the_desk_reads_again_only_what_a_change_may_have_changed(client: Client) -> None:
    """The queue and the deck checks are cached until a row of the event changes, so a second desk reads less."""
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    client.get(pages.desk(home))
    match = pairings_build.open_matches(posted)[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=pairings_build.organizer(home))
    after_change, again = [queries_of(client, pages.desk(home)) for _request in range(2)]
    assert after_change == 28
    # The queue is read again when a new minute begins.
    assert again in (19, 20)


def test_an_entered_result_takes_thirteen_reads(client: Client) -> None:
    """Each fact is read once, and the match once more under the lock, with its round and division.

    Once a transaction is committed, the players of one name are cached, so there are only thirteen.
    """
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    for match in pairings_build.open_matches(posted)[:2]:
        typed = _typed(client, posted, match)
        with CaptureQueriesContext(connection) as caught:
            client.post(pages.of(posted, "result"), typed, headers={"HX-Request": "true"})
    reads = [query["sql"] for query in caught.captured_queries if query["sql"].startswith("SELECT")]
    assert len(reads) == 13, "\n".join(reads)


@pytest.mark.django_db(transaction=True)
def test_a_result_changed_before_the_answer_is_answered_as_changed(client: Client) -> None:
    """Another member of staff corrects it between the commit and the answer."""
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    match = pairings_build.open_matches(posted)[0]

    def correct(_line: JournalEvent) -> None:
        hooks.line_written.remove(correct)
        # A new context, as another request has: the journal lines of this one are collected in its own.
        enter = partial(Context().run, results.enter_result, match, MatchResult(Outcome.TIE), by=None)
        transaction.on_commit(partial(enter, seen=Outcome.LEFT))

    typed = _typed(client, posted, match)
    hooks.line_written.append(correct)
    answer = pages.text(client.post(pages.of(posted, "result"), typed, headers={"HX-Request": "true"}))
    assert 'data-outcome="tie"' in answer
    assert 'data-outcome="left"' not in answer


def _typed(client: Client, posted: Round, match: Match) -> dict[str, object]:
    """Open the desk, and return what it sends when the left player won."""
    since = client.get(pages.desk(posted.division)).context["since"]
    return {"table": match.table, "result": "1", "since": since}


def test_the_filter_stays_while_results_come_in(client: Client) -> None:
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    url = f"{pages.desk(posted.division)}&show=open"
    typed = {"table": pairings_build.open_matches(posted)[0].table, "result": "1"}
    answer = client.post(pages.of(posted, "result"), typed, headers={"Referer": f"http://testserver{url}"})
    assert answer.url == url


def test_who_is_let_off_after_a_bracket_is_posted_is_named(client: Client) -> None:
    home = pairings_build.division(6, structure="elimination")
    out = home.entries.first()
    attendance.disqualify_player(out, by=None)
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    attendance.lift_disqualification_of_player(out, by=None)
    client.force_login(pairings_build.organizer(home))
    page = " ".join(pages.text(client.get(pages.of(round_))).split())
    assert f"{out}. A posted bracket takes no more players." in page
