"""Without a connection, over HTTPS and over the plain HTTP of a hall: what can be read, what is stored, what is
shown.
"""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from decks.models import DeckList
from decks.services import lists
from decks.views.lists.list_conflicts import working_copy_stamp
from floor.models import JudgeCall
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.browser.certificate import certificate
from tests.browser.conftest import PATIENCE, PHONE, QUIET, chromium
from tests.browser.reports import report
from tests.browser.slow_phone import SlowPhone
from tests.build import staff
from tests.decks.lists import ILLEGAL, LEGAL, OTHER, event, of
from tests.pairings.build import division
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HALL = "hall.test"
"""A name of this machine that is not localhost: over plain HTTP it is not a secure context, like a LAN address."""


@pytest.fixture
def match() -> Match:
    of = division(4, published=True, clock_delay=0)
    round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=1)


@pytest.fixture(scope="module")
def hall_browser(browser: Browser) -> Iterator[Browser]:
    """Open a browser that knows the name of the hall's server, and accepts the certificate of the test."""
    running = browser.browser_type.launch(
        executable_path=chromium(),
        args=[*QUIET, f"--host-resolver-rules=MAP {HALL} 127.0.0.1", "--ignore-certificate-errors"],
    )
    yield running
    running.close()


@pytest.fixture
def context(hall_browser: Browser) -> Iterator[BrowserContext]:
    opened = hall_browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


@pytest.fixture
def secure_phone(context: BrowserContext, live_server, settings, tmp_path: Path) -> Iterator[SlowPhone]:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    phone = SlowPhone(context, live_server.url, tls=certificate(tmp_path))
    yield phone
    phone.server_stops()
    assert [one for one in phone.wrong if not re.search("status of 40[34]", one)] == []


@pytest.fixture
def hall_phone(context: BrowserContext, live_server, settings) -> Iterator[SlowPhone]:
    """Open a phone; Chromium warns about a header that has no effect over plain HTTP."""
    settings.ALLOWED_HOSTS = ["*"]
    phone = SlowPhone(context, live_server.url, name=HALL)
    yield phone
    phone.server_stops()
    assert [one for one in phone.wrong if "Cross-Origin-Opener-Policy" not in one] == []


def open_list() -> DeckList:
    return of(event(published=True, rules={"deadline": timezone.now() + timedelta(hours=2)}))[0]


def my_table(phone: SlowPhone, entry: Entry) -> Page:
    return phone.opens(reverse("floor:my", args=[personal_links.ensure_link(entry).token]))


STYLED = """() => {
  const whole = (sheet) => {
    try {
      return [...sheet.cssRules].every((rule) => rule.type !== CSSRule.IMPORT_RULE || whole(rule.styleSheet));
    } catch {
      return false;
    }
  };
  return [...document.styleSheets].every(whole);
}"""
"""Whether every stylesheet is there, with all that it imports."""


def is_kept(page: Page) -> None:
    """Return whether the worker has stored the open page."""
    expect(page.locator("body")).to_have_attribute("data-stays", "")


def reports_a_win_and_calls(page: Page) -> None:
    report(page, "I won")
    page.locator("summary", has_text="Call a judge").tap()
    page.get_by_role("button", name="Call a judge").tap()
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")


def came_once(page: Page) -> None:
    expect(page.locator("#unsent")).to_be_hidden()
    assert Report.objects.count() == 1
    assert JudgeCall.objects.count() == 1


def seconds_left(page: Page) -> int:
    minutes, seconds = page.locator("[data-clock] > span").first.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_over_https_a_page_is_read_and_reported_on_without_a_connection(
    secure_phone: SlowPhone, match: Match
) -> None:
    page = my_table(secure_phone, match.left)
    is_kept(page)
    left, before = seconds_left(page), time.monotonic()
    secure_phone.server_stops()
    page.wait_for_timeout(2500)
    page.reload()
    assert page.evaluate(STYLED)
    assert abs(left - seconds_left(page) - (time.monotonic() - before)) < 2
    expect(page.locator("#unsent")).to_contain_text(re.compile(r"No connection\. As of \d\d:\d\d\."))
    expect(page.locator("#unsent")).not_to_contain_text("leave it open")
    expect(page.locator("#live")).to_contain_text(str(match.right))
    reports_a_win_and_calls(page)
    page.reload()
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")
    secure_phone.server_returns()
    expect(page.get_by_text("has not confirmed it yet")).to_be_visible()
    came_once(page)


