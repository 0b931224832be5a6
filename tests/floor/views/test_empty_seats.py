"""One walk through the hall at the start of a round: absent players are recorded at once."""

import pytest
from django.test import Client

from floor.models import TableMark
from floor.queries import table_state as queries
from pairings.engine.outcomes import Outcome
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import asking, build
from tests.pairings import build as pairings_build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client):
    division = pairings_build.division(6, best_of=3, round_minutes=50)
    client.force_login(build.staff(division.tournament, "judge"))
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return division


def url(home) -> str:
    return pages.event(home, "empty_seats")


def test_ticked_seats_are_noted_and_what_is_due_is_said(client, home):
    first, second, _third = pairings_build.open_matches(home.rounds.get())
    page = client.post(url(home), {"seat": [f"{first.pk}:left", f"{second.pk}:right"]}, follow=True)
    assert pages.messages(page) == ["2 missing players recorded."]
    assert queries.table_state(first).away[0].empty
    assert "Match Loss after" in pages.text(page)
    assert "2 tables waiting" in pages.text(page)
    again = client.post(url(home), {"seat": [f"{first.pk}:left"]}, follow=True)
    assert pages.messages(again) == ["No seat was selected, so nothing was recorded."]
    assert TableMark.objects.count() == 2


def test_tables_with_a_result_are_not_there(client, home):
    first = pairings_build.open_matches(home.rounds.get())[0]
    results.enter_result(first, MatchResult(Outcome.LEFT), by=None)
    assert f'value="{first.pk}:left"' not in pages.text(client.get(url(home)))
    client.post(url(home), {"seat": [f"{first.pk}:left"]})
    assert not TableMark.objects.exists()


def test_nothing_is_ticked_or_nonsense_is_sent(client, home):
    for seats in ([], ["x"], ["1:top"], ["999999:left"]):
        page = client.post(url(home), {"seat": seats}, follow=True)
        assert pages.messages(page) == ["No seat was selected, so nothing was recorded."]


def test_the_page_costs_the_same_for_any_number_of_tables(client, home):
    few = asking.queries_of(client, url(home))
    large = pairings_build.division(30, name="A large one", best_of=3, round_minutes=50)
    build.staff(large.tournament, "judge")
    client.force_login(build.staff(large.tournament, "judge"))
    rounds.post(rounds.pair_next_round(large, by=None, seed=1), by=None)
    assert asking.queries_of(client, url(large)) == few
