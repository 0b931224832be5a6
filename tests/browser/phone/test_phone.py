"""At the door, at the desk and in the hall with a phone in one hand."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from pairings.models import Match, Round
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session, watch
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(browser: Browser, live_server):
    """Open a small screen that is tapped, not clicked."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page, wrong = context.new_page(), []
    watch(page, live_server.url, wrong)
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Pier Street Challenge", published=True, by_age=False)
    build.add_players(made, 6, checked_in=False)
    return made


def _here(event: Tournament) -> int:
    return event.entries.filter(checked_in_at__isnull=False).count()


def _check_in(page: Page) -> None:
    """Tap each name; the row stays under the thumb and says that the player is checked in."""
    rows = page.locator("#door-list li button")
    for place in range(rows.count()):
        rows.nth(place).tap()
        expect(rows.nth(place)).to_have_attribute("aria-pressed", "true")


def test_a_scorekeeper_checks_in_and_enters_results_by_tapping(phone: Page, live_server, event: Tournament):
    home, hana = live_server.url, build.staff(event, "scorekeeper", "hana")
    phone.context.add_cookies([session(hana, home)])
    phone.goto(f"{home}/e/{event.slug}/door")
    _check_in(phone)
    assert _here(event) == 6

    round_ = rounds.post(rounds.pair_next_round(event.divisions.get(), by=hana, seed=3), by=hana)
    phone.goto(f"{home}/e/{event.slug}/round")
    for match in round_.matches.order_by("table")[:2]:
        phone.locator(f"#table-{match.table} button[value$=':left']").tap()
        expect(phone.locator(".toast").last).to_contain_text(f"{match.left.player} beats")
    assert _outcomes(round_) == ["left", "left", "pending"]

    phone.locator(".toast button").last.tap()
    expect(phone.locator("main")).to_contain_text("2 tables have no result yet")
    assert _outcomes(round_) == ["left", "pending", "pending"]


def _outcomes(round_: Round) -> list[str]:
    return list(round_.matches.order_by("table").values_list("outcome", flat=True))


def test_a_visitor_finds_a_table_by_name(phone: Page, live_server, event: Tournament):
    event.entries.update(checked_in_at=build.NOON)
    by = event.staff.get().user
    round_ = rounds.post(rounds.pair_next_round(event.divisions.get(), by=by, seed=3), by=by)
    match = Match.objects.get(round=round_, table=2)
    phone.goto(f"{live_server.url}/e/{event.slug}/")
    phone.get_by_role("link", name=re.compile("Where do I sit|Pairings")).first.tap()
    phone.get_by_label("Your name").fill(match.left.player.first_name.lower())
    row = phone.locator("li[data-name]:visible", has_text=match.left.player.last_name)
    expect(row).to_have_count(1)
    expect(row).to_contain_text("2")
