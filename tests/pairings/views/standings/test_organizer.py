"""The public page of an organizer: public events alone, champions by public names, and a calendar to subscribe to."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from core.models import Team
from core.services import pictures, team_pages, teams
from pairings.services.bracket import cuts
from tests import build
from tests.core.pictures import picture
from tests.html import markup
from tests.pairings.build import play
from tests.pairings.views.print.test_published_lists import played
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def published(team: Team, **fields: Any) -> Team:
    usual = {"is_public": True, "about": "", "venue": "", "map_link": ""}
    return team_pages.change_team_page(team, by=None, **usual | fields)


def finished() -> Tournament:
    made = played("never", 2)
    cuts.start_cut(made.divisions.get(), by=None)
    play(made.divisions.get())
    return made


def url(team: Team) -> str:
    return reverse("pairings:organizer", args=[team.page_name])


def test_events_text_venue_and_champion_are_shown(client: Client) -> None:
    event = finished()
    team = event.organizer
    later = timezone.now() + timedelta(days=7)
    build.event(team=team, name="Winter Cup", starts_at=later, published=True)
    build.event(team=team, name="Secret Cup", starts_at=later, published=False)
    pictures.set_logo(team, picture(), by=None)
    about = "Every Friday.\nBring <b>sleeves</b>."
    team = published(team, about=about, venue="Harbor Hall", map_link="https://www.openstreetmap.org/x")
    html = markup(client.get(url(team)))
    assert html.index("Winter Cup") < html.index(event.name)
    assert "Secret Cup" not in html
    assert "Every Friday.<br>Bring &lt;b&gt;sleeves&lt;/b&gt;." in html
    assert 'href="https://www.openstreetmap.org/x"' in html
    assert "Champion: " in html
    assert '<meta property="og:description" content="Every Friday. Bring' in html
    assert '<meta property="og:image" content="http://testserver/' in html
    assert url(team) in markup(client.get(reverse("tournaments:event", args=[event.slug])))


def test_an_event_begins_by_the_clocks_of_its_hall(client: Client) -> None:
    at = datetime(2030, 11, 29, 21, 51, tzinfo=UTC)
    event = build.event(timezone="Pacific/Auckland", starts_at=at, published=True)
    html = markup(client.get(url(published(event.organizer))))
    assert "Saturday 30 November 2030, 10:51" in html
    assert ">30<small>Nov</small>" in html


def test_children_are_champions_by_first_name_and_initial(client: Client) -> None:
    event = finished()
    event.entries.update(age_division="junior", first_name="Lucía", last_name="Navarro")
    html = markup(client.get(url(published(event.organizer))))
    assert "Lucía N." in html
    assert "Navarro" not in html


def test_the_calendar_has_public_events_alone(client: Client) -> None:
    event = build.event(name="Winter Cup", published=True, venue="Hall 1", city="Porto")
    build.event(team=event.organizer, name="Secret Cup", published=False)
    team = published(event.organizer)
    answer = client.get(reverse("floor:organizer_calendar", args=[team.page_name]))
    entries = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [str(entry["summary"]) for entry in entries] == ["Winter Cup"]
    assert entries[0]["dtstart"].dt == build.NOON
    assert str(entries[0]["location"]) == "Hall 1, Porto"
    again = client.get(
        reverse("floor:organizer_calendar", args=[team.page_name]), HTTP_IF_NONE_MATCH=answer["ETag"]
    )
    assert again.status_code == 304


def test_nothing_is_public_until_an_owner_says_so(client: Client) -> None:
    event = build.event(published=True)
    team = published(event.organizer)
    address = url(team)
    published(team, is_public=False)
    assert client.get(address).status_code == 404
    assert client.get(reverse("floor:organizer_calendar", args=[team.page_name])).status_code == 404
    assert address not in markup(client.get(reverse("tournaments:event", args=[event.slug])))
    teams.rename_team(team, by=None, name="Other Name")
    assert url(published(team)) == address


def test_two_teams_of_one_name_have_two_addresses() -> None:
    first, second = (
        published(teams.create_team(by=build.user(name), name="Harbor")) for name in ("ana", "luis")
    )
    assert first.page_name == "harbor"
    assert second.page_name == f"harbor-{second.pk}"
    assert published(teams.create_team(by=build.user("mei"), name="ポケモン")).page_name == "team"


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "maps.example.org", "https://", "http:// x", "ftp://a.b"]
)
def test_a_map_link_is_a_web_address(client: Client, link: str) -> None:
    owner = build.user("ana")
    team = teams.create_team(by=owner, name="Harbor")
    client.force_login(owner)
    page = reverse("tournaments:team_page", args=[team.pk])
    answer = client.post(page, {"is_public": "on", "about": "Kept text", "map_link": link})
    html = markup(answer)
    assert "A link to a map begins with https:// or http://." in html
    assert "Kept text" in html
    assert not Team.objects.get(pk=team.pk).page_is_public
    client.post(page, {"is_public": "on", "map_link": "https://maps.example.org/a?b=c"})
    assert Team.objects.get(pk=team.pk).map_link == "https://maps.example.org/a?b=c"


def test_only_owners_edit_the_page(client: Client) -> None:
    team = teams.create_team(by=build.user("ana"), name="Harbor")
    client.force_login(build.user("luis"))
    assert client.get(reverse("tournaments:team_page", args=[team.pk])).status_code == 404


def test_queries_do_not_grow_with_past_events(client: Client) -> None:
    event = finished()
    team = published(event.organizer)

    def queries() -> int:
        client.get(url(team))
        with CaptureQueriesContext(connection) as captured:
            client.get(url(team))
        return len(captured)

    before = queries()
    for number in range(5):
        build.event(team=team, name=f"Cup {number}", published=True)
    assert queries() == before
