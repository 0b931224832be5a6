"""The clock at the top of a page adds the time of a reader in another zone, and names the event's zone on request;
other readers see neither.
"""

import pytest
from playwright.sync_api import Browser, expect

from pairings.models import Round
from pairings.services.reports import clocks
from pairings.services.rounds import rounds
from tests.pairings import build
from tests.pairings.views import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("zone", "named"), [("America/Lima", True), ("Europe/Madrid", False)])
def test_it_stays_when_the_clock_changes(browser: Browser, live_server, zone: str, named: bool) -> None:
    home = build.division(4, timezone="Europe/Madrid", clock_delay=0, published=True)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    context = browser.new_context(timezone_id=zone)
    page = context.new_page()
    page.goto(f"{live_server.url}{pages.event(home, 'pairings')}")
    note = page.locator(".board .clock small")
    with page.expect_response("**/clock.json*"):
        page.reload()
    expect(note).to_contain_text("ends ")
    expect(note).not_to_contain_text("Madrid")
    expect(note.locator("time")).to_have_attribute("title", "Europe/Madrid" if named else "")
    clocks.press_clock(Round.objects.select_related("division").get(), clocks.Kind.PAUSED, by=None)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(note).to_have_text("stopped")
    clocks.press_clock(Round.objects.select_related("division").get(), clocks.Kind.RESUMED, by=None)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(note).to_contain_text("your time") if named else expect(note).not_to_contain_text("your time")
    context.close()
