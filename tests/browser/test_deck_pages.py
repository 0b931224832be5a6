"""The public pages for decks in a real browser: on a phone, with taps, and without scripts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.decks.lists import ILLEGAL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def check(page: Page, url: str) -> None:
    page.goto(f"{url}/deck-check?date=2017-07-29")
    page.get_by_label("Your list").fill(ILLEGAL)
    page.get_by_role("button", name="Check my deck").click()


def test_a_tap_mends_the_list(page: Page, live_server) -> None:
    page.set_viewport_size(PHONE)
    check(page, live_server.url)
    expect(page.get_by_text("One too many.").first).to_be_visible()
    page.get_by_role("button", name="Make it 4").click()
    expect(page.get_by_text("One too many.")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("60 of 60 cards. Legal.")


def test_a_deck_is_built_by_typing(page: Page, live_server) -> None:
    page.goto(f"{live_server.url}/deck-builder?date=2017-07-29")
    page.get_by_label("Card name").press_sequentially("4 ultra", delay=20)
    page.locator("#offers").get_by_role("button", name="Ultra Ball").click()
    expect(page.locator("output")).to_have_text("4")
    expect(page.locator("#find")).to_be_focused()
    page.get_by_role("button", name="One fewer Ultra Ball").click()
    expect(page.locator("output")).to_have_text("3")
    expect(page.locator("#status")).to_contain_text("3 of 60 cards.")


def choose(page: Page, language: str) -> None:
    """Choose a language below the page."""
    page.locator(".languages > summary").click()
    page.get_by_role("button", name=language).click()


def test_another_language_keeps_what_was_pasted_and_what_was_checked(page: Page, live_server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/deck-check?date=2017-07-29")
    page.locator("[name=text]").fill(f"{ILLEGAL}\nneither card nor number")
    choose(page, "Español")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("[name=text]")).to_have_value(re.compile("neither card nor number"))
    page.locator("[name=text]").fill(ILLEGAL)
    page.locator("#work button[name=do]").last.click()
    expect(page.locator("#work aside")).to_be_visible()
    choose(page, "English")
    expect(page.get_by_text("One too many.").first).to_be_visible()
    page.get_by_role("button", name="Make it 4").click()
    expect(page.get_by_text("One too many.")).to_have_count(0)
    choose(page, "Español")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#status")).to_contain_text("60")
    page.goto(f"{live_server.url}/deck-check")
    expect(page.locator("[name=text]")).to_have_value("")


def test_the_same_without_script(browser: Browser, live_server) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    check(page, live_server.url)
    page.get_by_role("button", name="Make it 4").click()
    expect(page.get_by_text("One too many.")).to_have_count(0)
    page.goto(f"{live_server.url}/deck-builder")
    page.get_by_label("Card name").fill("4 ultra")
    page.get_by_label("Card name").press("Enter")
    page.locator("#offers").get_by_role("button", name="Ultra Ball").click()
    expect(page.locator("output")).to_have_text("4")
    context.close()
