"""Who did not check in is named, dropped in one press, and put back by one undo."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.html import markup
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db


def test_missing_players_are_named_dropped_and_put_back(client: Client) -> None:
    division = build.division(2)
    event = division.tournament
    missing = build.add_players(event, 3, checked_in=False)
    client.force_login(build.staff(event, "scorekeeper"))
    door = reverse("tournaments:door", args=[event.slug])
    url = reverse("pairings:drop_missing", args=[event.slug])
    assert url in markup(client.get(door))
    html = markup(client.get(url))
    assert "3 players have not checked in." in html
    assert all(str(entry) in html for entry in missing)
    assert "Choose players to drop, or cancel." in markup(client.post(url, {}))
    keys = [entry.pk for entry in missing[:2]]
    answer = client.post(url, {"missing": keys, "next": door}, follow=True)
    (message,) = answer.context["messages"]
    assert str(message).startswith("2 players dropped: ")
    assert event.entries.exclude(dropped_in=None).count() == 2
    client.post(message.extra_tags.removeprefix("undo="))
    assert not event.entries.exclude(dropped_in=None).exists()


def test_who_arrived_meanwhile_stays(client: Client) -> None:
    division = build.division(0)
    event = division.tournament
    (late,) = build.add_players(event, 1, checked_in=False)
    client.force_login(build.staff(event, "scorekeeper"))
    client.post(reverse("pairings:check_in", args=[event.slug, late.pk]))
    url = reverse("pairings:drop_missing", args=[event.slug])
    answer = client.post(url, {"missing": [late.pk]}, follow=True)
    assert pages.messages(answer)[-1] == "No player is missing. No one was dropped."
    assert not event.entries.exclude(dropped_in=None).exists()
