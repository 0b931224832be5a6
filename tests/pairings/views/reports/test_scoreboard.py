"""The line at the top of every page of an event, including pages that have nothing to do with rounds."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.rounds import rounds
from tests.pairings import build
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db

PAGES = ("tournaments:event", "tournaments:players", "tournaments:schedule", "tournaments:journal")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_an_event_tells_the_round(client: Client, name: str) -> None:
    home = build.division(4, round_minutes=30)
    client.force_login(build.organizer(home))
    url = reverse(name, args=[home.tournament.slug])
    drawn = rounds.pair_next_round(home, by=None)
    assert "Round 1 of 3" not in _where(client, url)
    rounds.post(drawn, by=None)
    assert "Round 1 of 3" in _where(client, url)
    assert "data-counts-down" in pages.text(client.get(url))


def _where(client: Client, url: str) -> str:
    """Return the text beside the name of the event."""
    return pages.text(client.get(url)).partition('class="where"')[2].partition("</div>")[0]
