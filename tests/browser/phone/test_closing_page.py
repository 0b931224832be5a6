"""A page asks before it closes while entries are still being sent; without such entries it closes at once."""

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, Page, expect

from pairings.models import Match
from pairings.services.rounds import rounds
from tests.browser.reports import report
from tests.browser.slow_phone import SlowPhone
from tests.build import staff
from tests.pairings.build import division
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    round_ = rounds.post(rounds.pair_next_round(division(4, published=True), by=None, seed=1), by=None)
    return round_.matches.select_related("left__player", "round__division__tournament").get(table=1)


def my_table(phone: SlowPhone, match: Match) -> Page:
    return phone.opens(reverse("floor:my", args=[personal_links.ensure_link(match.left).token]))


def reports_a_win(page: Page) -> None:
    report(page, "I won")


def asks_before_it_closes(page: Page) -> bool:
    """Return whether the browser asks; the answer is to stay."""
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    page.wait_for_timeout(1500) if not page.is_closed() else None
    return asked == ["beforeunload"]


def test_a_report_that_waits_for_a_connection(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match)
    slow_phone.goes_offline()
    reports_a_win(page)
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    assert asks_before_it_closes(page)
    slow_phone.comes_online()
    expect(page.get_by_text("has not confirmed it yet")).to_be_visible()


def test_a_report_that_is_on_its_way(slow_phone: SlowPhone, match: Match) -> None:
    page = my_table(slow_phone, match)
    slow_phone.server_is_mute()
    reports_a_win(page)
    page.wait_for_timeout(1100)
    assert asks_before_it_closes(page)


def test_a_result_of_the_quick_entry_that_is_on_its_way(slow_phone: SlowPhone, match: Match) -> None:
    event = match.round.division.tournament
    slow_phone.signs_in(staff(event, "scorekeeper"))
    page = slow_phone.opens(reverse("pairings:desk", args=[event.slug]))
    slow_phone.server_is_mute()
    page.locator("#entry-table").fill("1")
    page.locator("#entry-result").fill("1")
    page.keyboard.press("Enter")
    page.wait_for_timeout(1100)
    assert asks_before_it_closes(page)


def test_a_page_without_unsent_entries_and_a_way_to_another_page_ask_nothing(
    slow_phone: SlowPhone, match: Match
) -> None:
    page = my_table(slow_phone, match)
    slow_phone.goes_offline()
    reports_a_win(page)
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.evaluate("document.querySelector('a[href$=\"/standings\"]').click()")
    page.wait_for_timeout(1000)
    slow_phone.comes_online()
    page.goto(page.url)
    expect(page.locator("#unsent")).to_be_hidden()
    page.get_by_role("link").first.focus()
    asked.clear()
    page.close(run_before_unload=True)
    assert asked == []
