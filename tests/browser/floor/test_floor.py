"""The floor in a real browser: the clock follows the server, the board follows the hall, nothing is lost offline."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from floor.models import JudgeCall
from floor.services import calls
from pairings.engine.clock import Kind
from pairings.models import Extension, Match, Round
from pairings.services.reports import clocks, time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def matches() -> list[Match]:
    home = build.division(8, round_minutes=50, published=True)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


@pytest.fixture
def phone(browser: Browser, live_server, matches: list[Match]) -> Iterator[Page]:
    """Open a judge's phone. Lost connections are part of the story, so only scripts must not fail."""
    judge = units.staff(matches[0].round.division.tournament, "judge")
    with closing(browser.new_context(viewport=PHONE, reduced_motion="reduce")) as context:
        context.add_cookies([session(judge, live_server.url)])
        context.set_default_timeout(PATIENCE)
        opened, wrong = context.new_page(), []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        yield opened
        assert wrong == []


def round_of(matches: list[Match]) -> Round:
    return Round.objects.select_related("division__tournament").get(pk=matches[0].round_id)


def come_back(page: Page) -> None:
    """Do what a device does when its lid is opened."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_the_clock_of_an_open_page_follows_what_others_press(page: Page, live_server, matches):
    page.goto(live_server.url + pages.event(matches[0].round.division, "hall_screen") + "?show=clock")
    figures, note = page.locator(".wall-clocks .clock > span"), page.locator(".wall-clocks .clock small")
    expect(figures).to_contain_text("49:")
    clocks.press_clock(round_of(matches), Kind.PAUSED, by=None)
    come_back(page)
    expect(note).to_have_text("stopped")
    clocks.press_clock(round_of(matches), Kind.RESUMED, by=None)
    clocks.press_clock(round_of(matches), Kind.ADJUSTED, by=None, seconds=600)
    come_back(page)
    expect(figures).to_contain_text("59:")
    expect(note).to_contain_text("ends ")


def test_a_wrong_clock_of_the_device_moves_nothing(page: Page, live_server, matches):
    page.add_init_script("const real = Date.now; Date.now = () => real() + 17 * 60000;")
    page.goto(live_server.url + pages.event(matches[0].round.division, "hall_screen") + "?show=clock")
    come_back(page)
    page.wait_for_timeout(700)
    expect(page.locator(".wall-clocks .clock > span")).to_contain_text("49:")


def test_time_is_called_and_rings(page: Page, live_server, matches):
    Round.objects.update(posted_at=timezone.now() - timedelta(minutes=50) + timedelta(seconds=6))
    page.add_init_script(
        "window.rung = 0; const start = AudioBufferSourceNode.prototype.start;"
        "AudioBufferSourceNode.prototype.start = function () { window.rung += 1; return start.call(this); };"
    )
    page.goto(live_server.url + pages.event(matches[0].round.division, "hall_screen") + "?show=clock")
    page.get_by_role("button", name="Sound on").click()
    expect(page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Flash when time is called").check()
    assert page.evaluate("window.rung") == 1
    expect(page.locator("html.flash")).to_be_attached()
    assert page.evaluate("window.rung") == 2
    expect(page.locator(".wall-open h2")).to_have_text("Tables still playing")


def test_tiles_change_where_they_lie(phone: Page, live_server, matches):
    phone.goto(live_server.url + pages.event(matches[0].round.division, "floor"))
    tile = phone.locator(f"#t{matches[2].pk}")
    before = tile.bounding_box()
    time_extensions.start_stopwatch(matches[2], by=None)
    expect(tile).to_have_attribute("data-state", "extension")
    expect(tile).to_contain_text("judge")
    assert tile.bounding_box() == before
    calls.raise_hand(matches[1])
    expect(phone.locator("#call-news")).to_contain_text("1 call waiting.")


def test_a_judge_without_a_connection_loses_nothing(phone: Page, live_server, matches):
    table = live_server.url + pages.match(matches[0])
    phone.goto(table)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="At the table").click()
    expect(phone.locator("#unsent")).to_contain_text("No connection since")
    expect(phone.locator("#unsent")).to_contain_text("1 entry is waiting here")
    phone.locator("#more > summary").click()
    phone.locator("summary", has_text="Call a judge").click()
    phone.get_by_role("button", name="Call a judge").click()
    expect(phone.locator("#unsent")).to_contain_text("2 entries are waiting here")
    assert not Extension.objects.exists()
    phone.context.set_offline(False)
    expect(phone.locator("#unsent")).to_be_hidden()
    assert (Extension.objects.count(), JudgeCall.objects.count()) == (1, 1)


def test_an_answer_that_never_came_is_not_entered_twice(phone: Page, live_server, matches):
    """The server stored the entry, but the phone got no response and sends it again."""
    phone.goto(live_server.url + pages.match(matches[0]))
    answers: list[str] = []

    def deaf(route) -> None:  # type: ignore[no-untyped-def]
        answer = route.fetch()
        answers.append(answer.text())
        route.abort() if len(answers) == 1 else route.fulfill(response=answer)

    phone.route("**/extra", deaf)
    phone.locator("#more > summary").click()
    phone.locator("summary", has_text="Time at this table").click()
    phone.locator("#give-minutes").fill("4")
    phone.get_by_role("button", name="Add the minutes").click()
    expect(phone.locator(".table-head")).to_contain_text("+4 min")
    assert len(answers) == 2
    assert '"again": true' in answers[1]
    assert Extension.objects.count() == 1


def test_a_hand_and_the_judge_who_comes(browser: Browser, phone: Page, live_server, matches):
    link = personal_links.ensure_link(matches[0].left)
    with closing(browser.new_context(viewport=PHONE, reduced_motion="reduce")) as context:
        player, wrong = context.new_page(), []
        watch(player, live_server.url, wrong)
        player.goto(f"{live_server.url}/my/{link.token}")
        player.locator("summary", has_text="Call a judge").click()
        player.get_by_role("button", name="Call a judge").click()
        expect(player.get_by_text("You called a judge.").first).to_be_visible()
        phone.goto(live_server.url + pages.event(matches[0].round.division, "calls"))
        phone.get_by_role("button", name="I’m going").click()
        expect(phone.get_by_text("You are on the way")).to_be_visible()
        expect(player.get_by_text("A judge is on the way.")).to_be_visible()
        phone.locator("summary", has_text="Close or pass on").click()
        phone.get_by_placeholder("Note (optional)").fill("Rule 4")
        phone.get_by_role("button", name="Done").click()
        expect(phone.get_by_placeholder("Note (optional)")).to_have_count(0)
        phone.goto(live_server.url + pages.event(matches[0].round.division, "calls"))
        expect(phone.get_by_text("Nothing is waiting")).to_be_visible()
        assert wrong == []
    assert JudgeCall.objects.get().note == "Rule 4"
