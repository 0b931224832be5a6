"""A screen in the hall: it turns its pages, follows the desk, and continues while the server is down."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from core import stamps
from floor.engine.hall_screens import ScreenSettings
from floor.models import HallScreen
from floor.services import screens
from pairings.services.rounds import rounds
from tests.browser.conftest import session, watch
from tests.browser.slow_phone import SlowPhone
from tests.pairings import build as pairings
from tournaments.models import Division

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WALL = {"width": 1920, "height": 1080}


def hall() -> tuple[Division, HallScreen]:
    """Post a round of 70 players, with one screen at the door."""
    division = pairings.division(70, published=True)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return division, screens.add_screen(division.tournament, name="Main door", by=None)


def at(row: HallScreen) -> str:
    return reverse("floor:screen", args=[row.tournament.slug, row.code])


def wait(page: Page, seconds: int) -> None:
    """Advance the time of a page, with a moment for responses in between."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(60)


def up(page: Page) -> str | None:
    """Return the page that is shown."""
    return page.locator(".leaf:visible").get_attribute("data-leaf")


CUT = """() => [...document.querySelectorAll('.leaf:not([hidden]) li')].filter(line => {
  const words = line.querySelector('span')
  return words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight
    || words.offsetHeight > line.offsetHeight
}).map(line => line.textContent)"""
"""Lines with words that are cut, or that are higher than their row."""


@pytest.mark.parametrize(
    ("first_name", "last_name"),
    [
        ("Bartholomäus", "Wolfinger"),
        ("Maria Aparecida Conceição", "Albuquerque de Vasconcelos"),
        ("Maria Aparecida da Conceição Fernandes", "Albuquerque de Vasconcelos e Souza Pereira"),
        ("Maria Aparecida Conceição Albuquerque " * 2, "Cavalcanti de Vasconcelos e Souza Pereira " * 2),
    ],
)
def test_no_name_of_a_table_that_still_plays_is_cut(browser: Browser, live_server, first_name, last_name):
    division, _door = hall()
    first_name, last_name = first_name.strip(), last_name.strip()[:80]
    division.entries.update(first_name=first_name, last_name=last_name)
    context = browser.new_context()
    wall = context.new_page()
    wall.goto(live_server.url + reverse("floor:hall_screen", args=[division.tournament.slug]) + "?show=open")
    assert wall.locator(".leaf:visible li").count() == 35
    name = f"{first_name} {last_name}"
    assert f"{name} – {name}" in wall.locator(".leaf:visible").inner_text()
    for width in (1280, 1440, 1920):
        wall.set_viewport_size({"width": width, "height": width * 9 // 16})
        assert wall.evaluate(CUT) == [], width
    context.close()


def test_a_screen_turns_its_pages_and_follows_the_desk(browser: Browser, live_server):
    division, door = hall()
    context = browser.new_context(viewport=WALL, reduced_motion="reduce")
    wall, asked, wrong = context.new_page(), [], []
    watch(wall, live_server.url, wrong)
    wall.clock.install()
    wall.goto(live_server.url + at(door))
    wall.wait_for_load_state("networkidle")
    wall.on("request", lambda sent: asked.append(urlsplit(sent.url).path))
    assert up(wall) == "names-0"
    wait(wall, 13)
    assert up(wall) == "names-1"
    wait(wall, 24)
    assert up(wall) == "names-1"
    assert set(asked) == {"/live"}

    office = browser.new_context(reduced_motion="reduce")
    office.add_cookies([session(pairings.organizer(division), live_server.url)])
    desk = office.new_page()
    watch(desk, live_server.url, wrong)
    desk.goto(live_server.url + reverse("floor:screens", args=[division.tournament.slug]))
    card = desk.get_by_role("region", name="Main door")
    expect(card).to_contain_text("Now: Pairings by name (automatic)")
    card.get_by_role("button", name="QR code").click()
    expect(card).to_contain_text("Now: QR code")
    wait(wall, 6)
    expect(wall.locator(".leaf:visible")).to_have_attribute("data-leaf", "qr")
    desk.get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("(automatic)")
    desk.get_by_role("region", name="Message on all screens").get_by_label("Message", exact=False).first.fill(
        "Lunch until one"
    )
    desk.get_by_role("button", name="Show on all screens").click()
    wait(wall, 6)
    expect(wall.locator(".wall-message")).to_have_text("Lunch until one")
    assert up(wall) == "names-0"
    height = wall.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert height[0] == height[1]
    assert wrong == []
    office.close()
    context.close()


def test_a_screen_goes_on_without_its_server_and_follows_again(slow_phone: SlowPhone):
    _division, door = hall()
    screens.set_screen_content(door, ScreenSettings(("names",), seconds=5), by=None)
    slow_phone.page.clock.install()
    page = slow_phone.opens(at(door))
    page.wait_for_load_state("networkidle")
    slow_phone.server_stops()
    wait(page, 20)
    expect(page.locator("#as-of")).to_contain_text("No connection since")
    before = up(page)
    wait(page, 5)
    assert {before, up(page)} == {"names-0", "names-1"}
    screens.set_screen_content(door, ScreenSettings(("qr",)), by=None)
    stamps.mark_scopes_changed(stamps.EVERYTHING)  # like a process that starts
    slow_phone.server_returns()
    wait(page, 12)
    expect(page.locator(".leaf:visible")).to_have_attribute("data-leaf", "qr")
    expect(page.locator("#as-of")).to_be_hidden()
