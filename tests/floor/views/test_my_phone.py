"""A phone that opened a personal link is known on the public pages; others see nothing of it."""

import pytest
from django.urls import reverse

from decks.services import lists
from pairings.models import Match
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division
from tournaments.services import links

pytestmark = pytest.mark.django_db


def table() -> Match:
    round_ = rounds.post(rounds.pair_next(division(4), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=2)


def address(match: Match, name: str) -> str:
    return reverse(full_name(name), args=[match.round.division.tournament.slug])


def my(match: Match) -> str:
    return reverse("floor:my", args=[links.of(match.left).token])


def test_the_pairings_say_where_this_phone_sits(client):
    match = table()
    assert "You: table" not in markup(client.get(address(match, "pairings")))
    client.get(my(match))
    page = client.get(address(match, "pairings"))
    assert "You: table 2" in markup(page)
    assert "Cookie" in page["Vary"]


def test_two_children_on_one_phone_are_told_apart(client):
    match = table()
    client.get(my(match))
    client.get(reverse("floor:my", args=[links.of(match.right).token]))
    page = markup(client.get(address(match, "pairings")))
    assert f"{match.left}: table 2" in page
    assert f"{match.right}: table 2" in page


def test_every_public_page_leads_back(client):
    match = table()
    assert my(match) not in markup(client.get(address(match, "standings")))
    client.get(my(match))
    assert my(match) in markup(client.get(address(match, "standings")))


def test_the_table_and_the_deck_list_lead_to_each_other(client):
    match = table()
    assert "/l/" not in markup(client.get(my(match)))
    lists.collect(match.round.division.tournament, by=None)
    deck = reverse("decks:mine", args=[links.of(match.left).token])
    assert deck in markup(client.get(my(match)))
    answer = client.get(deck)
    assert my(match) in markup(answer)
    assert answer["Referrer-Policy"] == "strict-origin"


def test_the_page_of_a_deck_is_remembered_too(client):
    match = table()
    lists.collect(match.round.division.tournament, by=None)
    client.get(reverse("decks:mine", args=[links.of(match.left).token]))
    assert client.get(address(match, "my_here"))["Location"] == my(match)


def test_a_changed_cookie_is_an_empty_one(client):
    match = table()
    client.get(my(match))
    client.cookies["my"] = links.of(match.right).token
    assert "You: table" not in markup(client.get(address(match, "pairings")))