def test_a_public_page_without_a_connection_leads_to_the_copy_of_my_table_and_its_clock(
    secure_phone: SlowPhone, match: Match
) -> None:
    is_kept(my_table(secure_phone, match.left))
    page = secure_phone.opens(reverse("pairings:pairings", args=[match.round.division.tournament.slug]))
    is_kept(page)
    own_clock = page.locator(".board [data-own-clock]")
    expect(own_clock.locator("[data-clock]")).to_be_visible()
    expect(own_clock.get_by_role("link")).to_have_count(0)
    secure_phone.server_stops()
    page.reload()
    own_clock.get_by_role("link", name="My table").tap()
    expect(page.locator("#unsent")).to_contain_text("No connection")
    assert 0 < seconds_left(page) < 60 * 60


def test_over_plain_http_an_open_page_says_what_it_cannot_do_and_what_waits_arrives(
    hall_phone: SlowPhone, match: Match
) -> None:
    page = my_table(hall_phone, match.left)
    assert page.evaluate("[isSecureContext, Boolean(navigator.serviceWorker)]") == [False, False]
    hall_phone.server_stops()
    reports_a_win_and_calls(page)
    expect(page.locator("#unsent")).to_contain_text("this page cannot be reloaded: leave it open")
    expect(page.locator("#live")).to_contain_text(str(match.right))
    hall_phone.server_returns()
    expect(page.get_by_text("has not confirmed it yet")).to_be_visible()
    came_once(page)


def test_a_report_that_another_result_overtook_is_shown_beside_it(
    hall_phone: SlowPhone, match: Match
) -> None:
    """Nothing is lost silently: the page shows the report, the current result, and a choice."""
    page = my_table(hall_phone, match.left)
    hall_phone.goes_offline()
    report(page, "I won")
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    results.enter_result(match, MatchResult(Outcome.RIGHT, "", None), by=None)
    hall_phone.comes_online(0)
    both = page.locator("#unsent .not-taken")
    expect(both).to_contain_text("Another result was entered while your report was waiting on the phone.")
    expect(both).to_contain_text("Result, table 1: I won")
    expect(both).to_contain_text(f"Round 1, table 1: {match.right} won")
    assert not Report.objects.filter(source="phone").exists()
    both.get_by_role("button", name="Report mine anyway").tap()
    expect(page.get_by_text("Your report differs from the saved result.")).to_be_visible()
    match.refresh_from_db()
    assert (Report.objects.get(source="phone").outcome, match.outcome) == ("left", "right")


@pytest.mark.slow
def test_a_player_who_drops_without_a_connection_is_asked_on_the_phone(
    hall_phone: SlowPhone, match: Match
) -> None:
    results.enter_result(match, MatchResult(Outcome.LEFT, "", None), by=None)
    page = my_table(hall_phone, match.left)
    hall_phone.server_stops()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.locator("summary", has_text="Stop playing (drop)").tap()
    page.get_by_role("button", name="Drop from the event").tap()
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    assert "There is no connection" in asked[0]
    expect(page.get_by_role("button", name="Do not send")).to_be_visible()
    hall_phone.server_returns()
    expect(page.get_by_text("You have dropped from the event")).to_be_visible()
    assert not Entry.objects.get(pk=match.left_id).active


@pytest.mark.slow
def test_a_list_typed_and_handed_in_without_a_connection_survives_the_tab(secure_phone: SlowPhone) -> None:
    row = open_list()
    path = reverse("decks:mine", args=[row.token])
    page = secure_phone.opens(path)
    is_kept(page)
    secure_phone.server_stops()
    page.get_by_label("Your list as text").fill(LEGAL)
    expect(page.get_by_text("Your deck list is waiting for a connection")).to_be_visible()
    page.get_by_role("button", name="Hand in").tap()
    expect(page.locator("#unsent")).to_contain_text("2 entries are waiting here")
    page.goto("about:blank")
    page.goto(secure_phone.home + path)
    expect(page.get_by_label("Your list as text")).to_have_value(LEGAL)
    secure_phone.server_returns()
    expect(page.locator("#fold-counts")).to_contain_text("Version 1 of")
    expect(page.locator("#unsent")).to_be_hidden()
    row.refresh_from_db()
    assert (row.versions.count(), row.counts is not None and row.counts.legal) == (1, True)


@pytest.mark.slow
def test_a_list_changed_elsewhere_is_shown_beside_the_one_typed(hall_phone: SlowPhone) -> None:
    row = open_list()
    lists.save_working_copy(row, text=LEGAL)
    page = hall_phone.opens(reverse("decks:mine", args=[row.token]))
    hall_phone.goes_offline()
    page.locator("summary", has_text="Paste or edit as text").tap()
    page.get_by_label("Your list as text").fill(OTHER)
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    lists.save_working_copy(row, text=ILLEGAL)
    hall_phone.comes_online(0)
    both = page.locator("#unsent .not-taken")
    expect(both).to_contain_text(
        "Your list was changed elsewhere while this version was waiting on the phone."
    )
    expect(both).to_contain_text("3 N FCO 105")
    expect(both).to_contain_text("5 N FCO 105")
    both.get_by_role("button", name="Use what I typed").tap()
    expect(both).to_be_hidden()
    for _again in range(100):
        row.refresh_from_db()
        if row.working_copy == OTHER:
            break
        page.wait_for_timeout(50)
    assert row.working_copy == OTHER
    expect(page.locator("#checked [name=seen]")).to_have_value(working_copy_stamp(row))
    assert page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('typed-'))") == []


