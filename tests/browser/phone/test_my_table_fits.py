"""My table on a small phone: what counts is in the first screen, and a report needs no pointer."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from floor.services import calls
from pairings.models import Match, Report
from pairings.services.rounds import rounds
from tests.browser.conftest import watch
from tests.pairings.build import division
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
PARTS = (".pitch", ".my-clock", ".result-buttons", ".thumbs .bell")
LANGUAGES = [code for code, _name in settings.LANGUAGES]

HIDDEN = """parts => {
  const thumbs = document.querySelector(".thumbs").getBoundingClientRect().top
  return parts.filter(part => {
    const box = document.querySelector(part)?.getBoundingClientRect()
    const bottom = part.startsWith(".thumbs") ? innerHeight : thumbs
    return !box || box.top < 0 || box.bottom > bottom
  })
}"""
"""Parts that are not whole in the first screen, above the bar of pages."""


@pytest.fixture
def match() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4, published=True), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=1)


@pytest.fixture
def phone(browser: Browser, live_server) -> Iterator[Page]:
    with closing(browser.new_context(viewport=SMALL, has_touch=True, reduced_motion="reduce")) as context:
        page, wrong = context.new_page(), []
        watch(page, live_server.url, wrong)
        yield page
        assert wrong == []


def test_the_first_screen_holds_what_counts_in_every_language(phone: Page, live_server, match: Match) -> None:
    address = live_server.url + reverse("floor:my", args=[personal_links.ensure_link(match.left).token])
    hidden = {}
    for state in ("playing", "called"):
        if state == "called":
            calls.raise_hand(match, entry=match.left)
        for language in LANGUAGES:
            phone.context.add_cookies(
                [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}]
            )
            phone.goto(address)
            expect(phone.locator("html")).to_have_attribute("lang", language)
            hidden[state, language] = phone.evaluate(HIDDEN, PARTS)
    assert not any(hidden.values()), hidden


def test_a_report_by_keyboard_alone(phone: Page, live_server, match: Match) -> None:
    phone.goto(live_server.url + reverse("floor:my", args=[personal_links.ensure_link(match.left).token]))
    won = phone.locator(".result-buttons summary").first
    for _press in range(40):
        if won.evaluate("it => it === document.activeElement"):
            break
        phone.keyboard.press("Tab")
    expect(won).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator(".result-buttons details").first).to_have_attribute("open", "")
    phone.keyboard.press("Escape")
    expect(won).to_be_focused()
    phone.keyboard.press("Enter")
    send = phone.get_by_role("button", name="Report: I won", exact=True)
    for _press in range(10):
        if send.evaluate("it => it === document.activeElement"):
            break
        phone.keyboard.press("Tab")
    expect(send).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("has not confirmed it yet")).to_be_visible()
    assert Report.objects.get().outcome == "left"
