"""The link to the clock of one's table on a phone without scripts."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from config.middleware import public_pages
from pairings.models import Match
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests.browser.conftest import PATIENCE, PHONE
from tests.pairings.build import division
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    """Create a table with five minutes more than the others."""
    public_pages._pages.clear()
    home = division(4, published=True, clock_delay=0)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    row = round_.matches.select_related("left__player", "round__division__tournament").get(table=1)
    time_extensions.grant_extra_time(row, seconds=300, by=None, why="Spilled water")
    return row


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    """Open a phone without scripts."""
    opened = browser.new_context(viewport=PHONE, java_script_enabled=False)
    opened.set_default_timeout(PATIENCE)
    yield opened.new_page()
    opened.close()


def test_it_is_in_the_header_of_pages_made_for_all_phones(
    plain_page: Page, live_server, match: Match
) -> None:
    plain_page.goto(
        live_server.url + reverse("floor:my", args=[personal_links.ensure_link(match.left).token])
    )
    own = plain_page.locator(".my-clock .clock").inner_text()
    plain_page.goto(
        live_server.url + reverse("pairings:pairings", args=[match.round.division.tournament.slug])
    )
    plain_page.locator(".board [data-own-clock]").get_by_role("link", name="My table").click()
    expect(plain_page).to_have_url(
        live_server.url + reverse("floor:my", args=[personal_links.ensure_link(match.left).token])
    )
    assert plain_page.locator(".my-clock .clock small").inner_text() in own
