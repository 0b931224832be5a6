"""A phone that opened a personal link is recognized on public pages; other visitors see nothing of it."""

import pytest
from django.db.models import Q
from django.urls import reverse

from decks.services import lists
from pairings.models import Match, Standing
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division, play, report_all
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def table() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=2)


def address(match: Match, name: str) -> str:
    return reverse(full_name(name), args=[match.round.division.tournament.slug])


def my(match: Match) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(match.left).token])


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
    rounds.close_round(match.round, by=None)
    now = rounds.post(rounds.pair_next_round(home, by=None, seed=2), by=None)
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
    client.get(reverse("floor:my", args=[personal_links.ensure_link(match.right).token]))
    page = markup(client.get(address(match, "my_seats")))
    assert f"{match.left}: table 2" in page
    assert f"{match.right}: table 2" in page


def test_the_standings_say_the_place_of_this_phone(client):
    match = table()
    home = match.round.division
    report_all(match.round)
    rounds.close_round(match.round, by=None)
    at = address(match, "my_places")
    assert at not in markup(client.get(address(match, "standings")))
    assert markup(client.get(at)).strip() == ""
    client.get(my(match))
    assert f'hx-get="{at}?"' in markup(client.get(address(match, "standings")))
    standing = Standing.objects.get(entry=match.left)
    part = client.get(at)
    assert f'data-own="{match.left_id}"' in markup(part)
    assert f'data-value="{standing.place}"' in markup(part)
    assert "no-store" in part["Cache-Control"]
    assert "place</span>" not in markup(part)
    play(home)
    now = Standing.objects.get(entry=match.left, round__number=2)
    gained = standing.place - now.place
    words = f"up {gained} place" if gained > 0 else f"down {-gained} place" if gained else "same place"
    assert words in markup(client.get(at))
    earlier = client.get(at, {"after": "1"})
    assert f"</span>{standing.place}</span>" in markup(earlier)
    assert "data-fact" not in markup(earlier)
    row = client.get(reverse("pairings:standings", args=[home.tournament.slug]), {"player": match.left_id})
    assert row["Location"].endswith(f"#row-{now.place}")


def test_every_public_page_leads_back(client):
    match = table()
    back = f'href="{address(match, "my_here")}"'
    assert back not in markup(client.get(address(match, "standings")))
    client.get(my(match))
    assert back in markup(client.get(address(match, "standings")))
    assert client.get(address(match, "my_here"))["Location"] == my(match)
    assert "/my/list" not in markup(client.get(address(match, "standings")))
    lists.collect_lists(match.round.division.tournament, by=None)
    assert f'href="{address(match, "mine_here")}"' in markup(client.get(address(match, "standings")))
    deck = reverse("decks:mine", args=[personal_links.ensure_link(match.left).token])
    assert client.get(address(match, "mine_here"))["Location"] == deck


def test_an_event_where_this_phone_has_no_link_leads_nowhere(client):
    match, other = table(), division(4, name="Another")
    client.get(my(match))
    at = reverse("pairings:standings", args=[other.tournament.slug])
    assert "/my" not in markup(client.get(at))


def test_the_table_and_the_deck_list_lead_to_each_other(client):
    match = table()
    assert "/l/" not in markup(client.get(my(match)))
    lists.collect_lists(match.round.division.tournament, by=None)
    deck = reverse("decks:mine", args=[personal_links.ensure_link(match.left).token])
    assert deck in markup(client.get(my(match)))
    answer = client.get(deck)
    assert my(match) in markup(answer)
    assert answer["Referrer-Policy"] == "strict-origin"


def test_the_page_of_a_deck_is_remembered_too(client):
    match = table()
    lists.collect_lists(match.round.division.tournament, by=None)
    client.get(reverse("decks:mine", args=[personal_links.ensure_link(match.left).token]))
    assert client.get(address(match, "my_here"))["Location"] == my(match)


def test_a_changed_cookie_is_an_empty_one(client):
    match = table()
    client.get(my(match))
    client.cookies["my"] = personal_links.ensure_link(match.right).token
    assert "table 2" not in markup(client.get(address(match, "my_seats")))
    assert client.get(address(match, "my_here")).status_code == 200


def test_the_ticket_of_the_poster_is_loaded_by_phones_that_play(client):
    match = table()
    ticket = f'hx-get="{address(match, "my_ticket")}"'
    page = markup(client.get(address(match, "event")))
    assert ticket not in page
    assert "Find my table" in page
    client.get(my(match))
    page = markup(client.get(address(match, "event")))
    assert ticket in page
    assert f'<a class="ticket" href="{address(match, "my_here")}">' in page


def test_a_ticket_has_table_opponent_and_clock(client):
    match = table()
    assert "Find my table" in markup(client.get(address(match, "my_ticket")))
    client.get(my(match))
    answer = client.get(address(match, "my_ticket"))
    part = markup(answer)
    assert "<small>Table</small><b>2</b>" in part
    assert f"<b>{match.right}</b>" in part
    assert "ends " in part
    assert f'href="{my(match)}"' in part
    assert "no-store" in answer["Cache-Control"]


def test_each_child_has_a_ticket(client):
    match = table()
    for entry in (match.left, match.right):
        client.get(reverse("floor:my", args=[personal_links.ensure_link(entry).token]))
    part = markup(client.get(address(match, "my_ticket")))
    assert part.count('class="ticket"') == 2
    assert f"{match.left} · Round 1" in part


def test_after_the_event_a_ticket_has_the_final_place(client):
    match = table()
    home = match.round.division
    client.get(my(match))
    report_all(match.round)
    rounds.close_round(match.round, by=None)
    assert "The next round is not posted yet." in markup(client.get(address(match, "my_ticket")))
    home.rounds_planned = 1
    home.save(update_fields=["rounds_planned"])
    home.stages.update(rounds_planned=1)
    part = markup(client.get(address(match, "my_ticket")))
    assert "Final place" in part
    page = markup(client.get(address(match, "event")))
    assert "Champion" in page
    assert page.count('class="place-') == 3
