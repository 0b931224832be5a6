"""Which pages a phone may store: a player's own, and public ones; never pages for staff."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.rounds import rounds
from tests.build import staff
from tests.pairings.build import division
from tournaments.models import Division, Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db
HEADER = "Offline-Copy"


@pytest.fixture
def cup() -> Division:
    of = division(4, published=True)
    rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
    return of


def own(entry: Entry) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(entry).token])


def test_a_players_page_is_kept_under_a_mark_of_its_link(cup: Division, client: Client) -> None:
    first, second = cup.entries.order_by("pk")[:2]
    kinds, marks = zip(
        *(client.get(own(entry))[HEADER].split() for entry in (first, second, first)), strict=True
    )
    assert kinds == ("mine",) * 3
    assert marks[0] == marks[2] != marks[1]
    assert personal_links.ensure_link(first).token not in marks[0]
    assert "no-store" in client.get(own(first))["Cache-Control"]


def test_parts_of_pages_and_what_is_sent_are_never_kept(cup: Division, client: Client) -> None:
    entry = cup.entries.first()
    assert entry is not None
    assert HEADER not in client.get(own(entry) + "/live", headers={"HX-Request": "true"})
    assert HEADER not in client.post(own(entry) + "/report", {"how": ""})
    personal_links.renew_personal_link(entry, by=None)
    assert HEADER not in client.get(own(entry)[:-4] + "gone")


def test_a_public_page_is_kept_for_those_it_was_made_for(cup: Division) -> None:
    url, entry = reverse("pairings:pairings", args=[cup.tournament.slug]), cup.entries.first()
    assert entry is not None
    phone = Client()
    assert phone.get(url)[HEADER] == "all -"
    phone.get(own(entry))
    with_link = phone.get(url)[HEADER]
    assert with_link.startswith("all ")
    assert with_link != "all -"
    phone.post(own(entry) + "/forget")
    assert phone.get(url)[HEADER] == "all -"


def test_what_staff_see_and_the_sign_in_are_never_kept(cup: Division) -> None:
    desk = Client()
    desk.force_login(staff(cup.tournament, "judge"))
    event = cup.tournament.slug
    for url in (
        reverse("pairings:pairings", args=[event]),
        reverse("tournaments:event", args=[event]),
        reverse("floor:calls", args=[event]),
    ):
        answer = desk.get(url)
        assert answer.status_code == 200
        assert HEADER not in answer, url
    assert HEADER not in Client().get(reverse("account_login"))
