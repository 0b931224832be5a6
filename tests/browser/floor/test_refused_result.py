"""A result that is refused on the page of its match, on a phone; and the age of a call from yesterday."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from floor.models import JudgeCall
from floor.services import calls
from pairings.models import Match
from pairings.services.reports import results
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PHONE, session
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    home = play.division(4, best_of=1, published=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return play.open_matches(round_)[0]


def opens(page: Page, home: str, match: Match, address: str) -> None:
    page.set_viewport_size(PHONE)
    by = build.staff(match.round.division.tournament, "scorekeeper", "hana")
    page.context.add_cookies([session(by, home)])
    page.goto(home + address)


def test_the_refusal_is_in_sight(page: Page, live_server: Any, match: Match) -> None:
    opens(page, live_server.url, match, pages.match(match))
    results.enter_result(match, results.MatchResult(results.Outcome.TIE), by=None)
    page.locator("#result-sheet > summary").click()
    page.locator("#id_outcome").get_by_text(f"{match.left} won").click()
    page.get_by_role("button", name="Save result").click()
    refusal = page.locator(".faults")
    expect(refusal).to_be_in_viewport(ratio=1)
    refusal.get_by_role("link").click()
    expect(page.get_by_text("This was changed to “Tie” after you opened the page.")).to_be_in_viewport(
        ratio=1
    )
    expect(page.get_by_text("Result saved")).to_have_count(0)


def test_a_long_wait_is_in_hours(page: Page, live_server: Any, match: Match) -> None:
    calls.raise_hand(match, entry=match.left, reason="question")
    JudgeCall.objects.update(raised_at=timezone.now() - timedelta(hours=11, minutes=5))
    opens(page, live_server.url, match, f"/e/{match.round.division.tournament.slug}/calls")
    expect(page.locator("[data-counts-up]").first).to_have_text(re.compile(r"^11:05:\d\d$"))
