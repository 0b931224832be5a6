"""A judge answers a call, and raises one for a table, by keyboard alone."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from floor.models import JudgeCall
from floor.services import calls
from pairings.models import Extension, Match
from pairings.services.rounds import rounds
from tests import build as units
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tests.browser.keyboard import tab_to
from tests.pairings import build
from tests.pairings.views import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def matches() -> list[Match]:
    home = build.division(8, round_minutes=50, published=True)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


@pytest.fixture
def page_of_judge(browser: Browser, live_server, matches: list[Match]) -> Iterator[Page]:
    judge = units.staff(matches[0].round.division.tournament, "judge")
    wrong: list[str] = []
    with closing(browser.new_context(viewport=PHONE, reduced_motion="reduce")) as context:
        context.add_cookies([session(judge, live_server.url)])
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + pages.event(matches[0].round.division, "calls"))
        yield page
    assert wrong == []


def test_a_call_is_answered_from_the_queue_to_done(
    browser: Browser, live_server, matches: list[Match], page_of_judge: Page
) -> None:
    page = page_of_judge
    call = calls.raise_hand(matches[0], entry=matches[0].left)
    page.reload()
    tab_to(page, page.get_by_role("button", name="I’m going"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{pages.match(matches[0])}")
    expect(page.locator("#table-calls")).to_contain_text("You are on the way")

    tab_to(page, page.get_by_role("button", name="At the table"))
    page.keyboard.press("Enter")
    expect(page.locator("#table-time")).to_contain_text("You are at the table")

    tab_to(page, page.get_by_role("button", name="Done: +1 min, close the call"))
    page.keyboard.press("Enter")
    expect(page.locator("#table-time")).to_have_count(0)
    call.refresh_from_db()
    assert call.closed_at is not None
    assert Extension.objects.get().seconds == 60


def test_a_call_is_closed_with_a_note_in_its_sheet(
    browser: Browser, live_server, matches: list[Match], page_of_judge: Page
) -> None:
    page = page_of_judge
    calls.raise_hand(matches[0], entry=matches[0].left)
    page.goto(live_server.url + pages.match(matches[0]))
    summary = page.locator("#table-calls summary", has_text="Close or pass on")
    note = page.get_by_placeholder("Note (optional)")
    tab_to(page, summary)
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(summary).to_be_focused()

    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Done", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(note).to_be_focused()
    page.keyboard.type("Rule 4")
    page.keyboard.press("Enter")
    expect(page.locator("#table-calls")).to_have_count(0)
    assert JudgeCall.objects.get().note == "Rule 4"


def test_a_call_is_raised_for_a_table_in_a_sheet(
    browser: Browser, live_server, matches: list[Match], page_of_judge: Page
) -> None:
    page = page_of_judge
    tab_to(page, page.locator("#raise > summary"))
    page.keyboard.press("Enter")
    table = page.locator("#call-table")
    expect(table).to_be_focused()
    page.keyboard.type(str(matches[2].table))
    page.keyboard.press("Enter")
    expect(page.locator(".next-up")).to_contain_text(f"{matches[2].left}")
    assert JudgeCall.objects.get().match == matches[2]
