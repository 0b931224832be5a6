"""The desk of a posted round: its queries, its filter, and checked-in players without a place in it."""

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


def test_queries_do_not_grow(client: Client) -> None:
    taken = set()
    for players in (2, 6, 600):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        round_ = rounds.post(rounds.pair_next(home, by=None, seed=1), by=pairings_build.organizer(home))
        results.enter_result(
            pairings_build.open_matches(round_)[0],
            MatchResult(Outcome.LEFT),
            by=pairings_build.organizer(home),
        )
        client.get(pages.desk(home))
        taken.add(queries_of(client, pages.desk(home)))
    assert len(taken) == 1, taken


def test_the_filter_stays_while_results_come_in(client: Client) -> None:
    home = pairings_build.division(8)
    client.force_login(pairings_build.organizer(home))
    posted = rounds.post(rounds.pair_next(home, by=None, seed=1), by=None)
    url = f"{pages.desk(posted.division)}&show=open"
    typed = {"table": pairings_build.open_matches(posted)[0].table, "result": "1"}
    answer = client.post(pages.of(posted, "result"), typed, headers={"Referer": f"http://testserver{url}"})
    assert answer.url == url


def test_who_is_let_off_after_a_bracket_is_posted_is_named(client: Client) -> None:
    home = pairings_build.division(6, structure="elimination")
    out = home.entries.first()
    attendance.disqualify(out, by=None)
    round_ = rounds.post(rounds.pair_next(home, by=None), by=None)
    attendance.lift_disqualification(out, by=None)
    client.force_login(pairings_build.organizer(home))
    page = " ".join(pages.text(client.get(pages.of(round_))).split())
    assert f"{out}. A posted bracket takes no more players." in page
