"""At the door with a keyboard or a scanner: a name or a Player ID and Enter check in the one player found."""

import pytest
from playwright.sync_api import Page, expect

from tests import build
from tests.browser.slow_phone import SlowPhone
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Pier Street Challenge", published=True, by_age=False)
    build.add_players(made, 6, checked_in=False)
    return made


@pytest.fixture
def door(slow_phone: SlowPhone, event: Tournament) -> Page:
    slow_phone.signs_in(build.staff(event, "scorekeeper", "hana"))
    return slow_phone.opens(f"/e/{event.slug}/door?show=all")


def here(event: Tournament) -> int:
    return event.entries.filter(checked_in_at__isnull=False).count()


def test_enter_checks_in_the_only_match_once(door: Page, event: Tournament) -> None:
    entry = event.entries.select_related("player").order_by("pk").first()
    assert entry is not None
    row = door.locator(f"#tap-{entry.pk}")
    door.locator("#find").fill(entry.player.player_id)
    door.keyboard.press("Enter")
    expect(row).to_have_attribute("aria-pressed", "true")
    assert here(event) == 1
    door.keyboard.press("Enter")  # nothing more to do: a second Enter does not undo the check-in
    expect(row).to_have_attribute("aria-pressed", "true")
    assert here(event) == 1
    expect(door.locator("#find")).to_be_focused()


@pytest.mark.parametrize("text", ["", "a"])
def test_enter_checks_in_nobody_where_several_match(door: Page, event: Tournament, text: str) -> None:
    door.locator("#find").fill(text)
    assert door.locator("#door-list li:not([hidden])").count() > 1
    door.keyboard.press("Enter")
    door.wait_for_load_state("networkidle")
    assert here(event) == 0