@pytest.mark.slow
def test_a_phone_never_shows_the_page_of_a_link_that_was_replaced(
    secure_phone: SlowPhone, match: Match
) -> None:
    page = my_table(secure_phone, match.left)
    is_kept(page)
    old = page.url
    personal_links.renew_personal_link(match.left, by=None)
    page.reload()
    expect(page.locator("main")).to_contain_text("link")
    secure_phone.server_stops()
    with pytest.raises(Error):
        page.goto(old)


COPIES = """async () => {
  const all = await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys())))
  return all.flat().map(one => new URL(one.url).pathname).filter(one => !one.startsWith('/static/'))
}"""


@pytest.mark.slow
def test_pages_of_staff_and_the_sign_in_are_never_kept(secure_phone: SlowPhone, match: Match) -> None:
    event = match.round.division.tournament
    pairings = reverse("pairings:pairings", args=[event.slug])
    page = my_table(secure_phone, match.left)
    is_kept(page)
    own = page.url.removeprefix(secure_phone.home)
    secure_phone.opens(pairings)
    is_kept(page)
    assert set(page.evaluate(COPIES)) == {own, pairings}
    secure_phone.signs_in(staff(event, "judge"))
    for path in (reverse("floor:calls", args=[event.slug]), pairings, reverse("account_reauthenticate")):
        secure_phone.opens(path)
    assert set(page.evaluate(COPIES)) <= {own, pairings}
    page.evaluate("() => fetch('/account/logout/', { method: 'POST' })")
    page.wait_for_timeout(500)
    assert page.evaluate(COPIES) == []


def test_a_page_of_staff_is_asked_for_once(secure_phone: SlowPhone, match: Match) -> None:
    event = match.round.division.tournament
    is_kept(my_table(secure_phone, match.left))
    secure_phone.signs_in(staff(event, "judge"))
    calls, page, asked = reverse("floor:calls", args=[event.slug]), secure_phone.page, list[str]()
    page.context.on("request", lambda one: asked.append(one.url) if one.service_worker else None)
    secure_phone.opens(calls)
    page.wait_for_load_state("networkidle")
    assert [one for one in asked if one.endswith(calls)] == [secure_phone.home + calls]


def test_the_key_of_a_second_factor_stays_the_one_that_was_scanned(
    secure_phone: SlowPhone, match: Match
) -> None:
    judge = staff(match.round.division.tournament, "judge")
    judge.set_password("secret")
    judge.save()
    page = secure_phone.opens(reverse("account_login"))
    page.wait_for_function("navigator.serviceWorker.ready")
    page.get_by_label("Username or email").fill(judge.username)
    page.get_by_label("Password", exact=True).fill("secret")
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Calls and queue")
    secure_phone.opens(reverse("mfa_activate_totp"))
    page.wait_for_load_state("networkidle")
    key = page.locator("main code").inner_text()
    page.get_by_label("Code that the app shows").fill("000000")
    page.get_by_role("button", name="Turn on two-step sign-in").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("main code")).to_have_text(key)


LAID_OUT = """() => {
  const box = q => document.querySelector(q).getBoundingClientRect()
  return [box('.unsent'), box('.board'), box('.thumbs')].map(one => [Math.round(one.top), Math.round(one.bottom)])
}"""


def test_the_bar_covers_nothing(hall_phone: SlowPhone, match: Match) -> None:
    """Scrolled or not, the scoreboard with its clock is below it, and so is a field reached by Tab."""
    page = my_table(hall_phone, match.left)
    hall_phone.server_stops()
    reports_a_win_and_calls(page)
    for scrolled in (0, 300, 10_000):
        page.evaluate("y => scrollTo(0, y)", scrolled)
        bar, board, thumbs = page.evaluate(LAID_OUT)
        assert bar[0] == 0
        assert board[0] == bar[1], scrolled
        assert thumbs == [thumbs[0], PHONE["height"]]
        assert board[1] < PHONE["height"] * 0.4
    page.locator("#my-reason").focus()
    field = page.locator("#my-reason").bounding_box()
    assert field
    assert field["y"] >= page.evaluate(LAID_OUT)[1][1]
