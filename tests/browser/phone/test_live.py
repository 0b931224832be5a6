"""What an open, visible page requests: one URL, and its parts after a change."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from config.middleware import pace
from config.middleware.live import PollingCrowd
from core import stamps
from floor.services import calls
from pairings.models import Round
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PHONE, session, watch
from tests.pairings.build import open_matches, report_all
from tournaments import scopes
from tournaments.models import Division, PersonalLink, Tournament
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def posted(division: Division) -> Round:
    return rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)


def running() -> Division:
    division = build.division(4)
    Tournament.objects.update(published=True, phone_reports=True)
    return division


def opened(browser: Browser, home: str, path: str, *, username: str = "") -> tuple[Page, list[str]]:
    """Open a page with a simulated clock; return it with the URLs it requests from then on."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    if username:
        context.add_cookies([session(build.user(username, is_superuser=True), home)])
    page, asked, wrong = context.new_page(), [], []
    watch(page, home, wrong)
    page.clock.install()
    page.goto(home + path)
    page.wait_for_load_state("networkidle")
    page.on("request", lambda sent: asked.append(urlsplit(sent.url).path))
    return page, asked


def wait(page: Page, seconds: int) -> None:
    """Advance the time of a page, as its timers see it, with a moment for responses in between."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(100)


def my_page(link: PersonalLink) -> str:
    return reverse("floor:my", args=[link.token])


def test_a_phone_asks_one_address_until_the_round_is_posted(browser: Browser, live_server):
    division = running()
    link = personal_links.ensure_link(division.entries.all()[0])
    page, asked = opened(browser, live_server.url, my_page(link))
    wait(page, 40)
    assert set(asked) == {"/live"}
    assert 3 <= len(asked) <= 5
    round_ = posted(division)
    match = round_.matches.get(seats__entry=link.entry)
    wait(page, 15)
    expect(page.get_by_role("region", name=f"Round 1, table {match.table}")).to_be_visible()
    page.context.close()


def test_in_a_crowd_the_seat_is_shown_at_once_and_the_page_follows(
    browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(PollingCrowd, "spread", 100)
    division = running()
    link = personal_links.ensure_link(division.entries.all()[0])
    page, _asked = opened(browser, live_server.url, my_page(link))
    page.evaluate("Math.random = () => 0.5")  # its turn comes after 50 seconds
    expect(page.locator("#round-news")).to_be_hidden()
    match = posted(division).matches.get(seats__entry=link.entry)
    other = match.right if match.left == link.entry else match.left
    wait(page, 12)
    expect(page.locator("#round-news")).to_contain_text(
        f"Round 1 is posted. Table {match.table}, against {other}."
    )
    wait(page, 100)
    expect(page.get_by_role("region", name=f"Round 1, table {match.table}")).to_be_visible()
    expect(page.locator("#round-news")).to_be_hidden()
    page.context.close()


def test_while_the_server_is_busy_a_page_says_as_of_when_it_is_right(
    browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch
):
    division = running()
    posted(division)
    address = reverse("pairings:pairings", args=[division.tournament.slug])
    page, _asked = opened(browser, live_server.url, address)
    busy = page.locator("#busy")
    expect(busy).to_be_hidden()
    monkeypatch.setattr(pace, "is_any_process_busy", lambda: True)
    stamps.mark_scopes_changed(scopes.event_scope(division.tournament_id))
    wait(page, 13)
    expect(busy).to_contain_text(re.compile(r"It is correct as of \d\d:\d\d\."))
    monkeypatch.setattr(pace, "is_any_process_busy", lambda: False)
    wait(page, 20)
    expect(busy).to_be_hidden()
    page.context.close()


def test_a_part_that_could_not_be_fetched_is_fetched_again(browser: Browser, live_server):
    division = running()
    match, _other = open_matches(posted(division))
    page, _asked = opened(browser, live_server.url, my_page(personal_links.ensure_link(match.left)))
    page.route("**/my/**", lambda route: route.abort())
    calls.raise_hand(match, entry=match.left)
    wait(page, 15)
    page.unroute("**/my/**")
    wait(page, 15)
    expect(page.get_by_role("button", name="Withdraw the call")).to_be_visible()
    page.context.close()


def test_what_changes_while_a_part_is_on_its_way_is_not_missed(browser: Browser, live_server):
    division = running()
    match, _other = open_matches(posted(division))
    link = personal_links.ensure_link(match.left)
    page, asked = opened(browser, live_server.url, my_page(link))
    part = reverse("floor:my_live", args=[link.token])
    late = []
    page.route(f"**{part}*", lambda route: late.append((route, route.fetch())), times=1)
    call = calls.raise_hand(match, entry=match.left)
    while not late:  # until the part has been read and is being sent
        wait(page, 1)
    calls.withdraw_call(call)
    wait(page, 13)
    ((route, answer),) = late
    assert "Withdraw the call" in answer.text()
    route.fulfill(response=answer)
    for _again in range(60):  # a busy server asks phones to poll less often
        wait(page, 1)
        if asked.count(part) > 1:
            break
    page.wait_for_load_state("networkidle")
    assert asked.count(part) > 1
    expect(page.get_by_role("button", name="Withdraw the call")).to_be_hidden()
    page.context.close()


def test_a_phone_hears_of_its_own_table_alone(browser: Browser, live_server):
    division = running()
    match, other = open_matches(posted(division))
    page, asked = opened(browser, live_server.url, my_page(personal_links.ensure_link(match.left)))
    calls.raise_hand(other, entry=other.left)
    wait(page, 15)
    assert set(asked) == {"/live"}
    calls.raise_hand(match, entry=match.left)
    wait(page, 15)
    assert any(path.endswith("/live") and path != "/live" for path in asked)
    page.context.close()


def test_a_judge_hears_of_a_hand_within_five_seconds(browser: Browser, live_server):
    division = running()
    match, _other = open_matches(posted(division))
    path = reverse("floor:calls", args=[division.tournament.slug])
    page, asked = opened(browser, live_server.url, path, username="olga")
    wait(page, 5)
    assert set(asked) == {"/live"}
    calls.raise_hand(match, entry=match.left)
    wait(page, 5)
    expect(page.locator("#call-news a, #call-news p").first).to_be_visible()
    page.context.close()


@pytest.mark.slow
def test_a_page_nobody_looks_at_asks_nothing(browser: Browser, live_server):
    division = running()
    page, asked = opened(
        browser, live_server.url, my_page(personal_links.ensure_link(division.entries.all()[0]))
    )
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"
    page.evaluate(hide % "true")
    wait(page, 60)
    assert asked == []
    posted(division)
    page.evaluate(hide % "false")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("region", name="Round 1, table")).to_be_visible()
    assert "/live" in asked
    page.context.close()


@pytest.mark.slow
def test_what_time_alone_changes_is_asked_for_now_and_then(browser: Browser, live_server):
    division = running()
    page, asked = opened(
        browser, live_server.url, my_page(personal_links.ensure_link(division.entries.all()[0]))
    )
    page.clock.fast_forward(700_000)
    wait(page, 15)
    assert any(path.endswith("/live") and path != "/live" for path in asked)
    page.context.close()


def test_standings_of_a_closed_round_reach_everybody(browser: Browser, live_server):
    division = running()
    round_ = posted(division)
    page, asked = opened(
        browser, live_server.url, my_page(personal_links.ensure_link(division.entries.all()[0]))
    )
    report_all(round_)
    rounds.close_round(round_, by=None)
    wait(page, 15)
    assert any(path.endswith("/live") and path != "/live" for path in asked)
    page.context.close()
