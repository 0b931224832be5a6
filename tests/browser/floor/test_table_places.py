"""The page of a table on a phone: the main taps are near the thumb, nothing moves under a finger, no page is long."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from floor.engine.table import read_tap
from floor.queries import table_state as queries
from floor.services import calls
from floor.services import table_taps as services
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Round
from pairings.services.reports import result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session
from tests.browser.reach import LOWEST_THIRD, in_reach
from tests.pairings.build import division, open_matches
from tests.pairings.views import pages
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = 2000
"""Maximum height in pixels of a page on a phone before a fold is opened."""
LEFT, RIGHT = (ResultReport(MatchResult(one)) for one in (Outcome.LEFT, Outcome.RIGHT))


@contextmanager
def phone(browser: Browser, live_server, match: Match | None = None) -> Iterator[Page]:  # type: ignore[no-untyped-def]
    """Open a phone held upright, of a judge at a match, or else of anyone with a link."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    if match is not None:
        judge = build.staff(match.round.division.tournament, "head_judge", "hana")
        context.add_cookies([session(judge, live_server.url)])
    yield context.new_page()
    context.close()


def posted(late: int = 0, **fields: object) -> list[Match]:
    """Post a first round and return its matches; `late`: minutes since it was posted."""
    usual: dict[str, object] = {"best_of": 3, "round_minutes": 50, "edition": "2026", "published": True}
    round_ = rounds.post(rounds.pair_next_round(division(8, **usual | fields), by=None, seed=1), by=None)
    Round.objects.update(posted_at=round_.posted_at - timedelta(minutes=late))
    return open_matches(Round.objects.get())


def places(page: Page) -> list[float]:
    """Return where the rows of taps and the undo are on the screen."""
    boxes = [page.locator(f"#record .dock-{row}").bounding_box() for row in ("first", "main", "last")]
    return [box["y"] for box in boxes if box]


def touch(page: Page, button: Locator) -> None:
    """Touch where the button is now; unlike a click of the driver, this never scrolls the page."""
    button.evaluate("(it) => Promise.allSettled(it.getAnimations().map((one) => one.finished))")
    box = button.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_taps_of_a_table_keep_their_places(browser: Browser, live_server) -> None:
    match = posted()[0]
    services.record_tap(match, read_tap("starter:left:1:"), by=None)
    with phone(browser, live_server, match) as page:
        page.goto(live_server.url + pages.match(match))
        before = places(page)
        undo = page.locator("#record .dock-last button")
        assert in_reach(undo, LOWEST_THIRD)

        touch(page, page.locator(".dock-main button", has_text=f"{match.left} won"))
        expect(page.locator("#record-head")).to_contain_text("Who starts?")
        assert places(page) == before
        touch(page, page.locator(".dock-first button", has_text=f"{match.right} starts"))
        expect(page.locator("#record-head")).to_contain_text("Who won the game?")
        assert places(page) == before
        touch(page, undo)
        expect(page.locator("#record-head")).to_contain_text("Who starts?")
        assert places(page) == before

        # Another device records something, and the open page shows it.
        services.record_tap(match, read_tap("starter:left:2:"), by=None)
        expect(page.locator(".dock-last")).to_contain_text("starts game 2")
        assert places(page) == before


def test_what_came_while_a_finger_was_down_is_shown_when_it_is_lifted(browser: Browser, live_server) -> None:
    match = posted()[0]
    services.record_tap(match, read_tap("starter:left:1:"), by=None)
    with phone(browser, live_server, match) as page:
        page.goto(live_server.url + pages.match(match))
        head = page.locator("#record-head")
        expect(head).to_contain_text("Who won the game?")
        box = page.locator("#record .dock-main button").first.bounding_box()
        assert box
        page.mouse.move(box["x"] + 5, box["y"] + 5)
        page.mouse.down()
        with page.expect_response(lambda answer: answer.status == 200 and "/record" in answer.url):
            services.record_tap(match, read_tap("won:right:1:"), by=None)
        page.wait_for_timeout(500)
        expect(head).to_contain_text("Who won the game?", timeout=1)
        page.mouse.move(1, 1)
        page.mouse.up()
        expect(head).to_contain_text("Who starts?", timeout=20_000)


