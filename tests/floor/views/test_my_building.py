"""My table in Limited: the building time and the link to the draft, as they begin and end (R-055)."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft, ListRules
from drafts.queries.draft_runs import run_tracks_of
from drafts.services import building_clocks, draft_runs, drafts
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.drafts.drafts import draft
from tests.html import markup
from tests.pairings.build import division
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    return draft(division(8, play_style="limited", published=True))


def seated(row: Draft, seat: int = 3) -> Entry:
    return Entry.objects.get(pk=row.seats[0][seat - 1])


def mine(row: Draft, name: str = "my", query: str = "") -> str:
    return reverse(full_name(name), args=[personal_links.ensure_link(seated(row)).token]) + query


def page(client: Client, row: Draft) -> str:
    return markup(client.get(mine(row)))


def test_the_clock_runs_on_my_table_until_the_round_is_posted(client: Client, row: Draft) -> None:
    assert "Deck building" not in page(client, row)
    building_clocks.start_building(row, 0, by=None)
    html = page(client, row)
    assert "Deck building" in html
    assert 'aria-label="Time to build"' in html
    building_clocks.end_building(row, 0, by=None, sure=True)
    html = page(client, row)
    assert "Over since" in html
    assert 'aria-label="Time to build"' not in html
    round_ = rounds.pair_next_round(row.division, by=None, seed=1)
    rounds.post(round_, by=None)
    assert "Deck building" not in page(client, row)


def test_the_clock_leads_to_the_list_where_lists_are_collected(client: Client, row: Draft) -> None:
    building_clocks.start_building(row, 0, by=None)
    token = personal_links.ensure_link(seated(row)).token
    link = f'<a class="button" href="{reverse("decks:mine", args=[token])}">'
    assert link not in page(client, row)
    ListRules.objects.create(tournament=row.division.tournament)
    assert link in page(client, row)


def test_the_open_page_hears_of_seats_steps_and_clocks(client: Client) -> None:
    row = draft(division(8, play_style="limited", published=True), seats=False)
    entry = row.division.entries.first()
    token = personal_links.ensure_link(entry).token

    def news() -> str:
        seen = client.get(reverse("floor:my", args=[token])).context["stamp"]
        address = reverse("floor:my_live", args=[token]) + f"?match=&seen={seen}"
        assert client.get(address).status_code == 204
        return address

    live = news()
    row = drafts.assign_seats(row, by=None, seed=5)
    assert "Follow the draft" in markup(client.get(live))
    live = news()
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    assert client.get(live).status_code == 200
    live = news()
    mark = building_clocks.start_building(row, 0, by=None)
    assert "Deck building" in markup(client.get(live))
    live = news()
    building_clocks.withdraw_building_tap(mark, by=None)
    assert "Deck building" not in markup(client.get(live))


def test_a_draft_on_paper_is_one_tap_away_while_it_runs(client: Client, row: Draft) -> None:
    link = f'href="{reverse("drafts:draft", args=[row.division.tournament.slug, row.pk])}?pod=1"'
    html = page(client, row)
    assert link in html
    assert "Pod 1, seat 3" in html
    assert run_tracks_of(row)
    Tournament.objects.update(published=False)
    assert link not in page(client, row)
    Tournament.objects.update(published=True)
    rounds.post(rounds.pair_next_round(row.division, by=None, seed=1), by=None)
    assert link not in page(client, row)


def test_a_tracked_draft_leads_to_the_picks(client: Client, row: Draft) -> None:
    row.way = Draft.Way.TRACKED
    row.save()
    html = page(client, row)
    assert reverse("drafts:my_draft", args=[personal_links.ensure_link(seated(row)).token]) in html
    assert "Follow the draft" not in html


@pytest.mark.django_db(transaction=True)
def test_the_page_costs_the_same_with_any_number_of_players(
    client: Client, django_assert_max_num_queries
) -> None:
    for players in (8, 32):
        row = draft(division(players, play_style="limited", published=True))
        building_clocks.start_building(row, 0, by=None)
        seen = client.get(mine(row)).context["stamp"]
        live, whole = mine(row, "my_live", f"?match=&seen={seen}"), mine(row)
        with django_assert_max_num_queries(4):
            assert client.get(live).status_code == 204
        with django_assert_max_num_queries(8):
            client.get(whole)
