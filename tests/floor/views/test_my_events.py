"""All events of a reader on one page: what a phone opened, what an account keeps, and nothing of anybody else."""

from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core import phones
from core.models import JournalEvent
from decks.services import lists
from floor.queries import my_events as queries
from pairings.services.rounds import rounds
from registration.models import AccountRegistration, Registration
from registration.services import registering, seating
from tests import build
from tests.html import markup
from tests.pairings.build import division, play
from tests.registration import signing_up as up
from tournaments.models import AccountLink, Entry, Tournament, User
from tournaments.services import entries, links

pytestmark = pytest.mark.django_db

ADDED, REMOVED = "PersonalLinkAddedToAccount", "PersonalLinkRemovedFromAccount"


def opened(client: Client, *players: Entry) -> list[str]:
    """Open the personal links of these players on a phone, and return their tokens."""
    tokens = [links.link_of(entry).token for entry in players]
    for token in tokens:
        assert client.get(reverse("floor:my", args=[token])).status_code == 200
    return tokens


def page(client: Client) -> str:
    response = client.get(reverse("floor:my_events"))
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]
    return markup(response)


def upcoming(name: str, players: int = 2, days: int = 5) -> Tournament:
    event = build.event(name=name, published=True, starts_at=timezone.now() + timedelta(days=days))
    build.add_players(event, players)
    return event


def open_event(places: int, **fields: Any) -> Tournament:
    """Create an event of next week with open registration."""
    event = up.event(places, **fields)
    Tournament.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=7))
    return Tournament.objects.get(pk=event.pk)


def signed_in(name: str = "mother") -> tuple[Client, User]:
    user = build.user(name)
    client = Client()
    client.force_login(user)
    return client, user


def key(row: Entry | Registration) -> str:
    return f"{'e' if isinstance(row, Entry) else 'r'}{row.pk}"


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
    posted = rounds.post(rounds.pair_next(home, by=None, seed=1), by=None)
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
    assert "Hand in the deck list until" in text
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
    registering.cancel(seated, by=None)
    text = page(client)
    assert "Accept the seat" in text
    registering.accept(Registration.objects.get(pk=waiting.pk))
    text = page(client)
    assert "Accept the seat" not in text
    entry = Registration.objects.get(pk=waiting.pk).entry
    assert f"of={key(entry)}" in text
    assert text.count(f"<b>{entry}</b>") == 2  # the ticket, and the line of what is stored


def test_an_offer_that_has_expired_is_not_to_be_accepted(client):
    event = open_event(1, accept_hours=12)
    seated, waiting = up.registered(event, 2)
    client.get(reverse("registration:mine", args=[waiting.token]))
    registering.cancel(seated, by=None)
    Registration.objects.filter(pk=waiting.pk).update(offered_until=timezone.now() - timedelta(minutes=1))
    assert "The time to accept the seat is over" in page(client)


def test_a_new_link_takes_the_player_off_phone_and_account_with_a_sentence(client):
    entry = upcoming("Harbor Cup").entries.first()
    client, user = signed_in()
    opened(client, entry)
    client.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    links.renew_link(entry, by=None)
    text = page(client)
    assert "1 player is no longer on this phone" in text
    assert "1 player is no longer in your account" in text
    assert str(entry) not in text
    assert "no longer" not in page(client)
    assert not AccountLink.objects.filter(user=user).exists()


def test_a_new_link_ends_the_address_of_the_registration_too(client):
    row = up.register(open_event(4))
    entry = Registration.objects.get(pk=row.pk).entry
    client.get(reverse("registration:mine", args=[row.token]))
    assert str(entry) in page(client)
    links.renew_link(entry, by=None)
    assert client.get(reverse("registration:mine", args=[row.token])).status_code == 404
    assert str(entry) not in page(client)


def test_a_removed_player_leaves_with_a_sentence(client):
    entry = upcoming("Harbor Cup").entries.first()
    opened(client, entry)
    entries.remove_entry(entry, by=None)
    assert "1 player is no longer on this phone" in page(client)


def test_an_account_gathers_what_the_phone_has_and_shows_it_on_another(client):
    event = upcoming("Harbor Cup", players=3)
    first, second, other = event.entries.order_by("pk")
    phone, user = signed_in()
    opened(phone, first, second)
    assert "Keep these with my account" in page(phone)
    phone.post(reverse("floor:my_events_add"), {"of": [key(first), key(second), key(other)]})
    assert set(AccountLink.objects.values_list("user", "link__entry")) == {
        (user.pk, first.pk),
        (user.pk, second.pk),
    }
    another = Client()
    another.force_login(user)
    text = page(another)
    assert str(first) in text
    assert str(second) in text
    assert str(other) not in text
    assert reverse("floor:my", args=[first.link.token]) in text
    assert str(first) not in page(client)


