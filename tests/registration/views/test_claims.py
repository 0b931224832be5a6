"""The page "Is this you?" on a phone, and what the staff answer. A stranger with Player IDs learns nothing."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from registration.engine.claims import ClaimState
from registration.models import Claim, Mail
from registration.services import claims
from tests import build
from tests.html import markup
from tournaments.models import Entry, Tournament
from tournaments.services.personal_links import ensure_link

pytestmark = pytest.mark.django_db

SITE = "http://testserver"

CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|<b>\d{4}</b>|data-seen="[^"]*"'
)
"""What differs between two answers for any two phones: the token of forms, the code of the phone, the position."""


@pytest.fixture(autouse=True)
def no_tries() -> None:
    """Forget the tries of other tests from the same address."""
    cache.clear()


@pytest.fixture
def event() -> Tournament:
    made = build.event(published=True, by_age=False)
    build.add_players(made, 6)
    for entry in made.entries.order_by("pk")[:3]:
        entry.email = f"player{entry.pk}@example.org"
        entry.save()
    return made


def at(event: Tournament, name: str = "claim", *keys: object) -> str:
    return reverse(f"registration:{name}", args=[event.slug, *keys])


def send(client: Client, event: Tournament, player_id: str | None, year: object = 1990) -> Any:
    return client.post(at(event), {"player_id": player_id or "", "birth_year": str(year)}, follow=True)


def shape(answer: Any) -> tuple[int, str, tuple[str, ...], str]:
    """Return everything of an answer that a stranger sees, without what differs for any two phones."""
    page = CHANGING.sub("", answer.content.decode())
    moves = tuple(address for address, _status in answer.redirect_chain)
    return answer.status_code, page, moves, answer.headers["Cache-Control"]


def addressed(event: Tournament) -> Entry:
    return event.entries.exclude(email="").earliest("pk")


def bare(event: Tournament) -> Entry:
    return event.entries.filter(email="").earliest("pk")


def test_the_front_and_my_table_lead_to_the_claim(client: Client, event: Tournament):
    for address in (
        reverse("tournaments:event", args=[event.slug]),
        reverse("floor:my_here", args=[event.slug]),
    ):
        assert f'href="{at(event)}"' in markup(client.get(address))


def test_a_lost_phone_is_let_in_by_the_staff_who_see_its_code(client: Client, event: Tournament):
    entry = bare(event)
    text = markup(send(client, event, entry.player_number))
    code = Claim.objects.get().code
    assert code in text
    assert str(entry) not in text
    desk = Client()
    desk.force_login(build.staff(event, "scorekeeper"))
    page = markup(desk.get(at(event, "claims")))
    assert code in page
    assert str(entry) in page
    assert "1 phone to let in." in markup(desk.get(reverse("tournaments:event", args=[event.slug])))
    answered = desk.post(at(event, "claim_answer", Claim.objects.get().pk), {"do": "yes"}, follow=True)
    assert f"The phone with code {code} can now open {entry}’s page." in markup(answered)
    assert entry.public_name in markup(client.get(at(event, "claim_sent")))
    opened = client.post(at(event, "claim_sent"), {"claim": Claim.objects.get().pk})
    assert opened["Location"] == reverse("floor:my", args=[ensure_link(entry).token])
    stranger = Client()
    assert stranger.post(at(event, "claim_sent"), {"claim": Claim.objects.get().pk})["Location"] == at(event)


def test_no_answer_lets_nobody_in(client: Client, event: Tournament):
    entry = bare(event)
    before = shape(send(client, event, entry.player_number))
    desk = Client()
    desk.force_login(build.staff(event, "organizer"))
    desk.post(at(event, "claim_answer", Claim.objects.get().pk), {"do": "no"})
    after = shape(client.get(at(event, "claim_sent"), follow=True))
    assert after[:2] == before[:2], "the phone does not hear that there was such a player"
    assert client.post(at(event, "claim_sent"), {"claim": Claim.objects.get().pk})["Location"] == at(event)


def test_a_judge_answers_no_claim(client: Client, event: Tournament):
    send(client, event, bare(event).player_number)
    client.force_login(build.staff(event, "judge"))
    for address in (at(event, "claims"), at(event, "claim_answer", Claim.objects.get().pk)):
        assert client.post(address, {"do": "yes"}).status_code in (403, 405)
    assert Claim.objects.get().state == ClaimState.WAITING


@pytest.mark.parametrize(
    ("player_id", "year", "sentence"),
    [
        ("12a", "1990", "it has digits only."),
        ("", "1990", "This field is required."),
        ("12", "19", "Correct the birth year."),
        ("12", "abc", "Enter a whole number."),
        ("1" * 30, "1990", "24"),
        ("12", "9" * 30, "Correct the birth year."),
    ],
)
def test_nonsense_gets_a_sentence_and_stays_in_the_form(
    client: Client, event: Tournament, player_id: str, year: str, sentence: str
):
    answer = send(client, event, player_id, year)
    assert answer.status_code == 200
    assert sentence in markup(answer)
    assert f'value="{player_id}"' in answer.content.decode() or not player_id


@pytest.mark.sqlite
def test_a_stranger_with_a_list_of_player_ids_learns_nothing_in_a_thousand_tries(
    event: Tournament, settings: Any
):
    """Each answer is the same, byte for byte; a mail goes to stored addresses alone, and nobody is let in.

    Sixty tries are sent by a phone, the others go to the service at once.
    """
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"claim": "9999/m/ip"}
    known = [entry.player_number for entry in event.entries.order_by("pk")]
    numbers = [*known, "1", "99999999999999999999"]
    shapes = set()
    stranger = Client()
    for turn in range(1000):
        year, number = 1970 + turn // len(numbers) % 50, numbers[turn % len(numbers)]
        if turn % 17 == 0:
            shapes.add(shape(send(stranger, event, number, year)))
        else:
            result = claims.claim_player(event, number, year, phone=str(turn), site=SITE, language="en")
            assert result is None
    ((_status, page, _moves, _cache),) = shapes
    for entry in event.entries.select_related("link"):
        for secret in (entry.first_name, entry.last_name, entry.player_number, entry.email, "1990"):
            assert not secret or secret not in page
        assert Claim.objects.filter(entry=entry).count() == 5
    assert set(Mail.objects.values_list("address", flat=True)) <= {
        entry.email for entry in event.entries.exclude(email="")
    }
    assert not Claim.objects.filter(state=ClaimState.APPROVED).exists()
    for row in Claim.objects.all():
        assert stranger.post(at(event, "claim_sent"), {"claim": row.pk})["Location"] == at(event)
    assert "my" not in stranger.cookies


def test_too_many_tries_from_one_address_are_stopped(client: Client, event: Tournament):
    answers = [client.post(at(event), {"player_id": "1", "birth_year": "1990"}) for _try in range(31)]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429]
