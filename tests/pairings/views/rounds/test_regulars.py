"""The page with the players of the last event."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.html import markup
from tests.pairings.views import pages
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(client: Client) -> User:
    made = build.user("marta")
    client.force_login(made)
    return made


@pytest.fixture
def last(by: User) -> Tournament:
    event = build.event(by=by, name="Last week", starts_at=build.NOON - timedelta(days=7))
    build.add_players(event, 3)
    return event


@pytest.fixture
def today(last: Tournament, by: User) -> Tournament:
    return build.event(by=by, name="Today")


def url(event: Tournament) -> str:
    return reverse("pairings:regulars", args=[event.slug])


def sent_by(page) -> list[str]:  # type: ignore[no-untyped-def]
    """Return the players that are submitted if no checkbox is changed."""
    ticks = re.findall(r"<input[^>]*name=\"player\"[^>]*>", page.content.decode())
    return [re.findall(r'value="(\d+)"', tick)[0] for tick in ticks if "checked" in tick]


def test_two_clicks_from_the_players_to_all_of_them_checked_in(client, today, last):
    assert url(today) in markup(client.get(reverse("tournaments:players", args=[today.slug])))
    page = client.get(url(today))
    assert page.context["source"] == last
    ticked = {"from": last.pk, "player": sent_by(page), "here": "on"}
    after = client.post(url(today), ticked, follow=True)
    assert pages.messages(after) == ["3 players added."]
    assert today.entries.filter(checked_in_at__isnull=False).count() == 3
    assert "undo=" in next(iter(after.context["messages"])).extra_tags
    assert client.get(url(today)).context["rows"] == []


def test_names_stand_where_people_look_them_up(client, today, last):
    for one, last_name in zip(last.entries.order_by("pk"), ("Zapata", "Álvarez", "de Vries"), strict=True):
        last.entries.filter(pk=one.pk).update(last_name=last_name)
    page = markup(client.get(url(today)))
    assert page.index("Álvarez") < page.index("de Vries") < page.index("Zapata")


def test_without_a_tick_it_says_so(client, today, last):
    page = client.post(url(today), {"from": last.pk})
    assert (page.status_code, page.context["error"]) == (422, "Select at least one player.")


def test_what_was_ticked_stays_where_somebody_has_no_birth_year(client, by, last):
    last.entries.update(birth_year=None)
    today = build.event(by=by, divisions=("junior", "senior", "masters"))
    first = last.entries.earliest("last_name")
    page = client.post(url(today), {"from": last.pk, "player": [first.player_id]})
    assert page.status_code == 422
    assert str(first) in page.context["error"]
    assert [row.player for row, ticked in page.context["rows"] if ticked] == [first.player_id]
    assert not page.context["here"]


def test_an_event_of_others_cannot_be_chosen(client, today, last):
    theirs = build.event(name="Theirs", starts_at=build.NOON - timedelta(days=1))
    build.add_players(theirs, 2)
    assert client.get(url(today), {"from": theirs.pk}).context["source"] == last
    player = theirs.entries.earliest("pk").player_id
    client.post(url(today), {"from": theirs.pk, "player": [player]})
    assert not today.entries.exists()


def test_the_first_event_leads_to_the_players_tom_knows(client, last):
    first = build.event(by=build.user("newcomer"))
    client.force_login(first.staff.get().user)
    page = client.get(url(first))
    assert reverse("pairings:known_players_here", args=[first.slug]) in markup(page)


def test_only_who_runs_the_event_sees_it(client, today):
    client.force_login(build.staff(today, "judge"))
    assert client.get(url(today)).status_code == 403
