"""Deck building run from a phone on bad wifi: its end is confirmed, named, and undone (R-055)."""

import pytest
from playwright.sync_api import expect

from decks.models import Draft
from drafts.models import DraftMark
from drafts.queries.draft_runs import run_tracks_of
from drafts.services import draft_runs
from tests import build
from tests.browser.slow_phone import SlowPhone
from tests.drafts.drafts import draft
from tests.pairings import build as play
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
REGISTER = 2


@pytest.fixture
def row() -> Draft:
    """Create four players of a sealed event who register their pools."""
    row = draft(play.division(4, play_style="limited", published=True), "sealed")
    for step in range(REGISTER):
        draft_runs.tap_step(row, 0, "next", step=step, by=None)
    return row


@pytest.fixture
def judge(row: Draft) -> User:
    return build.staff(row.division.tournament, "judge", "theo")


def stands_at(row: Draft) -> str:
    return run_tracks_of(row)[0].step.code


@pytest.mark.slow
def test_nothing_is_left_behind_by_one_tap_on_a_slow_phone(
    slow_phone: SlowPhone, row: Draft, judge: User
) -> None:
    slow_phone.signs_in(judge)
    page = slow_phone.opens(f"/e/{row.division.tournament.slug}/drafts/{row.pk}")
    slow_phone.is_slow()
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.get_by_role("heading", name="Pools are missing")).to_be_visible()
    expect(page.get_by_text("0 of 4 pools are registered and checked")).to_be_visible()
    assert stands_at(row) == "REGISTER"
    page.get_by_role("button", name="Continue without these pools").tap()
    expect(page.get_by_text("Registration is over.")).to_be_visible()
    assert stands_at(row) == "BUILD"

    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.get_by_role("heading", name="Deck building is not over")).to_be_visible()
    page.get_by_role("link", name="Stay here").tap()
    expect(page.get_by_role("heading", name="Deck building is not over")).to_be_hidden()
    assert stands_at(row) == "BUILD"
    page.get_by_role("button", name="Next", exact=True).tap()
    page.get_by_role("button", name="End deck building now").tap()
    expect(page.get_by_text("Deck building is over.")).to_be_visible()
    assert stands_at(row) == "HAND_IN"
    page.get_by_role("button", name="Undo").first.tap()
    expect(page.get_by_text("Undone. The draft is back at this step")).to_be_visible()
    assert stands_at(row) == "BUILD"


def test_a_tap_without_a_connection_waits_and_is_asked_about_once_it_arrives(
    slow_phone: SlowPhone, row: Draft, judge: User
) -> None:
    slow_phone.signs_in(judge)
    page = slow_phone.opens(f"/e/{row.division.tournament.slug}/drafts/{row.pk}")
    slow_phone.goes_offline()
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.locator("#unsent")).to_contain_text("1 entry is waiting here")
    slow_phone.comes_online(300)
    expect(page.locator("#unsent")).to_contain_text("0 of 4 pools are registered and checked")
    assert (stands_at(row), DraftMark.objects.count()) == ("REGISTER", REGISTER)
