"""How a deck check ends on a phone with bad wifi: not without a count, not before it, and only once (R-034)."""

import pytest
from playwright.sync_api import expect

from checks.models import CheckTap, DeckCheck
from checks.services import check_sheets
from core.models import JournalEvent
from tests.browser.floor.test_deck_check_story import (  # noqa: F401
    CARDS,
    PATIENCE,
    ROWS,
    at,
    check,
    counted,
    judge,
    match,
    media,
    row,
)
from tests.browser.slow_phone import SlowPhone
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
def test_an_empty_check_does_not_pass_on_a_slow_phone_and_done_waits_for_the_count(
    slow_phone: SlowPhone,
    check: DeckCheck,  # noqa: F811
    judge: User,  # noqa: F811
) -> None:
    """R-034: Done asks for the count; without a connection, it is sent after the cards that were tapped."""
    check_sheets.begin_check(check, by=judge)
    slow_phone.signs_in(judge)
    phone = slow_phone.opens(at(check))
    slow_phone.is_slow()
    phone.get_by_role("link", name="Return the deck").tap()
    done = phone.get_by_role("button", name="Done", exact=True)
    done.tap()
    expect(phone.get_by_text("0 of 60 cards are counted").first).to_be_visible()
    expect(phone.get_by_label("Reason the deck was not counted")).to_be_visible()
    check.refresh_from_db()
    assert check.state == "running"

    phone.evaluate("document.querySelectorAll('#sheet details').forEach(fold => { fold.open = true })")
    slow_phone.goes_offline()
    for number in range(ROWS):
        row(phone, number).tap()
    counted(phone, CARDS)
    done.tap()
    expect(phone.locator("#unsent")).to_contain_text(f"{ROWS + 1} entries are waiting here")
    slow_phone.comes_online(300)
    expect(phone.locator(".message[data-state=good]")).to_contain_text("No problems")
    check.refresh_from_db()
    assert (check.state, check.outcome, check.not_counted) == ("done", "passed", "")
    assert CheckTap.objects.count() == ROWS


@pytest.mark.slow
def test_a_reason_given_on_a_phone_that_lost_its_connection_arrives_once(
    slow_phone: SlowPhone,
    check: DeckCheck,  # noqa: F811
    judge: User,  # noqa: F811
) -> None:
    check_sheets.begin_check(check, by=judge)
    slow_phone.signs_in(judge)
    phone = slow_phone.opens(at(check))
    slow_phone.is_slow(500)
    phone.get_by_role("link", name="Return the deck").tap()
    phone.get_by_role("button", name="Done", exact=True).tap()
    phone.get_by_label("Reason the deck was not counted").fill("Fire alarm")
    slow_phone.server_is_mute()
    phone.get_by_role("button", name="Done", exact=True).tap()
    for _turn in range(PATIENCE):
        if slow_phone.answered and JournalEvent.objects.filter(kind="DeckCheckEnded").exists():
            break
        phone.wait_for_timeout(100)
    slow_phone.server_returns()
    expect(phone.get_by_text(f"Not counted ({judge}): Fire alarm")).to_be_visible()
    assert JournalEvent.objects.filter(kind="DeckCheckEnded").count() == 1
