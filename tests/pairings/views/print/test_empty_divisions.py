"""A division that nobody plays in takes no room on paper and on public pages."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings.build import play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(made, 12, birth_years=(2012, 1990))
    return made


def text(client: Client, event: Tournament, name: str, query: str = "") -> str:
    return markup(client.get(reverse(name, args=[event.slug]) + query))


@pytest.mark.parametrize(
    "name", ["pairings:pairings", "pairings:tables", "pairings:print", "tournaments:event"]
)
def test_it_is_not_on_the_page(client: Client, event: Tournament, name: str) -> None:
    for home in event.divisions.exclude(age_division="junior"):
        play(home)
        rounds.post(rounds.pair_next(home, by=None), by=None)
    client.force_login(event.staff.select_related("user").get().user)
    page = text(client, event, name)
    main = page[page.index("<main") :]
    assert "Seniors" in main
    assert ">Juniors" not in main


def test_players_wait_for_no_round_of_it(client: Client, event: Tournament) -> None:
    for home in event.divisions.exclude(age_division="junior"):
        play(home)
    page = text(client, event, "pairings:pairings")
    assert "Round 2" in page
    assert "Round 1 is not out" not in page


def test_paper_is_of_a_division_with_players(client: Client, event: Tournament) -> None:
    client.force_login(event.staff.select_related("user").get().user)
    page = client.get(reverse("pairings:print", args=[event.slug]))
    assert str(page.context["division"]) == "Seniors"


def test_before_anybody_is_entered_all_are_shown(client: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    client.force_login(event.staff.select_related("user").get().user)
    page = text(client, event, "pairings:print")
    assert "Juniors" in page
    assert "Masters" in page
