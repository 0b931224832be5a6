"""The page of the top cut, from the plan to the champion."""

import pytest
from django.urls import reverse

from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.pairings import build as pairings
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def cup(players: int = 8, size: int = 4, *, third_place: bool = False, **fields: object) -> Division:
    division = pairings.division(players, structure="swiss_cut", kind="league_cup", **fields)
    division.cut_size, division.rounds_planned, division.third_place = size, 2, third_place
    division.save()
    pairings.play(division, 2)
    return division


def page(client, division: Division, query: str = "") -> str:
    return text_of(client, reverse("pairings:cut", args=[division.tournament.slug]) + query)


def test_without_a_cut_it_says_so(client):
    assert "No top cut is planned" in page(client, pairings.division(4, structure="swiss"))


def test_before_the_cut_the_public_learns_no_names(client):
    division = cup()
    text = page(client, division)
    assert "The top cut has not started" in text
    assert not any(entry.player.last_name in text for entry in division.entries.select_related("player"))


def test_before_the_cut_staff_see_who_would_be_in(client):
    division = cup()
    client.force_login(pairings.organizer(division))
    text = page(client, division)
    assert "Top 4" in text
    assert "All Swiss rounds have been played" in text
    assert text.count('class="num place"') == 4


def test_seeds_stand_in_bracket_order_m028(client):
    division = cup()
    cuts.start_cut(division, by=None)
    text = page(client, division)
    seeds = [part[0] for part in text.split("seed </span>")[1:]]
    assert seeds == ["1", "4", "3", "2"]
    assert "Semifinals" in text
    assert "to be decided" in text


def test_a_draft_of_the_cut_stays_hidden_and_a_posted_round_plays(client):
    division = cup()
    cuts.start_cut(division, by=None)
    drawn = rounds.pair_next_round(division, by=None)
    assert "Playing" not in page(client, division)
    rounds.post(drawn, by=None)
    text = page(client, division)
    assert text.count("Playing") == 2
    assert "Winner of table 1" in text


def test_third_place_and_champion(client):
    division = cup(third_place=True)
    cuts.start_cut(division, by=None)
    pairings.play(division)
    assert "Champion" not in page(client, division)
    final = pairings.play(division)
    text = page(client, division)
    assert "Third place" in text
    assert "Champion" in text
    champion = final.matches.get(third_place=False).left.player
    assert f'<b id="champion">{champion}</b>' in text


def test_one_bracket_for_each_age_division_m031(client):
    event = build.event(structure="swiss_cut", kind="league_cup", divisions=("all",))
    build.add_players(event, 12, birth_years=(2016, 2012, 1990))
    division = event.divisions.select_related("tournament").get()
    division.cut_size, division.rounds_planned = 2, 1
    division.save()
    pairings.play(division)
    cuts.start_cut(division, by=None)
    text = page(client, division, f"?list={division.pk}-junior")
    assert "Juniors, Top 2" in text
    junior = division.entries.filter(age_division="junior").select_related("player").first().player
    assert junior.last_name not in text


def test_byes_of_a_cut_that_is_no_power_of_two_m027(client):
    division = cup(players=8, size=3)
    cuts.start_cut(division, by=None)
    assert "Bye" in page(client, division)


def test_an_elimination_without_swiss_rounds(client):
    division = pairings.division(4, structure="elimination")
    pairings.play(division)
    text = page(client, division)
    assert "Single elimination" in text
    assert "Seeds were assigned at random" in text


def test_as_many_queries_for_a_cut_of_2_as_of_64(client):
    counts = []
    for size in (2, 4, 64):
        division = cup(players=size, size=size)
        cuts.start_cut(division, by=None)
        counts.append(queries_of(client, reverse("pairings:cut", args=[division.tournament.slug])))
    assert counts[0] == counts[1] == counts[2]
