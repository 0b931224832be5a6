"""A division without players takes no space on paper or on public pages."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings.build import play
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(made, 12, birth_years=(2012, 1990))
    return made


def text(client: Client, event: Tournament, name: str, query: str = "") -> str:
    return markup(client.get(reverse(name, args=[event.slug]) + query))


@pytest.fixture(params=["staff", "public"])
def somebody(client: Client, event: Tournament, request: pytest.FixtureRequest) -> Client:
    return signed_in(client, event) if request.param == "staff" else client


def signed_in(client: Client, event: Tournament) -> Client:
    client.force_login(event.staff.select_related("user").get().user)
    return client


def peopled(event: Tournament) -> Iterator[Division]:
    yield from event.divisions.select_related("tournament").exclude(age_division="junior")


def in_round_two(event: Tournament) -> None:
    for home in peopled(event):
        play(home)
        rounds.post(rounds.pair_next_round(home, by=None), by=None)


def juniors_in(page: str) -> bool:
    """Return whether a page names the division, apart from the sentence on how its children are shown."""
    return "Juniors" in page[page.index("<main") :].replace("Juniors and Seniors are shown", "")


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("pairings:pairings", ""),
        ("pairings:tables", ""),
        ("pairings:meeting", ""),
        ("pairings:standings", ""),
        ("floor:hall_screen", "?show=clock"),
        ("tournaments:event", ""),
    ],
)
def test_it_is_not_on_the_page(somebody: Client, event: Tournament, name: str, query: str) -> None:
    in_round_two(event)
    page = text(somebody, event, name, query)
    assert "Seniors" in page[page.index("<main") :]
    assert not juniors_in(page)


@pytest.mark.parametrize("name", ["pairings:print", "pairings:bubble", "pairings:clock", "checks:checks"])
def test_it_is_not_on_the_page_of_the_staff(client: Client, event: Tournament, name: str) -> None:
    in_round_two(event)
    page = text(signed_in(client, event), event, name)
    assert "Seniors" in page[page.index("<main") :]
    assert not juniors_in(page)


def test_no_page_of_the_hall_screen_is_of_it(somebody: Client, event: Tournament) -> None:
    for home in peopled(event):
        play(home)
    page = text(somebody, event, "floor:hall_screen", "")
    assert "Masters" in page
    assert "Seniors" in page
    assert "Juniors" not in page


def test_players_are_seated_for_the_meeting_without_it(somebody: Client, event: Tournament) -> None:
    page = text(somebody, event, "pairings:meeting")
    assert "Seniors" in page[page.index("<main") :]
    assert not juniors_in(page)


def test_the_only_division_with_players_is_not_named_beside_each_of_them(somebody: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    build.add_players(event, 4, birth_years=(1990,))
    page = text(somebody, event, "pairings:meeting")
    assert '<small class="under">Masters' not in page


@pytest.mark.parametrize("started", [True, False], ids=["started", "before"])
def test_it_has_no_bracket(client: Client, started: bool) -> None:
    event = build.event(structure="swiss_cut", kind="league_cup", divisions=("junior", "senior", "masters"))
    build.add_players(event, 16, birth_years=(2012, 1990))
    event.divisions.update(cut_size=2, rounds_planned=1)
    for home in peopled(event):
        play(home)
        if started:
            cuts.start_cut(home, by=None)
    page = text(client, event, "pairings:cut")
    assert "Seniors" in page[page.index("<main") :]
    assert not juniors_in(page)
    assert not juniors_in(text(signed_in(client, event), event, "pairings:cut"))


def test_players_wait_for_no_round_of_it(client: Client, event: Tournament) -> None:
    for home in event.divisions.exclude(age_division="junior"):
        play(home)
    page = text(client, event, "pairings:pairings")
    assert "Round 2" in page
    assert "Round 1 is not posted" not in page


def test_paper_is_of_a_division_with_players(client: Client, event: Tournament) -> None:
    client.force_login(event.staff.select_related("user").get().user)
    page = client.get(reverse("pairings:print", args=[event.slug]))
    assert [name for _pk, name in page.context["form"].fields["divisions"].choices] == ["Seniors", "Masters"]


def test_before_anybody_is_entered_all_are_shown(client: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    client.force_login(event.staff.select_related("user").get().user)
    page = text(client, event, "pairings:print")
    assert "Juniors" in page
    assert "Masters" in page
