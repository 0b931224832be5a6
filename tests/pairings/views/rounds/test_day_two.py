"""The page of day 2: who is in and why, opening it, and what the desk says before and after."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Stage
from tests.html import markup
from tests.pairings import build
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    of = build.division(16, structure="swiss_cut")
    settings = {"rounds_planned": 3, "day_two_by": "either", "day_two_points": 6, "day_two_size": 4}
    divisions.change_division(of, by=None, **settings, day_two_rounds=2, cut_size=4)
    return Division.objects.select_related("tournament").get(pk=of.pk)


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(build.organizer(home))
    return signed_in


def url(of: Division) -> str:
    return reverse("pairings:day_two", args=[of.tournament.slug, of.pk])


def desk(client: Client, of: Division) -> str:
    return markup(client.get(reverse("pairings:desk", args=[of.tournament.slug])))


def test_the_desk_leads_to_it_and_it_opens(client: Client, home: Division) -> None:
    assert url(home) not in desk(client, home)
    build.play(home, 2)
    assert "Who would play on day 2" in desk(client, home)
    early = markup(client.get(url(home)))
    assert "1 round of day 1 is left" in early
    assert '<form class="stack" action="" method="post"' not in early
    build.play(home, 1)
    html = desk(client, home)
    assert "Day 1 is over after round 3" in html
    assert "Start the top cut without day 2" in html
    page = client.get(url(home))
    (visible,) = page.context["lists"]
    assert (visible["size"], visible["players"], len(visible["below"])) == (8, 16, 4)
    assert [why for _, why in visible["seeds"]] == ["by place and points"] * 4 + ["by points"] * 4
    assert "Advances: the first 4 players, and everyone with at least 6 match points." in markup(page)
    answer = client.post(url(home), {"size_all": "6", "rounds": "3"}, follow=True)
    assert "Day 2 is open. Check its players in, then pair its first round." in markup(answer)
    stage = Stage.objects.get(division=home, position=1)
    assert (stage.qualifiers.count(), stage.rounds_planned) == (6, 6)
    assert "day 2, of 6 planned" in desk(client, home)
    assert client.get(url(home)).status_code == 302


def test_what_is_wrong_stands_beside_the_field_and_nothing_is_opened(client: Client, home: Division) -> None:
    build.play(home, 3)
    for typed in (
        {"size_all": "17", "rounds": "2"},
        {"size_all": "", "rounds": "2"},
        {"size_all": "4", "rounds": "x"},
    ):
        page = client.post(url(home), typed)
        assert page.status_code == 200
        assert f'value="{typed["rounds"]}"' in markup(page)
    assert not Stage.objects.filter(division=home, position=1).exists()


def test_where_no_day_two_is_planned_the_page_says_so(client: Client, home: Division) -> None:
    divisions.change_division(home, by=None, day_two_by="")
    assert "No day 2 is planned" in markup(client.get(url(home)))


def test_the_settings_of_a_division_say_who_plays_on(client: Client, home: Division) -> None:
    address = reverse("tournaments:division", args=[home.tournament.slug, home.pk])
    typed = {
        "age_division": "all",
        "by_age": "no",
        "rounds_planned": "3",
        "day_two_by": "",
        "cut_by": "points",
    }
    refused = client.post(address, typed)
    assert "Enter how many match points a player needs for the top cut." in markup(refused)
    client.post(address, typed | {"cut_points": "19", "cut_other": "12"})
    saved = Division.objects.get(pk=home.pk)
    assert (saved.cut_by, saved.cut_points, saved.cut_size, saved.day_two_by) == ("points", 19, 12, "")
    assert client.get(address).context["form"]["cut_other"].value() == 12


def test_the_cut_page_tells_who_skips_a_round(client: Client, home: Division) -> None:
    divisions.change_division(home, by=None, day_two_by="", cut_size=12)
    build.play(home, 3)
    html = markup(client.get(reverse("pairings:cut", args=[home.tournament.slug])))
    assert "The first 4 seeds skip the first round." in html
    assert html.count("skips the first round") == 4
