"""Round 1 on another day than the date of the event: the page that posts it says so, and one press moves the date."""

from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(8)
    client.force_login(pairings_build.organizer(division))
    return division


def test_round_1_of_another_day_asks_whether_the_date_is_right(client: Client, home: Division) -> None:
    event = home.tournament
    rounds.pair_next_round(home, by=None, seed=1)
    unposted = home.rounds.get()
    page = client.get(pages.of(unposted, "post"))
    assert "not today" in pages.text(page)
    move = reverse("tournaments:move_to_today", args=[event.slug])
    assert move in pages.text(page)
    again = client.post(move, {"next": pages.of(unposted, "post")}, follow=True)
    assert again.redirect_chain[-1][0] == pages.of(unposted, "post")
    assert "not today" not in pages.text(again)
    before = event.starts_at.astimezone(ZoneInfo(event.timezone))
    event.refresh_from_db()
    now = event.starts_at.astimezone(ZoneInfo(event.timezone))
    assert (now.date(), now.time()) == (timezone.localdate(timezone=ZoneInfo(event.timezone)), before.time())
    undo = again.context["messages"]._loaded_messages[0].extra_tags
    assert undo.startswith("undo=")


def test_who_may_not_move_the_date_reads_who_can(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    client.force_login(build.staff(home.tournament, "scorekeeper", "hana"))
    page = pages.text(client.get(pages.of(unposted, "post")))
    assert "The organizer can move the date in the settings." in page
    assert client.post(reverse("tournaments:move_to_today", args=[home.tournament.slug])).status_code == 403


def test_all_divisions_ask_the_same(client: Client, home: Division) -> None:
    rounds.pair_next_round(home, by=None, seed=1)
    page = client.get(reverse("pairings:post_all", args=[home.tournament.slug]))
    assert "not today" in pages.text(page)


def test_the_second_round_asks_nothing(client: Client, home: Division) -> None:
    pairings_build.play(home)
    unposted = rounds.pair_next_round(home, by=None, seed=2)
    assert "not today" not in pages.text(client.get(pages.of(unposted, "post")))
