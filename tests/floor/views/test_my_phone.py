"""A phone that opened a personal link is known on the public pages; others see nothing of it."""

import pytest
from django.db.models import Q
from django.urls import reverse

from decks.services import lists
from pairings.models import Match
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division, report_all
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
    assert address(match, "my_seats") not in markup(client.get(address(match, "pairings")))
    assert markup(client.get(address(match, "my_seats"))).strip() == ""
    client.get(my(match))
    page = client.get(address(match, "pairings"))
    assert f'hx-get="{address(match, "my_seats")}?"' in markup(page)
    assert "Cookie" in page["Vary"]
    part = client.get(address(match, "my_seats"))
    assert "You: table 2" in markup(part)
    assert f"against {match.right}" in markup(part)
    assert "no-store" in part["Cache-Control"]


def test_the_seat_is_that_of_the_round_shown(client):
    match = table()
    client.get(my(match))
    assert "You: table 2" in markup(client.get(address(match, "my_seats"), {"round": "1"}))
    home = match.round.division
    report_all(match.round)
    rounds.close(match.round, by=None)
    now = rounds.post(rounds.pair_next(home, by=None, seed=2), by=None)
    seat = now.matches.get(Q(left=match.left) | Q(right=match.left))
    assert f"You: table {seat.table}" in markup(client.get(address(match, "my_seats")))
    assert "You: table 2" in markup(client.get(address(match, "my_seats"), {"round": "1"}))


def test_a_child_s_opponent_is_shown_by_first_name_and_initial(client):
    match = table()
    match.right.age_division = "junior"
    match.right.save(update_fields=["age_division"])
    client.get(my(match))
    part = markup(client.get(address(match, "my_seats")))
    assert f"{match.right.first_name} {match.right.last_name[0]}." in part
    assert match.right.last_name not in part


def test_two_children_on_one_phone_are_told_apart(client):
    match = table()
    client.get(my(match))
    client.get(reverse("floor:my", args=[links.of(match.right).token]))
    page = markup(client.get(address(match, "my_seats")))
    assert f"{match.left}: table 2" in page
    assert f"{match.right}: table 2" in page


def test_every_public_page_leads_back(client):
    match = table()
    back = f'href="{address(match, "my_here")}"'
    assert back not in markup(client.get(address(match, "standings")))
    client.get(my(match))
    assert back in markup(client.get(address(match, "standings")))
    assert client.get(address(match, "my_here"))["Location"] == my(match)
    assert "/my/list" not in markup(client.get(address(match, "standings")))
    lists.collect(match.round.division.tournament, by=None)
    assert f'href="{address(match, "mine_here")}"' in markup(client.get(address(match, "standings")))
    deck = reverse("decks:mine", args=[links.of(match.left).token])
    assert client.get(address(match, "mine_here"))["Location"] == deck


def test_an_event_where_this_phone_has_no_link_leads_nowhere(client):
    match, other = table(), division(4, name="Another")
    client.get(my(match))
    at = reverse("pairings:standings", args=[other.tournament.slug])
    assert "/my" not in markup(client.get(at))


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
    assert "table 2" not in markup(client.get(address(match, "my_seats")))
    assert client.get(address(match, "my_here")).status_code == 200
