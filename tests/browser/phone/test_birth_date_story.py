"""The date of birth for the printed list, entered on a phone whose connection is lost and returns (R-034)."""

from datetime import date

import pytest
from playwright.sync_api import expect

from decks.models import DeckList
from decks.services import lists
from tests.browser.slow_phone import SlowPhone
from tests.decks.lists import JULY
from tests.pairings import build
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def row() -> DeckList:
    """Create the empty list of one player, while lists are open."""
    home = build.division(2, starts_at=JULY, edition="2017", published=True)
    lists.collect_lists(home.tournament, by=None)
    personal_links.create_missing_links(home.tournament)
    return DeckList.objects.select_related("entry__player").earliest("pk")


@pytest.mark.slow
def test_a_date_typed_without_a_connection_stays_and_is_stored_with_the_next_tap(
    slow_phone: SlowPhone, row: DeckList
) -> None:
    page = slow_phone.opens(f"/l/{personal_links.ensure_link(row.entry).token}")
    section = page.locator("#fold-birth")
    section.get_by_text("For the printed list", exact=True).tap()
    expect(section).to_contain_text(
        "It is printed on your deck list, where judges check it, and on nothing else."
    )
    slow_phone.is_slow()
    day = date(row.entry.birth_year, 5, 6)
    section.get_by_label("Date of birth").fill(day.isoformat())
    slow_phone.goes_offline()
    section.get_by_role("button", name="Save").tap()
    page.wait_for_timeout(500)
    expect(section.get_by_label("Date of birth")).to_have_value(day.isoformat())
    slow_phone.comes_online()
    section.get_by_role("button", name="Save").tap()
    expect(section.locator("input[name=birth_date_before]")).to_have_value(day.isoformat())
    row.entry.refresh_from_db()
    assert row.entry.birth_date == day
