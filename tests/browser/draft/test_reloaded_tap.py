"""A phone that reloads during a tap: the tap arrives exactly once."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from drafts.models import DraftMove
from tests.browser.conftest import PATIENCE, PHONE, watch
from tests.drafts import tracked
from tests.drafts.tracked import draft, now, open_packs, token

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Held = Callable[[Route], None]


@pytest.fixture
def phone(browser: Browser, live_server):
    """Open a player's phone. Requests aborted by a reload are not errors of the page."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page, wrong = context.new_page(), []
    watch(page, live_server.url, wrong)
    yield page
    context.close()
    assert [one for one in wrong if "htmx:" not in one] == []


def held(page: Page, url: str, answer: Held) -> list[Route]:
    """Hold back what is posted to `url`; yield the list of it."""
    caught: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        answer(route)
        caught.append(route)

    page.route(re.compile(re.escape(url)), hold)
    return caught


def reloads_in_the_tap(page: Page, url: str, answer: Held) -> None:
    """Type a card, tap it, and reload the page while the tap is being sent."""
    caught = held(page, url, answer)
    page.get_by_label("Card name").fill("Eevee")
    page.get_by_role("button", name="Take it").click()
    while not caught:
        page.wait_for_timeout(20)
    page.unroute_all()
    reload(page)


def reload(page: Page) -> None:
    """Reload the page; if it reloads itself at this moment, use that reload."""
    try:
        page.reload()
    except Error as error:
        if "ERR_ABORTED" not in str(error):
            raise
        page.wait_for_load_state()


def picks(row, seat: int) -> list[DraftMove]:
    return list(DraftMove.objects.filter(draft=row, kind="pick", seat=seat))


def came(row, seat: int) -> None:
    for _again in range(300):
        if picks(row, seat):
            return
        time.sleep(0.1)
    raise AssertionError("the tap never came")


def nothing_waits(page: Page) -> None:
    """Check that nothing is stored. The test polls, since a waiting script would be lost when the page reloads."""
    left: list[str] = []
    for _again in range(300):
        homes = page.context.storage_state()["origins"]
        stored = [one for home in homes for one in home["localStorage"] if one["name"].startswith("unsent")]
        left = [one["value"] for one in stored if one["value"] != "[]"]
        if not left:
            return
        time.sleep(0.1)
    raise AssertionError(left)


@pytest.fixture
def row():
    made = draft(packs_each=1, pack_size=4)
    open_packs(made)
    return made


def test_a_tap_that_never_left_arrives_after_the_reload(phone: Page, live_server, row) -> None:
    url = f"{live_server.url}/l/{token(row)}/draft"
    phone.goto(url)
    reloads_in_the_tap(phone, url, lambda _route: None)
    expect(phone.get_by_text("You took Eevee.")).to_be_visible()
    reload(phone)
    expect(phone.get_by_text("You took Eevee.")).to_be_visible()
    expect(phone.locator("#unsent")).to_be_hidden()
    assert [one.names for one in picks(row, 1)] == [["Eevee"]]


def test_a_tap_whose_answer_was_cut_off_counts_once(phone: Page, live_server, row) -> None:
    url = f"{live_server.url}/l/{token(row)}/draft"
    phone.goto(url)
    reloads_in_the_tap(phone, url, lambda route: route.fetch(max_redirects=0) and None)
    came(row, 1)
    expect(phone.get_by_text("You took Eevee.")).to_be_visible()
    expect(phone.locator("#unsent")).to_be_hidden()
    assert [one.names for one in picks(row, 1)] == [["Eevee"]]
    nothing_waits(phone)
    assert len(picks(row, 1)) == 1


def test_the_pick_sent_again_takes_nothing_from_the_next_pack(phone: Page, live_server, row) -> None:
    """The others pick before the phone is back: the pack was passed on, but the tap is matched with its pick."""
    url = f"{live_server.url}/l/{token(row)}/draft"
    phone.goto(url)
    phone.route(
        re.compile(re.escape(url)),
        lambda route: route.fallback() if route.request.method != "POST" else route.fetch(max_redirects=0),
    )
    phone.get_by_label("Card name").fill("Eevee")
    phone.get_by_role("button", name="Take it").click()
    came(row, 1)
    for seat in now(row).to_act:
        tracked.take(row, seat, f"x{seat}")
    phone.unroute_all()
    reload(phone)
    expect(phone.get_by_text("Pack 1 of 1, pick 2 of 4")).to_be_visible()
    nothing_waits(phone)
    expect(phone.locator("#unsent")).to_be_hidden()
    assert len(picks(row, 1)) == 1
