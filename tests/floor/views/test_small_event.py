"""What a small event shows its staff: the short path, and what can be added to it."""

import re

import pytest
from django.test import Client

from decks.services import lists
from floor.models import JudgeCall
from tests import build
from tests.html import markup
from tournaments.models import Tournament
from tournaments.services import features

pytestmark = pytest.mark.django_db

SHORT = ["", "players", "door", "round", "print", "standings", "report", "settings"]
DAYS = (
    "players",
    "door",
    "print",
    "standings",
    "report",
    "settings",
    "journal",
    "floor",
    "calls",
    "penalties",
)


@pytest.fixture
def event() -> Tournament:
    return build.event(small=True)


@pytest.fixture
def marta(client: Client, event: Tournament) -> Client:
    client.force_login(event.staff.get(role="organizer").user)
    return client


def nav(page: str, event: Tournament) -> list[str]:
    """Return the event's pages linked from the navigation, without the event's URL prefix."""
    found = re.search(r'<nav class="nav".*?</nav>', page, re.DOTALL)
    assert found is not None
    links = re.findall(rf'href="/e/{event.slug}/([^"]*)"', found.group())
    return [link for link in links if link]


def test_the_navigation_is_the_short_path(marta: Client, event: Tournament) -> None:
    assert nav(markup(marta.get(f"/e/{event.slug}/")), event) == SHORT[1:]


def test_the_front_page_leads_along_the_path(marta: Client, event: Tournament) -> None:
    page = markup(marta.get(f"/e/{event.slug}/"))
    assert re.findall(r'class="button primary"\s+href="([^"]+)"', page) == [f"/e/{event.slug}/players/add"]
    for text in ("The day is not planned yet", "Time was called", "Tell players", "Rules for your deck"):
        assert text not in page
    build.add_players(event, 2, checked_in=True)
    page = markup(marta.get(f"/e/{event.slug}/"))
    assert re.findall(r'class="button primary"\s+href="([^"]+)"', page) == [f"/e/{event.slug}/round"]
    assert "2 of 2 checked in" in page


def test_a_cup_shows_its_top_cut(client: Client) -> None:
    cup = build.event(kind="league_cup", small=True)
    client.force_login(cup.staff.get(role="organizer").user)
    assert "cut" in nav(markup(client.get(f"/e/{cup.slug}/")), cup)


@pytest.mark.parametrize("path", DAYS)
def test_nothing_is_forbidden(marta: Client, event: Tournament, path: str) -> None:
    assert marta.get(f"/e/{event.slug}/{path}").status_code == 200


def test_the_switch_at_the_end_of_the_navigation(marta: Client, event: Tournament) -> None:
    here = f"/e/{event.slug}/standings"
    answer = marta.post(f"/e/{event.slug}/settings/pages", {"show": "all", "next": here})
    assert answer["Location"] == here
    page = markup(marta.get(here))
    assert "calls" in nav(page, event)
    assert "Show less" in page
    marta.post(f"/e/{event.slug}/settings/pages", {"show": "few", "next": here})
    page = markup(marta.get(here))
    assert nav(page, event) == SHORT[1:]
    assert "Show everything" in page


def test_one_feature_alone_from_the_settings(marta: Client, event: Tournament) -> None:
    marta.post(f"/e/{event.slug}/settings/pages", {"show": "chosen", "features": ["penalties"]})
    page = markup(marta.get(f"/e/{event.slug}/settings"))
    assert nav(page, event) == [*SHORT[1:-1], "penalties", "rulings", "settings"]
    assert re.search(r'value="penalties"[^>]*checked', page)


@pytest.mark.parametrize("sent", [{}, {"show": "sorcery"}, {"show": "chosen", "features": ["sorcery"]}])
def test_nonsense_changes_nothing(marta: Client, event: Tournament, sent: dict[str, object]) -> None:
    page = marta.post(f"/e/{event.slug}/settings/pages", sent)
    assert page.context["features"].errors
    event.refresh_from_db()
    assert event.features == []


def test_the_way_back_leaves_this_site_never(marta: Client, event: Tournament) -> None:
    answer = marta.post(f"/e/{event.slug}/settings/pages", {"show": "all", "next": "https://example.org/"})
    assert answer["Location"].startswith(f"/e/{event.slug}/settings")


def test_scorekeepers_have_no_switch(client: Client, event: Tournament) -> None:
    client.force_login(build.staff(event, "scorekeeper"))
    assert "Show everything" not in markup(client.get(f"/e/{event.slug}/"))
    assert client.post(f"/e/{event.slug}/settings/pages", {"show": "all"}).status_code == 403


def test_deck_lists_show_where_the_event_collects_them(marta: Client, event: Tournament) -> None:
    lists.collect_lists(event, by=None)
    assert "lists" in nav(markup(marta.get(f"/e/{event.slug}/")), event)


def test_a_raised_hand_shows_the_calls(marta: Client, event: Tournament) -> None:
    JudgeCall.objects.create(tournament=event, reason="question", raised_at=build.NOON)
    assert "calls" in nav(markup(marta.get(f"/e/{event.slug}/")), event)


def test_a_small_event_that_grew_proposes_the_rest(marta: Client, event: Tournament) -> None:
    build.add_players(event, 41)
    assert "More players than in a small event" in markup(marta.get(f"/e/{event.slug}/"))
    features.choose_features(event, by=None, features=None)
    assert "More players than in a small event" not in markup(marta.get(f"/e/{event.slug}/"))


def test_visitors_see_what_they_always_saw(client: Client, event: Tournament) -> None:
    def page() -> str:
        return re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", markup(client.get(f"/e/{event.slug}/")))

    html = page()
    features.choose_features(event, by=None, features=None)
    assert page() == html
    assert "step by step" not in html