def test_after_time_the_result_is_confirmed_where_the_answers_were(browser: Browser, live_server) -> None:
    match = posted(late=53)[0]
    services.record_tap(match, read_tap("won:left:1:"), by=None)
    services.record_tap(match, read_tap("place:::place=game-2"), by=None)
    services.record_tap(match, read_tap("time:left::phase=during_turn"), by=None)
    with phone(browser, live_server, match) as page:
        page.goto(live_server.url + pages.match(match))
        before = places(page)
        for number in range(3):
            touch(page, page.locator("#record .tile").nth(number))
            expect(page.locator("#record .tile[aria-pressed=true]")).to_have_count(number + 1)
            assert places(page)[0] <= before[0]
            assert places(page)[2] == before[2]
        touch(page, page.locator(".dock-main button", has_text="No"))
        expect(page.locator("#record-head")).to_contain_text(f"{match.left} wins")
        assert places(page) == before
        touch(page, page.locator(".dock-main button", has_text="Confirm:"))
        expect(page.locator("main")).to_contain_text("Result saved")


def test_a_dispute_is_decided_from_the_page_of_its_table(browser: Browser, live_server) -> None:
    match = posted()[0]
    result_reports.submit_report(match, match.left, LEFT)
    result_reports.submit_report(match, match.right, RIGHT)
    with phone(browser, live_server, match) as page:
        page.goto(live_server.url + pages.match(match))
        button = page.get_by_role("button", name=f"{match.right} is right")
        other = page.get_by_role("button", name=f"{match.left} is right")
        assert in_reach(button, LOWEST_THIRD)
        assert in_reach(other, LOWEST_THIRD)
        touch(page, button)
        expect(page.locator("#toasts")).to_contain_text("decided")
        expect(page.locator("#toasts").get_by_role("button", name="Undo")).to_be_visible()
        assert not Dispute.objects.filter(settled_at=None).exists()


def test_the_result_of_a_table_is_saved_at_the_thumb(browser: Browser, live_server) -> None:
    """As long as nothing is recorded there."""
    match = posted(best_of=1)[0]
    with phone(browser, live_server, match) as page:
        page.goto(live_server.url + pages.match(match))
        touch(page, page.locator("#result-sheet > summary"))
        sheet = page.locator("#result-sheet > .bottom-sheet-body")
        sheet.evaluate("(it) => Promise.allSettled(it.getAnimations().map((one) => one.finished))")
        # The sheet covers the bar of pages.
        box = page.get_by_role("button", name="Save result").bounding_box()
        assert box
        assert LOWEST_THIRD * PHONE["height"] <= box["y"]
        assert box["y"] + box["height"] <= PHONE["height"]


@pytest.mark.slow
def test_no_state_of_a_table_makes_a_long_page(browser: Browser, live_server) -> None:
    waits, disputed, called, done = posted()
    reported = ResultReport(MatchResult(Outcome.LEFT, games=(2, 1)))
    result_reports.submit_report(waits, waits.left, reported)
    result_reports.submit_report(disputed, disputed.left, reported)
    result_reports.submit_report(disputed, disputed.right, RIGHT)
    calls.raise_hand(called, entry=called.left)
    services.record_tap(called, read_tap("starter:left:1:"), by=None)
    results.enter_result(done, MatchResult(Outcome.LEFT), by=None)
    with phone(browser, live_server, waits) as page:
        for match in (waits, disputed, called, done):
            assert length(page, live_server.url + pages.match(match)) <= LONGEST
            for entry in (match.left, match.right):
                assert length(page, live_server.url + own(entry)) <= LONGEST
        assert length(page, live_server.url + pages.event(waits.round.division, "disputes")) <= LONGEST


@pytest.mark.slow
def test_no_question_after_time_makes_a_long_page(browser: Browser, live_server) -> None:
    structure = {"structure": "elimination", "cut_best_of": 3, "cut_round_minutes": 75}
    match = posted(late=78, **structure)[0]
    taps = ("place:::place=game-1", "time:left::phase=during_turn", "turns:::count=3", "on_time:::")
    with phone(browser, live_server, match) as page:
        for word in (*taps, "prizes:left:1:left=2", "prizes:right:1:left=3"):
            assert length(page, live_server.url + pages.match(match)) <= LONGEST
            assert length(page, live_server.url + own(match.left)) <= LONGEST
            services.record_tap(match, read_tap(word), by=None)
        assert services.verdict_token(queries.load_table(match, timezone.now()))
        assert length(page, live_server.url + pages.match(match)) <= LONGEST
        assert length(page, live_server.url + own(match.left)) <= LONGEST


def own(entry: Entry) -> str:
    return f"/my/{personal_links.ensure_link(entry).token}"


def length(page: Page, url: str) -> int:
    """Return the height of a page in pixels."""
    page.goto(url)
    return int(page.evaluate("document.documentElement.scrollHeight"))
