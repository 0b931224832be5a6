"""A player reports, or raises a hand, on a bad connection: it is stored on the phone, shown, and sent once."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from floor.models import JudgeCall
from pairings.models import Match, Report
from pairings.services.rounds import rounds
from tests.browser.reports import report
from tests.browser.slow_phone import SlowPhone
from tests.pairings.build import division
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4, published=True), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "right__player").get(table=1)


def my_table(phone: SlowPhone, entry: Entry) -> Page:
    return phone.opens(reverse("floor:my", args=[personal_links.ensure_link(entry).token]))


def reports_a_win(page: Page) -> None:
    report(page, "I won")


def waits(page: Page) -> None:
    expect(page.get_by_text("Your report is waiting for a connection")).to_be_visible()
    expect(page.locator("[data-waits]")).to_contain_text("I won. Saved on this phone, not sent yet.")
    expect(page.locator("#unsent")).to_contain_text(
        "1 entry is waiting here and will be sent automatically. (I won)"
    )


def is_sent(page: Page) -> None:
    expect(page.get_by_text("has not confirmed it yet")).to_be_visible()
    expect(page.get_by_text("Your report is waiting for a connection")).to_be_hidden()
    expect(page.locator("#unsent")).to_be_hidden()


def outcomes() -> list[str]:
    return list(Report.objects.order_by("pk").values_list("outcome", flat=True))


@pytest.mark.slow
def test_a_report_on_a_slow_phone_arrives_once(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.is_slow()
    reports_a_win(page)
    is_sent(page)
    assert outcomes() == ["left"]


def test_a_report_made_offline_waits_and_is_sent_once(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.goes_offline()
    reports_a_win(page)
    waits(page)
    expect(page.locator("#unsent")).to_contain_text("No connection since")
    assert outcomes() == []
    slow_phone.comes_online()
    is_sent(page)
    assert outcomes() == ["left"]


@pytest.mark.slow
def test_a_report_waits_until_the_server_is_back_and_outlives_the_page(
    slow_phone: SlowPhone, match: Match
) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.is_slow()
    slow_phone.server_stops()
    reports_a_win(page)
    waits(page)
    page.goto("about:blank")
    slow_phone.server_returns()
    page = my_table(slow_phone, match.left)
    is_sent(page)
    assert outcomes() == ["left"]


@pytest.mark.slow
def test_a_report_whose_answer_was_lost_counts_once(slow_phone: SlowPhone, match: Match) -> None:
    """It arrived, but the connection broke before the response: it is sent again with the same key."""
    page = my_table(slow_phone, match.left)
    slow_phone.server_is_mute()
    reports_a_win(page)
    for _again in range(200):
        if slow_phone.answered:
            break
        page.wait_for_timeout(50)
    assert (outcomes(), slow_phone.answered) == (["left"], 1)
    slow_phone.server_stops()
    waits(page)
    slow_phone.server_returns()
    is_sent(page)
    assert outcomes() == ["left"]


@pytest.mark.slow
def test_of_two_reports_made_offline_the_newer_is_sent(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.goes_offline()
    reports_a_win(page)
    waits(page)
    report(page, f"{match.right} won")
    expect(page.locator("#unsent")).to_contain_text(re.compile(rf"1 entry is waiting.*\({match.right} won\)"))
    slow_phone.comes_online(0)
    is_sent(page)
    assert outcomes() == ["right"]


@pytest.mark.slow
def test_a_confirmation_made_offline_is_sent_once(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.is_slow(500)
    reports_a_win(page)
    is_sent(page)
    page = my_table(slow_phone, match.right)
    slow_phone.goes_offline()
    page.get_by_role("button", name="Yes, that is right").tap()
    expect(page.get_by_text("Your report is waiting for a connection")).to_be_visible()
    slow_phone.comes_online()
    expect(page.get_by_text("Your result is in")).to_be_visible()
    match.refresh_from_db()
    assert match.outcome == "left"
    assert outcomes() == ["left", "left"]


def test_a_report_refused_after_it_waited_says_why(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    slow_phone.goes_offline()
    reports_a_win(page)
    waits(page)
    match.round.division.tournament.__class__.objects.update(phone_reports=False)
    slow_phone.comes_online(0)
    expect(page.locator("#unsent")).to_contain_text("Not accepted: Result, table 1: I won.")
    page.get_by_role("button", name="Saved").tap()
    expect(page.locator("#unsent")).to_be_hidden()
    assert outcomes() == []


@pytest.mark.slow
def test_a_hand_raised_offline_is_raised_once(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match.left)
    page.locator("summary", has_text="Call a judge").tap()
    slow_phone.goes_offline()
    page.get_by_role("button", name="Call a judge").tap()
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here and will be sent automatically.")
    page.locator("summary", has_text="Call a judge").tap()
    page.get_by_role("button", name="Call a judge").tap()
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here and will be sent automatically.")
    assert not JudgeCall.objects.exists()
    slow_phone.comes_online()
    expect(page.get_by_text("You called a judge.").first).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    assert JudgeCall.objects.get().match == match
