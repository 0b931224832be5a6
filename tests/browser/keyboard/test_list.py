"""A player hands in a deck list by keyboard alone: types it, checks it, mends it, hands it in."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from decks.models import DeckList
from tests.browser.conftest import LAPTOP, PATIENCE, PHONE, watch
from tests.browser.keyboard import tab_to
from tests.decks.lists import LEGAL, event, of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIVE_COPIES = LEGAL.replace("4 N FCO 105", "5 N FCO 105")


@pytest.fixture
def row() -> DeckList:
    return of(event(published=True, rules={"deadline": timezone.now() + timedelta(hours=2)}))[0]


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def page_of_player(
    browser: Browser, live_server, row: DeckList, request: pytest.FixtureRequest
) -> Iterator[Page]:
    wrong: list[str] = []
    with closing(browser.new_context(viewport=request.param, reduced_motion="reduce")) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + reverse("decks:mine", args=[row.token]), wait_until="networkidle")
        yield page
    assert wrong == []


def test_a_list_is_typed_checked_corrected_and_handed_in(row: DeckList, page_of_player: Page) -> None:
    page = page_of_player
    text, verdict = page.get_by_label("Your list as text"), page.locator("#sum")
    tab_to(page, text)
    page.keyboard.insert_text(FIVE_COPIES)
    expect(verdict).to_contain_text("to fix")
    expect(text).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Read this list"))
    page.keyboard.press("Enter")
    expect(page.locator("summary", has_text="Paste or edit as text")).to_be_visible()
    assert row.versions.count() == 0

    tab_to(page, page.get_by_role("link", name="5 N: too many copies"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Make it 4"))
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("Legal")
    tab_to(page, page.get_by_role("button", name="Hand in"))
    page.keyboard.press("Enter")
    expect(page.locator("#fold-counts > summary")).to_contain_text("Legal")
    assert row.versions.get().legal
