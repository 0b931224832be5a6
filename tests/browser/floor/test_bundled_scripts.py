"""Pages with the scripts that a server sends: one file for all pages, and one for what only some need."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from checks.models import DeckCheck
from checks.services import check_sheets
from config.bundles import scripts
from pairings.models import Match
from tests.browser.conftest import session
from tests.browser.floor.test_deck_check_story import at, check, judge, match, media  # noqa: F401
from tests.config.bundles.test_scripts import bundled, sources
from tests.pairings.build import organizer
from tests.pairings.views import pages
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def loaded(page: Page, tmp_path: Path) -> Iterator[set[str]]:
    """Serve bundles in place of the sources. Return the addresses of scripts that pages load."""
    sent, seen = bundled(tmp_path / "scripts", sources())[0], set[str]()

    def serve(route: Route) -> None:
        address = route.request.url.partition("/static/")[2]
        seen.add(address)
        route.fulfill(body=sent[address], content_type="text/javascript")

    page.route(f"**/static/{scripts.FOLDER}**", serve)
    yield seen
    page.unroute_all()


def test_the_desk_reads_a_result_back(page: Page, loaded: set[str], live_server, match: Match) -> None:  # noqa: F811
    page.context.add_cookies([session(organizer(match.round.division), live_server.url)])
    page.goto(live_server.url + pages.desk(match.round.division))
    page.locator("#entry-table").fill(str(match.table))
    page.locator("#entry-result").fill("1")
    expect(page.locator("[data-readback]")).to_contain_text(str(match.left))
    page.locator("[data-theme-button]").first.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert loaded == {"js/stadium.js"}


def test_a_deck_is_counted_with_large_buttons(
    page: Page,
    loaded: set[str],
    live_server,
    check: DeckCheck,  # noqa: F811
    judge: User,  # noqa: F811
) -> None:
    page.context.add_cookies([session(judge, live_server.url)])
    page.goto(live_server.url + at(check_sheets.begin_check(check, by=judge)))
    page.get_by_role("button", name="Large buttons").click()
    page.locator("#hands").get_by_role("button", name="OK", exact=True).click()
    expect(page.locator('[data-step="legible"] [data-mark="fine"][aria-pressed=true]')).to_have_count(1)
    assert loaded == {"js/stadium.js", "js/check.js", "js/hands.js"}
