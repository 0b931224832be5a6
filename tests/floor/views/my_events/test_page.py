"""All events of a reader on one page: what this phone opened, and nothing of anybody else."""

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone

from core import phones
from decks.services import lists
from pairings.services.rounds import rounds
from registration.models import Registration
from registration.services import registering, seating
from tests.floor.views.my_events.phone import key, open_event, opened, page, upcoming
from tests.html import markup
from tests.pairings.build import division, play
from tests.registration import signing_up as up
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def test_a_phone_without_anything_says_how_events_get_there(client):
    text = page(client)
    assert "No events on this phone yet" in text
    assert "My events" not in markup(client.get(reverse("tournaments:home"))).split("<main")[1]


def test_two_children_of_one_event_are_side_by_side_on_one_phone(client):
    first, second, other = upcoming("Harbor Cup", players=3).entries.order_by("pk")
    opened(client, first, second)
    text = page(client)
    assert text.count(first.tournament.name) >= 1
    assert str(first) in text
    assert str(second) in text
    assert str(other) not in text
    home = client.get(reverse("tournaments:home"))
    assert str(first) in markup(home)
    assert "no-store" in home["Cache-Control"]


def test_a_player_at_a_table_sees_table_and_opponent(client):
    home = division(2)
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    match = posted.matches.get()
    match.right.age_division = "junior"
    match.right.save()
    opened(client, match.left)
    text = page(client)
    assert f"against {match.right.public_name}" in text
    assert str(match.right) not in text
    assert "Round 1" in text


def test_a_past_event_shows_record_opponents_and_place(client):
    home = division(4)
    play(home, 3)
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=9), reported_at=timezone.now())
    entry = home.entries.order_by("pk")[0]
    opened(client, entry)
    text = page(client)
    assert "Past events" in text
    assert " of 4" in text
    assert text.count("<li data-state=") == 3
    assert reverse("pairings:standings", args=[entry.tournament.slug]) in text


def test_a_list_to_hand_in_is_what_to_do(client):
    event = upcoming("Harbor Cup")
    entry = event.entries.first()
    lists.collect_lists(event, by=None, deadline=timezone.now() + timedelta(days=2))
    (token,) = opened(client, entry)
    text = page(client)
    assert "Hand in the deck list by" in text
    assert reverse("decks:mine", args=[token]) in text


def test_a_registration_is_on_the_phone_that_opened_it(client):
    event = open_event(1)
    _seated, waiting = up.registered(event, 2)
    client.get(reverse("registration:mine", args=[waiting.token]))
    text = page(client)
    assert str(waiting) in text
    assert "On the waiting list, number 1" in text
    assert phones.HOMES not in client.cookies


def test_an_offered_seat_is_what_to_do_and_then_a_player(client):
    event = open_event(1, accept_hours=12)
    seated, waiting = up.registered(event, 2)
    client.get(reverse("registration:mine", args=[waiting.token]))
    registering.cancel_registration(seated, by=None)
    text = page(client)
    assert "Accept the seat" in text
    registering.accept_seat(Registration.objects.get(pk=waiting.pk))
    text = page(client)
    assert "Accept the seat" not in text
    entry = Registration.objects.get(pk=waiting.pk).entry
    assert f"of={key(entry)}" in text
    assert text.count(f"<b>{entry}</b>") == 2  # the ticket, and the line of what is stored


def test_an_offer_that_has_expired_is_not_to_be_accepted(client):
    event = open_event(1, accept_hours=12)
    seated, waiting = up.registered(event, 2)
    client.get(reverse("registration:mine", args=[waiting.token]))
    registering.cancel_registration(seated, by=None)
    Registration.objects.filter(pk=waiting.pk).update(offered_until=timezone.now() - timedelta(minutes=1))
    assert "The time to accept the seat is over" in page(client)


def test_the_file_has_what_the_pages_show_and_nothing_of_others(client):
    home = division(2)
    play(home, 1)
    entry, other = home.entries.order_by("pk")
    Entry.objects.filter(pk=entry.pk).update(notes="sits near the door", email="ana@example.org")
    opened(client, entry)
    answer = client.get(reverse("floor:my_events_data"))
    assert "no-store" in answer["Cache-Control"]
    data = ZipFile(BytesIO(answer.content)).read("data.json").decode()
    assert str(entry) in data
    assert f'"opponent": "{other.public_name}"' in data
    assert "near the door" not in data
    assert "ana@example.org" not in data


def test_the_file_has_the_answers_of_a_registration_for_who_has_its_address(client):
    row = up.register(open_event(4))
    entry = Registration.objects.get(pk=row.pk).entry
    opened(client, entry)
    file = reverse("floor:my_events_data")
    assert row.email not in ZipFile(BytesIO(client.get(file).content)).read("data.json").decode()
    client.get(reverse("registration:mine", args=[row.token]))
    assert row.email in ZipFile(BytesIO(client.get(file).content)).read("data.json").decode()


def test_a_phone_without_players_gets_no_file(client):
    assert client.get(reverse("floor:my_events_data")).status_code == 302


def test_a_phone_remembers_forty_links_in_a_cookie_that_browsers_store(client):
    event = upcoming("Harbor Cup", players=42)
    opened(client, *event.entries.order_by("pk"))
    assert len(client.cookies[phones.COOKIE].value) < 1500
    text = page(client)
    assert "the latest 40 links" in text
    assert client.cookies[phones.COOKIE]["httponly"]


def test_a_seat_moves_up_while_nobody_looks_and_the_page_says_so(client):
    event = open_event(1, accept_hours=12)
    night = timezone.now()
    seated, first, second = up.registered(event, 3)
    client.get(reverse("registration:mine", args=[second.token]))
    registering.cancel_registration(seated, by=None, now=night)
    seating.update_waiting_lists(event, now=night + timedelta(hours=12, minutes=1))
    assert Registration.objects.get(pk=first.pk).state == "expired"
    assert "Accept the seat" in page(client)
