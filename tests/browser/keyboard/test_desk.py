"""A scorekeeper enters the results of a round and closes it by keyboard alone."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.browser.conftest import LAPTOP, PATIENCE, session, watch
from tests.browser.keyboard import tab_to
from tests.pairings import build
from tests.pairings.views import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def round_() -> Round:
    home = build.division(8, round_minutes=50, published=True)
    return rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)


@pytest.fixture
def desk(browser: Browser, live_server, round_: Round) -> Iterator[Page]:
    with closing(browser.new_context(viewport=LAPTOP, reduced_motion="reduce")) as context:
        context.add_cookies([session(build.organizer(round_.division), live_server.url)])
        context.set_default_timeout(PATIENCE)
        page, wrong = context.new_page(), []
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + pages.desk(round_.division), wait_until="networkidle")
        yield page
        assert wrong == []


def test_results_are_entered_and_the_round_is_closed(desk: Page, round_: Round) -> None:
    expect(desk.locator("#entry-table")).to_be_focused()
    for table, key in enumerate("1209", start=1):
        desk.keyboard.type(str(table))
        desk.keyboard.press("Enter")
        desk.keyboard.type(key)
        desk.keyboard.press("Enter")
        expect(desk.locator(f"#table-{table}[data-outcome]")).to_have_count(1)
    tab_to(desk, desk.get_by_role("link", name="Close and update standings"))
    desk.keyboard.press("Enter")
    button = desk.locator("main form.ask button.primary")
    expect(button).to_be_visible()
    tab_to(desk, button)
    desk.keyboard.press("Enter")
    expect(desk.locator("main")).to_contain_text("Pair round 2")
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED


def test_news_that_arrive_after_the_answer_to_an_entry_are_asked_for_again(desk: Page, round_: Round) -> None:
    late: list[tuple[Route, APIResponse]] = []
    desk.route("**/news?*", lambda route: late.append((route, route.fetch())))
    enter(round_, table=2)
    while not late:
        desk.wait_for_timeout(100)
    desk.keyboard.type("1")
    desk.keyboard.press("Enter")
    desk.keyboard.type("1")
    desk.keyboard.press("Enter")
    expect(desk.locator("#table-1[data-outcome]")).to_have_count(1)
    enter(round_, table=3)
    for route, answer in late:
        route.fulfill(response=answer)
    desk.unroute("**/news?*")
    expect(desk.locator("#table-3[data-outcome]")).to_have_count(1)


def enter(round_: Round, *, table: int) -> None:
    """Enter a result on another device."""
    results.enter_result(round_.matches.get(table=table), MatchResult(Outcome.LEFT), by=None)
