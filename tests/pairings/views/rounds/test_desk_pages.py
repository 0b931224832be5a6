"""The desk of a large round: a page has some of the tables, and the quick entry knows all of them."""

import re

import pytest
from django.test import Client

from core.tables import long_lists
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.views.reports import reports_panel
from pairings.views.rounds import desk_tables
from tests import build
from tests.pairings.build import open_matches
from tests.pairings.views import pages
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KNOWN = re.compile(r'<i id="table-(\d+)"([^>]*) hidden>')


@pytest.fixture
def posted(client: Client, monkeypatch: pytest.MonkeyPatch) -> Round:
    """Post six tables, with limits so that more than three are many and a page has two."""
    monkeypatch.setattr(long_lists, "ONE_PAGE", 3)
    monkeypatch.setattr(desk_tables, "PAGE_SIZE", 2)
    division = build.division(12)
    Tournament.objects.update(phone_reports=True)
    client.force_login(build.organizer(division))
    return rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)


def rows(text: str) -> list[int]:
    """Return the tables that can be tapped, in order."""
    return [int(number) for number in re.findall(r'class="match"\s+id="table-(\d+)"', text)]


def known(text: str) -> dict[int, str]:
    """Return the data of all other tables for the quick entry."""
    return {int(number): facts for number, facts in KNOWN.findall(text)}


def enter(match: Match, outcome: Outcome = Outcome.LEFT) -> None:
    results.enter_result(match, MatchResult(outcome), by=None)


def test_each_page_has_some_tables_and_the_quick_entry_knows_the_others(
    client: Client, posted: Round
) -> None:
    matches = {match.table: match for match in open_matches(posted)}
    text = pages.text(client.get(pages.of(posted)))
    assert (rows(text), sorted(known(text))) == ([1, 2], [3, 4, 5, 6])
    assert f'data-match="{matches[6].pk}" data-left="{matches[6].left}"' in known(text)[6]
    assert "1 to 2 of 6. Quick entry takes every table number." in text
    third = pages.text(client.get(pages.of(posted), {"page": 3}))
    assert (rows(third), sorted(known(third))) == ([5, 6], [1, 2, 3, 4])


def test_a_table_of_another_page_is_entered_by_its_number(client: Client, posted: Round) -> None:
    client.post(pages.of(posted, "result"), {"table": 6, "result": 2})
    assert open_matches(posted)[-1].table == 5
    page = f"{pages.of(posted)}?show=open&page=2"
    answer = client.post(pages.of(posted, "result"), {"table": 5, "result": 1}, headers={"Referer": page})
    assert answer["Location"].endswith("&show=open&page=2")


def test_of_many_results_the_newest_are_listed_and_all_can_be_changed(client: Client, posted: Round) -> None:
    for match in open_matches(posted)[:5]:
        enter(match)
    text = pages.text(client.get(pages.of(posted)))
    assert rows(text) == [6, 5, 4]
    assert "The newest 2. To change another one, type its table number in Quick entry." in text
    assert sorted(known(text)) == [1, 2, 3]
    assert 'data-saved="' in known(text)[1]
    assert 'data-outcome="left"' in known(text)[1]
    seen = re.findall(r'name="seen"\s+value="(\d+):left"', text)
    assert len(seen) == 5
    answer = client.post(pages.of(posted, "result"), {"table": 1, "result": 2, "change": "yes", "seen": "x"})
    assert answer.status_code == 200  # no one confirmed having seen the current result
    first = Match.objects.get(round=posted, table=1)
    client.post(
        pages.of(posted, "result"), {"table": 1, "result": 2, "change": "yes", "seen": f"{first.pk}:left"}
    )
    first.refresh_from_db()
    assert first.outcome == Outcome.RIGHT


def test_a_closed_round_has_its_results_page_by_page(client: Client, posted: Round) -> None:
    for match in open_matches(posted):
        enter(match)
    rounds.close_round(posted, by=None)
    assert rows(pages.text(client.get(pages.of(posted)))) == [1, 2]
    assert rows(pages.text(client.get(pages.of(posted), {"page": 3}))) == [5, 6]


def test_names_are_escaped(client: Client, posted: Round) -> None:
    last = open_matches(posted)[-1]
    last.left.last_name = '"><b>Bold'
    last.left.save()
    assert "&quot;&gt;&lt;b&gt;Bold" in known(client.get(pages.of(posted)).content.decode())[6]


def test_the_hall_shows_the_first_tables_of_each_division(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 3)
    monkeypatch.setattr(desk_tables, "PAGE_SIZE", 2)
    event = build.event(divisions=("junior", "masters"))
    build.add_players(event, 16, birth_years=(2018, 1990))
    client.force_login(event.staff.select_related("user").get().user)
    for home in event.divisions.all():
        rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    url = pages.event(event.divisions.first(), "desk")
    text = pages.text(client.get(url, {"division": "all"}))
    assert len(rows(text)) == 4
    assert len(known(text)) == 4
    assert set(rows(text)) | set(known(text)) == set(range(1, 9))
    assert text.count("The first 2. Quick entry takes every table number.") == 2


def test_beside_it_stand_the_oldest_reports_and_the_way_to_all(
    client: Client, posted: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports_panel, "MAX_WAITING", 1)
    first, _second, third, *_rest = open_matches(posted)
    for match in (third, first):
        result_reports.submit_report(match, match.left, ResultReport(MatchResult(Outcome.LEFT)))
    text = pages.text(client.get(pages.of(posted)))
    assert f"<b>{third.left} won" in text
    assert f"<b>{first.left} won" not in text
    assert f"reported by {first.left}" in text  # beside its table
    assert "All 2 waiting reports" in text


def test_a_report_that_differs_is_found_among_those_that_agree(client: Client, posted: Round) -> None:
    first, second, third, *_rest = open_matches(posted)
    for match, games in ((first, (2, 0)), (second, (2, 0)), (third, None)):
        result_reports.submit_report(match, match.right, ResultReport(MatchResult(Outcome.LEFT, games=games)))
    results.enter_result(first, MatchResult(Outcome.LEFT, games=(2, 1)), by=None)
    enter(second)
    enter(third, Outcome.TIE)
    conflicts = reports_panel.reports_of_round(posted).conflicts
    assert [one.table for one in conflicts] == [1, 3]
