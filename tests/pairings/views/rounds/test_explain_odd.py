"""Rounds that were changed after the pairing are also explained: who came, who dropped, what staff did."""

from itertools import permutations

import pytest
from django.test import Client

from pairings.models import Match, Round
from pairings.services.rounds import attendance, late_entries, manual_pairing, options, rounds
from tests.pairings import build
from tests.pairings.views import pages
from tests.pairings.views.rounds.test_pairing_explained import posted, public_event, words
from tournaments.services import entries

pytestmark = pytest.mark.django_db


def explained(client: Client, round_: Round, **match: object) -> str:
    one = round_.matches.get(**match)
    return words(client.get(pages.of(round_, "explain"), {"match": one.pk}))


def open_match(round_: Round) -> Match:
    return round_.matches.select_related("left__player", "left__division").filter(outcome="pending").first()


def test_who_came_after_the_draw(client: Client) -> None:
    round_ = posted(public_event(5))
    late = attendance.enter_player(round_.division.tournament, by=None, first_name="Late", last_name="Comer")
    late_entries.seat_late_entry(late, round_, by=None)
    text = explained(client, round_, right=late)
    assert "One of the two entered after the round was paired and took the free place." in text


def test_who_left_after_the_draw_and_the_bye_it_made(client: Client) -> None:
    round_ = posted(public_event(6))
    dropped = open_match(round_)
    late_entries.take_out_of_round(dropped.left, round_, by=None, anyway=True)
    text = explained(client, round_, outcome="bye")
    assert f"{dropped.right} has the bye because of a change after pairing." in text
    assert "A player dropped after the pairings." in text


def test_a_match_made_by_hand(client: Client) -> None:
    unposted = rounds.pair_next_round(public_event(8), by=None, seed=1)
    one, two = unposted.matches.select_related("left__player", "left__division").order_by("table")[:2]
    manual_pairing.make_match(unposted, one.left, two.left, by=None, anyway=True)
    rounds.post(unposted, by=None)
    assert "staff paired a match by hand" in explained(client, unposted, left=one.left)
    assert "staff paired a match by hand" not in explained(client, unposted, table=4)


def test_tables_drawn_again(client: Client) -> None:
    unposted = rounds.pair_next_round(public_event(8), by=None, seed=1)
    manual_pairing.re_pair_matches(unposted, list(unposted.matches.order_by("table")[:2]), by=None, seed=3)
    rounds.post(unposted, by=None)
    assert "staff re-paired the players at some tables" in explained(client, unposted, table=1)


def test_a_bye_given_in_advance_and_a_round_missed(client: Client) -> None:
    home = public_event(7)
    awarded = home.entries.select_related("player").first()
    entries.change_entry(awarded, by=None, awarded_byes=1)
    round_ = posted(home)
    late = attendance.enter_player(home.tournament, by=None, first_name="Late", last_name="Comer")
    assert f"{awarded} was given this bye in advance." in explained(client, round_, outcome="awarded_bye")
    text = explained(client, round_, left=late)
    assert "was not in this round when it was paired" in text


@pytest.mark.parametrize("seed", range(4))
def test_who_is_kept_apart_is_told_to_the_staff_alone(client: Client, seed: int) -> None:
    """The first winner may not meet the losers, so another winner is paired down, and not with an earlier opponent.

    Without that second request, half of all seeds would name the first winner as an opponent of round 1.
    """
    home = public_event(6)
    met = [(one.left, one.right) for one in build.play(home).matches.order_by("position")]
    for (winner, _), (_, loser) in permutations(met, 2):
        if winner == met[0][0] or loser == met[0][1]:
            options.forbid_meeting_of_players(winner, loser, by=None)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=seed, additional=True), by=None)
    words_of_staff = "must not meet; only staff can see this"
    assert words_of_staff not in words(client.get(pages.of(round_, "explain")))
    client.force_login(build.organizer(home))
    assert words_of_staff in words(client.get(pages.of(round_, "explain")))
