"""The number pad of the desk of all divisions, typed without looking on a slow connection."""

import pytest
from playwright.sync_api import expect

from pairings.models import Match
from pairings.services.rounds import all_divisions
from tests import build
from tests.browser.slow_phone import SlowPhone
from tests.browser.test_quick_entry import notes, types

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_no_table_of_any_division_gets_the_result_of_another(slow_phone: SlowPhone) -> None:
    """24 players of three divisions at tables 1 to 12: 33 is refused, 2 and 6 belong to two divisions."""
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, 24, birth_years=(2018, 2012, 1990))
    seen = dict.fromkeys(event.divisions.values_list("pk", flat=True), 1)
    all_divisions.pair_all_divisions(event, seen, by=None)
    all_divisions.post_all_divisions(event, seen, by=None)
    slow_phone.signs_in(event.staff.select_related("user").get().user)
    page = slow_phone.opens(f"/e/{event.slug}/round?division=all")
    page.locator("#entry-table").focus()
    slow_phone.is_slow()
    types(page, "33/1/2/")
    expect(notes(page)).to_contain_text("Nothing was saved for table 33")
    expect(notes(page)).to_contain_text("You typed 1.")
    types(page, "1/6/2/")
    expect(page.locator("#table-6[data-outcome=right]")).to_have_count(1)
    types(page, "2/2/")
    expect(notes(page).last).to_contain_text("Table 2 was not changed. Was: ")
    types(page, "6/0+")
    expect(page.locator("#table-6[data-outcome=tie]")).to_have_count(1)
    decided = Match.objects.exclude(outcome="pending").order_by("table")
    assert list(decided.values_list("table", "outcome")) == [(2, "left"), (6, "tie")]
    homes = {one.round.division_id for one in decided.select_related("round")}
    assert len(homes) == 2
