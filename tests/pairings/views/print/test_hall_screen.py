"""The hall screen: no sign-in, no script, its own pages."""

import pytest
from django.urls import reverse

from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.decks import tracked
from tests.pairings import build as pairings
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def page(client, division: Division, query: str = "") -> str:
    return text_of(client, reverse("pairings:screen", args=[division.tournament.slug]) + query)


def posted(players: int, **fields: object) -> Division:
    division = pairings.division(players, **fields)
    rounds.post(rounds.pair_next(division, by=None, seed=1), by=None)
    return division


def test_before_round_1(client):
    text = page(client, pairings.division(4))
    assert "Round 1 is not out yet" in text
    assert 'http-equiv="refresh"' in text


def test_before_round_1_it_leads_to_the_draft_that_has_seats(client):
    row = tracked.draft()
    wall = reverse("decks:draft_screen", args=[row.division.tournament.slug, row.pk])
    assert f'href="{wall}">Booster Draft: seats and time</a>' in page(client, row.division)
    rounds.post(rounds.pair_next(row.division, by=None, seed=1), by=None)
    assert wall not in page(client, row.division)


def test_a_draft_stays_hidden(client):
    division = pairings.division(4)
    rounds.pair_next(division, by=None)
    assert "Round 1 is not out yet" in page(client, division)


def test_names_with_tables_last_name_first(client):
    division = posted(5)
    text = page(client, division)
    assert text.count("<li><span>") == 5
    assert "<b>Bye</b>" in text
    assert all(entry.player.last_name in text for entry in division.entries.select_related("player"))


def test_sixty_names_a_page_and_the_next_one_loads_by_itself(client):
    division = posted(70)
    first, second = page(client, division), page(client, division, "?p=2")
    assert (first.count("<li><span>"), second.count("<li><span>")) == (60, 10)
    assert 'content="12; url=?p=2"' in first
    assert 'content="12; url=?p=1"' in second


@pytest.mark.parametrize("query", ["?p=0", "?p=99", "?p=x", "?p=-3", "?division=x"])
def test_an_odd_address_shows_some_page(client, query):
    assert page(client, posted(4), query).count("<li><span>") == 4


def test_the_clock_runs_from_the_posting(client):
    text = page(client, posted(4, round_minutes=30))
    assert "data-counts-down" in text
    assert "ends " in text


def test_tables_still_playing_once_half_the_results_are_in(client):
    division = posted(8)
    matches = pairings.open_matches(division.rounds.get())
    for match in matches[:3]:
        type(match).objects.filter(pk=match.pk).update(outcome="left")
    text = page(client, division)
    assert "tables still playing" in text
    assert text.count("<li><span>") == 1
    assert f"<b>{matches[3].table}</b>" in text


def test_all_results_are_in(client):
    division = posted(4)
    pairings.report_all(division.rounds.get())
    assert "All results are in" in page(client, division)


def test_standings_between_rounds(client):
    division = pairings.division(6)
    pairings.play(division)
    text = page(client, division)
    assert "standings after round 1" in text
    assert "<span>1. " in text


def test_children_by_first_name_and_initial_for_staff_too(client):
    event = build.event(divisions=("all",))
    build.add_players(event, 4, birth_years=(2016,))
    division = event.divisions.select_related("tournament").get()
    rounds.post(rounds.pair_next(division, by=None), by=None)
    client.force_login(pairings.organizer(division))
    text = page(client, division)
    assert not any(entry.player.last_name in text for entry in division.entries.select_related("player"))


def test_hidden_while_the_event_is_not_public(client):
    division = posted(4, published=False)
    assert client.get(reverse("pairings:screen", args=[division.tournament.slug])).status_code == 404


def test_as_many_queries_for_2_players_as_for_300(client):
    counts = [
        queries_of(client, reverse("pairings:screen", args=[posted(players).tournament.slug]))
        for players in (2, 6, 300)
    ]
    assert counts[0] == counts[1] == counts[2]
