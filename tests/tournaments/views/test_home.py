"""The home page: your events, or the public ones."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import build
from tests.html import markup
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.tables.events import PosterTable

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_public_events_alone(client: Client) -> None:
    build.event(name="Harbour Cup")
    build.event(name="Secret Cup", published=False)
    page = markup(client.get("/"))
    assert "Harbour Cup" in page
    assert "Secret Cup" not in page
    assert "Sign in" in page


@pytest.mark.parametrize(("text", "found"), [("harb", True), ("munchen", True), ("Kaz", False)])
def test_events_are_found_by_name_and_city(client: Client, text: str, found: bool) -> None:
    build.event(name="Harbour Cup", city="München")
    page = markup(client.get("/events", {"q": text}))
    assert ("Harbour Cup" in page) is found
    assert f'value="{text}"' in page


def test_today_comes_before_what_is_coming(client: Client) -> None:
    now = timezone.now()
    for name, days in (("Later", 30), ("Sooner", 3), ("Past", -30)):
        build.event(name=name, starts_at=now + timedelta(days=days))
    page = markup(client.get("/"))
    assert page.index("Sooner") < page.index("Later") < page.index("Past")


def test_a_short_list_of_events_coming_up_is_of_posters(client: Client) -> None:
    soon = timezone.now() + timedelta(days=3)
    for number in range(PosterTable.MAX_EVENTS):
        build.event(name=f"Cup {number}", starts_at=soon)
    build.event(name="Past", starts_at=soon - timedelta(days=60))
    assert markup(client.get("/")).count('class="bowl"') == PosterTable.MAX_EVENTS
    build.event(name="One more", starts_at=soon)
    assert 'class="bowl"' not in markup(client.get("/"))


def test_your_running_event_stands_first(client: Client) -> None:
    marta = build.user()
    event = build.event(by=marta, name="Running Cup", starts_at=timezone.now())
    build.event(name="Of somebody else", starts_at=timezone.now())
    client.force_login(marta)
    page = markup(client.get("/"))
    assert f'hx-get="/e/{event.slug}/panel"' in page
    assert "Of somebody else" not in page


def test_three_running_events_show_their_figures(client: Client) -> None:
    marta = build.user()
    for number in range(5):
        build.event(by=marta, name=f"Cup {number}", starts_at=timezone.now())
    client.force_login(marta)
    page = markup(client.get("/"))
    assert page.count("/panel") == 3
    assert all(f"Cup {number}" in page for number in range(5))


def test_without_events_the_first_is_three_answers_away(client: Client) -> None:
    client.force_login(build.user())
    assert "three answers away" in markup(client.get("/"))


@pytest.mark.parametrize("signed_in", [True, False])
def test_one_query_for_any_number_of_events(
    client: Client, signed_in: bool, django_assert_num_queries
) -> None:  # type: ignore[no-untyped-def]
    marta = build.user()
    if signed_in:
        client.force_login(marta)
    made = 0
    for total in (1, 3, 300):
        for number in range(made, total):
            build.event(by=marta, name=f"Cup {number}", starts_at=timezone.now() - timedelta(days=9))
        made = total
        with django_assert_num_queries(7 if signed_in else 1):
            assert client.get("/").status_code == 200


def test_events_are_a_spreadsheet_too(client: Client) -> None:
    """It lists the public events that the page finds, and your events, public or not, only to you."""
    marta = build.user()
    build.event(name="Harbour Cup", city="München")
    build.event(by=marta, name="Secret Cup", published=False)
    assert "/events/all.csv?q=harb" in markup(client.get("/events", {"q": "harb"}))
    assert [line["Event"] for line in in_csv(client, "/events/all", q="harb")] == ["Harbour Cup"]
    (line,) = in_workbook(client, "/events/all")
    assert (line["City"].value, line["Starts"].is_date, line["Players"].value) == ("München", True, 0)
    assert client.get("/events/mine.csv").status_code == 302
    client.force_login(marta)
    assert "/events/mine.csv" in markup(client.get("/"))
    assert [line["Event"] for line in in_csv(client, "/events/mine")] == ["Secret Cup"]
