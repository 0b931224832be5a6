"""A message covers no field, row or button, at the top of a page and scrolled, on phones and laptops."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from floor.services import calls
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, session, watch
from tournaments.models import Tournament
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COVERED = """() => {
  const seen = el => el.checkVisibility({ checkVisibilityCSS: true })
  const bars = [...document.querySelectorAll('.toasts .toast')].filter(seen).map(el => el.getBoundingClientRect())
  const things = 'main :is(input:not([type=hidden]), select, textarea, button, tr, li, .line, a.button)'
  return [...document.querySelectorAll(things)]
    .filter(el => seen(el) && !el.closest('.toasts'))
    .filter(el => {
      const box = el.getBoundingClientRect()
      return box.width && bars.some(bar => box.left < bar.right - 1 && box.right > bar.left + 1
                                        && box.top < bar.bottom - 1 && box.bottom > bar.top + 1)
    })
    .map(el => el.outerHTML.slice(0, 120))
}"""
PLACES = "[0, innerHeight / 3, (document.body.scrollHeight - innerHeight) / 2, document.body.scrollHeight]"


@pytest.fixture(params=[320, 390, 1440])
def page(request: Any, browser: Browser, live_server: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 700}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    opened, wrong = context.new_page(), []
    watch(opened, live_server.url, wrong)
    yield opened
    context.close()
    assert wrong == []


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Pier Street Challenge", published=True, by_age=False)
    build.add_players(made, 24, checked_in=False)
    return made


def opens(page: Page, home: str, event: Tournament, path: str) -> None:
    page.context.add_cookies([session(build.staff(event, "organizer", "hana"), home)])
    page.goto(f"{home}/e/{event.slug}/{path}")


def covers_nothing(page: Page) -> None:
    expect(page.locator(".toasts .toast").last).to_be_visible()
    for place in page.evaluate(PLACES):
        page.evaluate("y => scrollTo(0, y)", place)
        assert page.evaluate(COVERED) == [], f"{page.url} at {place}"


def test_a_message_that_comes_with_the_page(page: Page, live_server: Any, event: Tournament) -> None:
    event.entries.update(checked_in_at=build.NOON)
    opens(page, live_server.url, event, "round")
    page.get_by_role("button", name="Pair round 1").first.click()
    covers_nothing(page)
    page.goto(f"{live_server.url}/e/{event.slug}/schedule")
    page.locator("form[action$='/schedule/plan']").evaluate("form => form.requestSubmit()")
    covers_nothing(page)


def test_a_message_that_comes_into_an_open_page_ends_it_above(
    page: Page, live_server: Any, event: Tournament
) -> None:
    """It is docked at the full width of the page; the pressed button stays visible, and the last row can be scrolled
    above it.
    """
    opens(page, live_server.url, event, "door")
    rows = page.locator("#door-list li button")
    rows.nth(15).click()
    bar = page.locator(".toasts")
    expect(bar.locator(".toast")).to_be_visible()
    dock = bar.bounding_box()
    assert dock is not None
    main = page.locator("#main").bounding_box()
    assert main is not None
    assert (dock["x"], dock["width"]) == (main["x"], main["width"])
    for row in (rows.nth(15), rows.last):
        row.focus()
        row.scroll_into_view_if_needed()
        box = row.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= dock["y"] + 1
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate(COVERED) == []
    thumbs = page.locator(".thumbs").bounding_box()
    assert dock["y"] + dock["height"] <= (thumbs["y"] if thumbs else 700) + 1


def test_a_saved_result_at_the_desk_hides_no_field_that_is_used(
    page: Page, live_server: Any, event: Tournament
) -> None:
    event.entries.update(checked_in_at=build.NOON)
    rounds.post(rounds.pair_next_round(event.divisions.get(), by=None, seed=3), by=None)
    opens(page, live_server.url, event, "round")
    page.locator("#entry-table").fill("1")
    page.locator("#entry-result").fill("1")
    page.keyboard.press("Enter")
    bar = page.locator(".toasts")
    expect(bar.locator(".toast")).to_be_visible()
    field, dock = page.locator("#entry-table").bounding_box(), bar.bounding_box()
    assert field is not None
    assert dock is not None
    assert field["y"] + field["height"] <= dock["y"] + 1


def test_a_message_to_a_player_covers_nothing(page: Page, live_server: Any, event: Tournament) -> None:
    event.entries.update(checked_in_at=build.NOON)
    round_ = rounds.post(rounds.pair_next_round(event.divisions.get(), by=None, seed=3), by=None)
    match = round_.matches.get(table=1)
    page.goto(live_server.url + reverse("floor:my", args=[personal_links.ensure_link(match.left).token]))
    page.locator(".result-buttons summary").first.click()
    page.get_by_role("button", name="Report: I won", exact=True).click()
    covers_nothing(page)
    page.evaluate("scrollTo(0, 0)")
    page.locator("form[action$='/call']").evaluate("form => form.requestSubmit()")
    expect(page.locator(".judge-on-way")).to_be_visible()
    covers_nothing(page)


def test_a_message_to_a_judge_who_goes_covers_nothing(
    page: Page, live_server: Any, event: Tournament
) -> None:
    event.entries.update(checked_in_at=build.NOON)
    round_ = rounds.post(rounds.pair_next_round(event.divisions.get(), by=None, seed=3), by=None)
    match = round_.matches.select_related("left").get(table=1)
    calls.raise_hand(match, entry=match.left)
    opens(page, live_server.url, event, "calls")
    page.get_by_role("button", name="I’m going").first.click()
    covers_nothing(page)