def test_adding_is_in_the_journal_by_link_and_without_the_account(client):
    entry = upcoming("Harbor Cup").entries.first()
    phone, _user = signed_in()
    opened(phone, entry)
    for _again in range(2):
        phone.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    line = JournalEvent.objects.get(kind=ADDED)
    assert line.by is None
    assert line.facts == {"entry": entry.pk, "name": str(entry), "by_link": entry.pk}
    phone.post(reverse("floor:my_events_remove"), {"of": [key(entry)]})
    assert JournalEvent.objects.filter(kind=REMOVED).count() == 1
    assert not AccountLink.objects.exists()
    assert str(entry) in page(phone)  # the phone still has it


def test_no_one_adds_a_player_without_the_link(client):
    entry = upcoming("Harbor Cup").entries.first()
    row = up.register(open_event(1))
    stranger, _user = signed_in("stranger")
    stranger.post(reverse("floor:my_events_add"), {"of": [key(entry), key(row)]})
    assert not AccountLink.objects.exists()
    assert not AccountRegistration.objects.exists()
    assert client.post(reverse("floor:my_events_add"), {"of": [key(entry)]}).status_code == 302
    assert not AccountLink.objects.exists()


def test_an_account_keeps_a_registration_that_becomes_a_player_later():
    event = open_event(1, accept_hours=0)
    seated, waiting = up.registered(event, 2)
    phone, user = signed_in()
    phone.get(reverse("registration:mine", args=[waiting.token]))
    phone.post(reverse("floor:my_events_add"), {"of": [key(waiting)]})
    assert JournalEvent.objects.filter(kind="RegistrationAddedToAccount").count() == 1
    registering.cancel(seated, by=None)
    entry = Registration.objects.get(pk=waiting.pk).entry
    another = Client()
    another.force_login(user)
    assert f"of={key(entry)}" in page(another)
    another.post(reverse("floor:my_events_remove"), {"of": [key(entry)]})
    assert not AccountRegistration.objects.exists()


def test_an_account_finds_its_table_from_the_event():
    entry = upcoming("Harbor Cup").entries.first()
    phone, user = signed_in()
    (token,) = opened(phone, entry)
    phone.post(reverse("floor:my_events_add"), {"of": [key(entry)]})
    another = Client()
    another.force_login(user)
    answer = another.get(reverse("floor:my_here", args=[entry.tournament.slug]))
    assert answer["Location"] == reverse("floor:my", args=[token])


def test_forgetting_one_player_asks_and_leaves_the_other(client):
    first, second = upcoming("Harbor Cup").entries.order_by("pk")
    opened(client, first, second)
    forget = reverse("floor:my_events_forget")
    assert f"This phone forgets {first}" in markup(client.get(forget, {"of": key(first)}))
    client.post(forget, {"of": key(first)})
    text = page(client).split("<main")[1].split('id="stored"')[1]
    assert str(first) not in text
    assert str(second) in text
    client.post(forget)
    assert "No events on this phone yet" in page(client)


def test_forgetting_a_player_of_a_registration_forgets_both_addresses(client):
    row = up.register(open_event(4))
    client.get(reverse("registration:mine", args=[row.token]))
    entry = Registration.objects.get(pk=row.pk).entry
    client.post(reverse("floor:my_events_forget"), {"of": key(entry)})
    assert "No events on this phone yet" in page(client)


def test_keys_of_others_and_nonsense_are_ignored(client):
    first, second = upcoming("Harbor Cup").entries.order_by("pk")
    opened(client, first)
    for of in (key(second), "e", "r0", "x\0", "e999999999999999999999"):
        answer = client.post(reverse("floor:my_events_forget"), {"of": of})
        assert answer.status_code == 302
    assert str(first) in page(client)


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


def queries_of(tokens: list[str], user: User) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        queries.my_events(tokens, user, timezone.now())
    return len(captured)


def test_ten_events_take_as_many_queries_as_two():
    user, tokens = build.user("mother"), []
    counts = []
    for number in range(10):
        home = division(4, name=f"Cup {number}")
        play(home, 2)
        lists.collect_lists(home.tournament, by=None)
        entry = home.entries.first()
        tokens.append(links.link_of(entry).token)
        AccountLink.objects.create(user=user, link=links.link_of(home.entries.last()))
        row = up.of_entry(entry)
        AccountRegistration.objects.create(user=user, registration=row)
        if number in (1, 9):
            counts.append(queries_of(tokens, user))
    assert counts[0] == counts[1]
    assert counts[0] <= 18


def test_a_reader_without_links_and_account_takes_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert queries.my_events([], None, timezone.now()).events == ()


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
    registering.cancel(seated, by=None, now=night)
    seating.catch_up(event, now=night + timedelta(hours=12, minutes=1))
    assert Registration.objects.get(pk=first.pk).state == "expired"
    assert "Accept the seat" in page(client)
