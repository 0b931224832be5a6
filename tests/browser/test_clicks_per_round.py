"""A round of one division or of three takes five clicks, including printing; a mixed pile of slips takes none."""

import random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from pairings.models import Match, Round
from pairings.services.rounds import all_divisions
from tests import build
from tests.browser.conftest import PATIENCE, session
from tests.pairings.build import division, organizer, report_all
from tournaments.models import Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLIPS = 60
PRESSED = """() => document.addEventListener('pointerdown', () => {
    sessionStorage.setItem('presses', +(sessionStorage.getItem('presses') || 0) + 1)
}, true)"""


class Hand:
    """A user at the desk whose clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).click()  # type: ignore[arg-type]
        self.page.wait_for_load_state()
        self.clicks += 1

    def posts_and_prints(self) -> None:
        """The sheets open beside the desk, which shows the next step when it is looked at again."""
        with self.page.context.expect_page() as sheets:
            self.click("button", "Post and print")
        sheets.value.close()
        self.page.evaluate("dispatchEvent(new Event('focus'))")

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)


def opens(window: BrowserContext, page: Page, home: str, event: Tournament, by: User) -> Hand:
    window.add_cookies([session(by, home)])
    page.goto(f"{home}/e/{event.slug}/round")
    return Hand(page)


def hall(players: int) -> Tournament:
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, players, birth_years=(2018, 2012, 1990))
    return event


def states(event: Tournament) -> set[str]:
    return set(Round.objects.filter(division__tournament=event).values_list("state", flat=True))


def test_one_division_takes_five_clicks(window: BrowserContext, page: Page, live_server) -> None:
    home = division(8)
    hand = opens(window, page, live_server.url, home.tournament, organizer(home))
    hand.click("button", "Pair round 1")
    hand.click("link", "Post round 1")
    hand.posts_and_prints()
    hand.sees("4 tables have no result yet")
    report_all(home.rounds.get())
    page.reload()
    hand.click("link", "Close and update standings")
    hand.click("button", "Close and update standings")
    hand.sees("Pair round 2")
    assert (hand.clicks, states(home.tournament)) == (5, {"closed"})


def test_three_divisions_take_five_clicks(window: BrowserContext, page: Page, live_server) -> None:
    event = hall(24)
    by = event.staff.select_related("user").get().user
    hand = opens(window, page, live_server.url, event, by)
    hand.click("button", "Pair: Juniors, Seniors, Masters")
    hand.click("link", "Post 3 rounds")
    hand.posts_and_prints()
    hand.sees("12 tables have no result yet")
    for round_ in Round.objects.all():
        report_all(round_)
    page.reload()
    hand.click("link", "Close 3 rounds")
    hand.click("button", "Close and update standings")
    hand.sees("Pair: Juniors, Seniors, Masters")
    assert (hand.clicks, Round.objects.count(), states(event)) == (5, 3, {"closed"})


@pytest.mark.slow
def test_a_mixed_pile_of_slips_needs_no_mouse(window: BrowserContext, page: Page, live_server) -> None:
    """Sixty slips of three divisions, typed at one desk in the order of the pile."""
    event = hall(2 * SLIPS)
    seen = dict.fromkeys(event.divisions.values_list("pk", flat=True), 1)
    all_divisions.pair_all_divisions(event, seen, by=None)
    all_divisions.post_all_divisions(event, seen, by=None)
    page.add_init_script(f"({PRESSED})()")
    opens(window, page, live_server.url, event, event.staff.select_related("user").get().user)
    expect(page.locator("#entry-table")).to_be_focused()
    pile = random.Random(7).sample(range(1, SLIPS + 1), SLIPS)
    wanted = {}
    for table in pile:
        key = random.Random(table).choice("1209")
        wanted[table] = {"1": "left", "2": "right", "0": "tie", "9": "double_loss"}[key]
        page.keyboard.type(str(table))
        page.keyboard.press("Enter")
        page.keyboard.type(key)
        page.keyboard.press("Enter")
    expect(page.locator("#lead")).to_contain_text("All 60 results are in", timeout=5 * PATIENCE)
    assert dict(Match.objects.values_list("table", "outcome")) == wanted
    assert page.evaluate("sessionStorage.getItem('presses')") is None
    expect(page.get_by_role("link", name="Close 3 rounds")).to_be_visible()
