"""The page of the door: large answers, nothing secret shown, and the answers to its script."""

import pytest
from django.test import Client
from django.urls import reverse

from registration.services import payments
from tests import build
from tests.html import markup
from tests.registration import signing_up
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Tournament:
    division = build.division(3, checked_in=False, published=True)
    client.force_login(build.staff(division.tournament, "scorekeeper"))
    return division.tournament


def url(event: Tournament) -> str:
    return reverse("pairings:scan", args=[event.slug])


def link_of(entry: Entry) -> str:
    return f"https://cup.example.org/my/{personal_links.ensure_link(entry).token}"


def test_a_scan_without_script_checks_in_and_never_shows_the_link(client: Client, event: Tournament) -> None:
    player = event.entries.first()
    html = markup(client.post(url(event), {"code": link_of(player)}))
    assert 'data-state="done"' in html
    assert str(player) in html
    assert "of 3 checked in" in " ".join(html.split())
    assert personal_links.ensure_link(player).token not in html
    again = markup(client.post(url(event), {"code": link_of(player)}))
    assert "Already checked in at" in again
    assert 'data-state="warning"' in again
    undone = client.post(reverse("pairings:check_out", args=[event.slug, player.pk]), {"next": url(event)})
    assert undone["Location"] == url(event)
    assert not event.entries.exclude(checked_in_at=None).exists()


def test_a_wrong_code_is_red_and_its_text_is_not_repeated(client: Client, event: Tournament) -> None:
    answer = client.post(url(event), {"code": "https://example.org/secret"})
    html = markup(answer)
    assert answer.status_code == 422
    assert "This is not a Stadium code." in html
    assert "example.org/secret" not in html
    empty = client.post(url(event), {"code": ""})
    assert "Scan a code, or type a Player ID." in markup(empty)


def test_the_script_gets_state_and_reason(client: Client, event: Tournament) -> None:
    player = event.entries.first()
    answer = client.post(url(event), {"code": link_of(player)}, HTTP_X_UNSENT="now")
    assert answer.status_code == 200
    assert answer.json()["state"] == "done"
    wrong = client.post(url(event), {"code": "no"}, HTTP_X_UNSENT="later")
    assert wrong.status_code == 409
    assert "This is not a Stadium code." in wrong.json()["refused"]


def test_what_waited_on_a_phone_counts_from_when_it_was_scanned(client: Client, event: Tournament) -> None:
    player = event.entries.first()
    headers = {"HTTP_X_UNSENT": "later", "HTTP_X_UNSENT_AGE": "600"}
    client.post(url(event), {"code": link_of(player)}, **headers)
    first = Entry.objects.get(pk=player.pk).checked_in_at
    client.post(url(event), {"code": link_of(player)}, HTTP_X_UNSENT="later")
    entry = Entry.objects.get(pk=player.pk)
    assert entry.checked_in_at == first
    answer = client.post(url(event), {"code": link_of(player)}, HTTP_X_UNSENT="now")
    assert answer.json()["state"] == "warning"


def test_an_unpaid_fee_is_amber_until_it_is_paid(client: Client) -> None:
    event = signing_up.event(fee="5 €")
    client.force_login(build.staff(event, "organizer"))
    (row,) = signing_up.registered(event, 1)
    html = markup(client.post(url(event), {"code": link_of(row.entry)}))
    assert "The entry fee is not paid: 5 €." in html
    assert reverse("registration:registration", args=[event.slug, row.pk]) in html
    payments.set_registrations_paid(event, [row.pk], paid=True, by=None)
    assert "not paid" not in markup(client.post(url(event), {"code": link_of(row.entry)}))


def test_judges_may_not_check_in(client: Client, event: Tournament) -> None:
    client.force_login(build.staff(event, "judge"))
    assert client.get(url(event)).status_code == 403
    assert client.post(url(event), {"code": "1"}).status_code == 403
