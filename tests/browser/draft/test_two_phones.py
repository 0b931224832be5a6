"""Two players report on their phones: they agree and are done, or disagree and a judge decides on a tablet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tests.browser.reports import report
from tests.pairings.build import division, organizer
from tournaments.models import Entry, User
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 820, "height": 1180}
Opened = Callable[..., Page]


@pytest.fixture
def hall(browser: Browser, live_server):
    """Open a window for one person; it may load nothing from outside, and no script may fail."""
    wrong: list[str] = []
    contexts = []

    def opened(viewport: dict[str, int], user: User | None = None) -> Page:
        context = browser.new_context(viewport=viewport, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        if user is not None:
            context.add_cookies([session(user, live_server.url)])
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def table() -> Match:
    of = division(4, best_of=3, round_minutes=50)
    round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player", "round__division__tournament").get(
        table=1
    )


def phone(hall: Opened, home: str, entry: Entry) -> Page:
    page = hall(PHONE)
    page.goto(f"{home}/my/{personal_links.ensure_link(entry).token}")
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def win(page: Page) -> None:
    report(page, "I won")


def test_two_phones_agree(hall, live_server):
    match = table()
    left, right = (phone(hall, live_server.url, entry) for entry in (match.left, match.right))
    expect(left.locator(".pitch .spot")).to_contain_text("1")
    assert fits(left)
    win(left)
    expect(left.get_by_text(f"{match.right} has not confirmed it yet.")).to_be_visible()
    expect(right.get_by_text(f"{match.left} reported a result.")).to_be_visible()
    right.get_by_role("button", name="Yes, that is right").click()
    expect(right.get_by_text("Your result is in.")).to_be_visible()
    expect(left.get_by_text("Your result is in.")).to_be_visible()
    assert fits(right)


def test_two_phones_disagree_and_a_judge_decides(hall, live_server):
    match = table()
    event = match.round.division.tournament
    judge = build.staff(event, "judge")
    left, right = (phone(hall, live_server.url, entry) for entry in (match.left, match.right))
    tablet = hall(TABLET, judge)
    tablet.goto(f"{live_server.url}/e/{event.slug}/disputes")
    expect(tablet.get_by_text("No disputes")).to_be_visible()
    for page in (left, right):
        win(page)
    for page in (left, right):
        expect(
            page.get_by_text("Your results don’t match. A judge has been notified.", exact=True)
        ).to_be_visible()
        assert fits(page)
    expect(tablet.get_by_text("1 new dispute.")).to_be_visible()
    tablet.get_by_role("link", name="Show them").click()
    expect(tablet.get_by_text(f"{match.right} won").first).to_be_visible()
    assert fits(tablet)
    tablet.get_by_role("button", name=f"{match.right} is right").click()
    expect(tablet.get_by_text("No disputes")).to_be_visible()
    for page in (left, right):
        expect(page.get_by_text("Your result is in.")).to_be_visible()
    assert Match.objects.get(pk=match.pk).outcome == "right"


def test_a_scanner_types_the_code_of_a_slip_into_the_desk(hall, live_server):
    match = table()
    event = match.round.division.tournament
    desk = hall(TABLET, organizer(match.round.division))
    desk.goto(f"{live_server.url}/e/{event.slug}/round")
    box = desk.get_by_label("Table", exact=True)
    box.focus()
    desk.keyboard.type(f"{live_server.url}/e/{event.slug}/round/{match.round.division_id}/1/match/{match.pk}")
    desk.keyboard.press("Enter")
    expect(box).to_have_value("1")
    desk.keyboard.type("1")
    expect(desk.get_by_text(f"{match.left} beats {match.right}.")).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.locator(".toast")).to_contain_text("Table 1 saved")
    assert match.reports.get().source == "slip"
