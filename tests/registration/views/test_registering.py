"""A player registers on a phone, without an account and without script."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from registration.models import Registration
from tests.html import markup
from tests.registration import signing_up as up
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ANA = {"first_name": "Ana", "last_name": "Lima", "email": "ana@example.org"}


def address(event: Tournament) -> str:
    return reverse("registration:register", args=[event.slug])


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return markup(answer)


def send(client: Client, event: Tournament, **typed: str):
    return client.post(address(event), ANA | typed)


def test_a_registration_has_its_own_page_and_is_remembered_by_the_phone(client: Client):
    event = up.event(4)
    answer = send(client, event)
    row = Registration.objects.get()
    assert answer["Location"] == reverse("registration:mine", args=[row.token])
    own = client.get(answer["Location"])
    assert "You have a seat" in own.content.decode()
    assert "no-store" in own["Cache-Control"]
    assert row.entry.link.token in client.cookies["my"].value


def test_nothing_that_was_not_asked_is_on_the_form(client: Client):
    text = page(client, address(up.event()))
    for name in ("player_id", "birth_year", "country", "guardian_name", "accepts_rules", "code", "division"):
        assert f'name="{name}"' not in text


def test_a_form_with_all_questions_keeps_what_was_typed_and_names_each_fault_once(client: Client):
    questions = ["player_id", "birth_year", "country", "guardian", "rules"]
    event = up.event(questions=questions, rules_text="Bring sleeves.")
    answer = send(client, event, player_id="12a", birth_year="2016", country="PT")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="Ana"' in text
    assert text.count("is not a Player ID") == 1
    answer = send(client, event, player_id="12", birth_year="2016", country="PT", accepts_rules="on")
    assert answer.content.decode().count("Enter the name of a parent or guardian.") == 1
    guardian = {"guardian_name": "Rui Lima", "guardian_consents": "on"}
    answer = send(client, event, birth_year="2016", country="PT", accepts_rules="on", **guardian)
    assert answer.status_code == 302
    row = Registration.objects.get()
    assert (row.guardian_name, row.age_division, row.rules_accepted_at is not None) == (
        "Rui Lima",
        "junior",
        True,
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"is_open": False}, "Registration is closed"),
        ({"opens_at": timezone.now() + timedelta(days=3)}, "Registration is not open yet"),
        ({"closes_at": timezone.now() - timedelta(days=3)}, "Registration has ended"),
    ],
)
def test_outside_its_period_a_registration_says_why_and_takes_nothing(client: Client, fields, sentence):
    event = up.event(**fields)
    assert sentence in page(client, address(event))
    assert send(client, event).status_code == 200
    assert not event.registrations.exists()


def test_a_wrong_code_is_a_sentence_at_its_field(client: Client):
    event = up.event(code="harbor")
    answer = send(client, event, code="hill")
    assert "This is not the code of this event." in answer.content.decode()
    assert send(client, event, code="Harbor").status_code == 302


def test_a_full_event_says_so_and_the_waiting_list_has_a_place(client: Client):
    event = up.event(1)
    up.registered(event, 2)
    assert "All seats are taken" in page(client, address(event))
    own = send(client, event)["Location"]
    text = page(client, own)
    assert "You are on the waiting list" in text
    assert "<b>2</b>" in text


def test_an_offered_seat_is_accepted_with_one_button(client: Client):
    event = up.event(1)
    first, second = up.registered(event, 2)
    cancel = reverse("registration:cancel", args=[first.token])
    assert "The seat goes to the next player." in page(client, cancel)
    client.post(cancel)
    own = reverse("registration:mine", args=[second.token])
    assert "A seat is free for you" in page(client, own)
    client.post(reverse("registration:accept", args=[second.token]))
    assert "You have a seat" in page(client, own)


def test_an_expired_offer_moves_on_when_its_page_is_read(client: Client):
    event = up.event(1)
    _first, second, third = up.registered(event, 3)
    event.registrations.filter(number=2).update(
        state="offered", offered_until=timezone.now() - timedelta(hours=1)
    )
    event.entries.update(dropped_in=0)
    assert "The time to accept is over" in page(client, reverse("registration:mine", args=[second.token]))
    assert "A seat is free for you" in page(client, reverse("registration:mine", args=[third.token]))


def test_answers_are_corrected_on_their_own_page(client: Client):
    event = up.event(questions=["player_id"], by_hand=True)
    row = up.register(event)
    url = reverse("registration:correct", args=[row.token])
    assert 'value="player1@example.org"' in page(client, url)
    typed = {
        "first_name": row.first_name,
        "last_name": row.last_name,
        "email": "new@example.org",
        "player_id": "5",
    }
    assert client.post(url, typed).status_code == 302
    assert Registration.objects.get().email == "new@example.org"


def test_a_token_of_nobody_is_not_found(client: Client):
    assert client.get(reverse("registration:mine", args=["x" * 24])).status_code == 404


def test_public_pages_show_no_address_and_no_player_id(client: Client):
    event = up.event(questions=["player_id"])
    up.register(event, player_id="1234567")
    for url in (reverse("tournaments:event", args=[event.slug]), address(event)):
        text = page(client, url)
        assert "player1@example.org" not in text
        assert "1234567" not in text


def test_strangers_are_slowed_down(client: Client, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"register": "2/m/ip"}
    event = up.event()
    assert [send(client, event, last_name=name).status_code for name in ("A", "B", "C")] == [302, 302, 429]
