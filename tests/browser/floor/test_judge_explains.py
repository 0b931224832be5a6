"""A judge corrects an old result, changes a pairing by hand and shows a parent why two players meet."""

import pytest
from playwright.sync_api import Page, expect

from pairings.models import Round
from pairings.services.rounds import rounds
from tests.browser.conftest import session
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def home() -> Division:
    division = build.division(11, structure="swiss_cut")
    division.cut_size = 4
    division.save()
    division.tournament.published = True
    division.tournament.save()
    return division


def test_correct_change_explain_verify(page: Page, live_server, home: Division):
    build.play(home, 2)
    unposted = rounds.pair_next_round(home, by=None, seed=3, additional=True)
    page.context.add_cookies([session(build.organizer(home), live_server.url)])
    correct_with_preview(page, live_server.url, home)
    draw_again(page, live_server.url, unposted)
    change_by_hand(page, live_server.url, unposted)
    explain(page, live_server.url, unposted)
    verify(page)
    look_at_the_bubble(page, live_server.url, home)


def correct_with_preview(page: Page, url: str, home: Division) -> None:
    """The effects are shown as soon as another result is chosen, before anything is saved."""
    match = (
        home.rounds.get(number=1)
        .matches.select_related("round", "left__player", "right__player")
        .get(table=1)
    )
    page.goto(f"{url}{pages.match(match)}")
    page.locator("#result-sheet > summary").click()
    page.get_by_label(f"{match.right} won", exact=True).check()
    would = page.get_by_role("heading", name="Would change after round 2")
    expect(would).to_be_visible()
    expect(page.locator("#would")).to_contain_text("Nothing is saved yet.")
    expect(page.locator("#would")).to_contain_text("Round 3 is paired but not posted.")
    match.refresh_from_db()
    assert match.outcome == "left"
    page.get_by_label("Reason for the change").fill("Slip misread")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_role("heading", name="Changed places")).to_be_visible()
    match.refresh_from_db()
    assert match.outcome == "right"


def draw_again(page: Page, url: str, unposted: Round) -> None:
    page.goto(f"{url}{pages.of(unposted, 'review')}")
    expect(page.locator("#stale")).to_contain_text("Results have changed since this pairing.")
    page.get_by_role("button", name="Re-pair", exact=True).click()
    expect(page.locator("#stale")).to_have_count(0)


def change_by_hand(page: Page, url: str, unposted: Round) -> None:
    """Two tables are paired again among themselves; the change has an undo."""
    page.get_by_role("link", name="Change by hand").click()
    for box in page.locator("#tables input[type=checkbox]").all()[:3]:
        box.check()
    page.get_by_role("button", name="Re-pair these tables").click()
    expect(page.locator("#toasts")).to_contain_text("3 tables are re-paired.")
    page.get_by_role("link", name="Post round 3").click()
    page.get_by_role("button", name="Post round 3").click()
    unposted.refresh_from_db()
    assert unposted.state == Round.State.POSTED


def explain(page: Page, url: str, unposted: Round) -> None:
    page.goto(f"{url}{pages.of(unposted, 'explain')}")
    expect(page.get_by_role("heading", name="Could it have been better?")).to_be_visible()
    name = str(unposted.matches.get(table=1).left)
    page.locator("#find-why").fill(name)
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("link", name="Why?").first.click()
    page.get_by_role("link", name=f"{name}’s path").click()
    expect(page.get_by_role("heading", name=f"{name}’s path")).to_be_visible()


def verify(page: Page) -> None:
    page.get_by_role("link", name="Check it yourself").click()
    expect(page.locator("main")).to_contain_text("Replayed just now: the same pairings.")
    expect(page.get_by_role("heading", name="Changed after the pairing")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Inputs as JSON").click()
    assert saved.value.suggested_filename.endswith(".json")


def look_at_the_bubble(page: Page, url: str, home: Division) -> None:
    page.goto(f"{url}{pages.event(home, 'bubble')}")
    expect(page.get_by_role("heading", name="How certain is this?")).to_be_visible()
    page.goto(f"{url}{pages.event(home, 'meeting')}")
    expect(page.locator("main h1")).to_be_visible()
    page.goto(f"{url}{pages.event(home, 'options')}")
    expect(page.get_by_role("heading", name="Must not meet")).to_be_visible()
