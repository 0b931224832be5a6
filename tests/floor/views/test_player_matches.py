"""The rounds of one player: opponent, table, result, points."""

import pytest
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.queries.rounds.player_matches import player_matches
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tests.tournaments.views.ask import ROLES, answers, only, organizer, queries

pytestmark = pytest.mark.django_db


def url(entry):
    return reverse("floor:player_matches", args=[entry.tournament.slug, entry.pk])


def test_who_may_come():
    division = play.division(2)
    assert answers(url(division.entries.first()), division.tournament) == only(*ROLES)


def test_wins_losses_and_ties_add_up():
    division = play.division(4)
    first = play.play(division)
    play.play(division, outcome=Outcome.TIE)
    winner = first.matches.first().left
    lines = player_matches(winner)
    assert [(line.round, line.result.value, line.points) for line in lines] == [(1, "win", 3), (2, "tie", 4)]
    loser = first.matches.first().right
    assert [(line.result.value, line.points) for line in player_matches(loser)] == [("loss", 0), ("tie", 1)]
    assert player_matches(loser)[0].name == str(winner.player)


def test_a_bye_and_a_round_missed():
    division = play.division(3)
    round_ = play.play(division)
    bye = round_.matches.get(right=None).left
    assert [(line.opponent, line.result.value, line.points) for line in player_matches(bye)] == [
        (None, "bye", 3)
    ]
    late = attendance.enter_player(division.tournament, by=None, first_name="Ida", last_name="Late")
    assert [(line.result.value, line.points) for line in player_matches(late)] == [("late_loss", 0)]


def test_a_draft_is_not_told():
    division = play.division(4)
    rounds.pair_next_round(division, by=None)
    entry = division.entries.first()
    assert player_matches(entry) == []
    assert "No round yet." in markup(organizer(division.tournament).get(url(entry)))


def test_an_open_match_has_no_points_yet():
    division = play.division(2)
    rounds.post(rounds.pair_next_round(division, by=None), by=None)
    (line,) = player_matches(division.entries.first())
    assert (line.result.value, line.points) == ("open", None)


def test_a_part_for_the_page_of_the_player():
    division = play.division(2)
    play.play(division)
    client = organizer(division.tournament)
    entry = division.entries.first()
    part = markup(client.get(url(entry), headers={"HX-Request": "true"}))
    assert "<html" not in part
    assert "<html" in markup(client.get(url(entry)))


def test_the_same_queries_for_any_number_of_rounds():
    counts = set()
    for n in (1, 3):
        division = play.division(8)
        play.play(division, n)
        counts.add(queries(organizer(division.tournament), url(division.entries.first())))
    assert len(counts) == 1


def test_somebody_of_another_event():
    division = play.division(2)
    (entry,) = build.add_players(build.event(), 1)
    address = reverse("floor:player_matches", args=[division.tournament.slug, entry.pk])
    assert organizer(division.tournament).get(address).status_code == 404
