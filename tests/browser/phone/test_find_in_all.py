"""Three letters of a name, typed on any page of a long list, show the table."""

import re

import pytest
from playwright.sync_api import Browser, expect

from core.tables import long_lists
from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PHONE, watch
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_letters_find_a_table_from_any_page(
    browser: Browser, live_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 8)
    monkeypatch.setattr(long_lists, "PAGE_SIZE", 4)
    division = build.division(24)
    Tournament.objects.update(published=True)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    match = Match.objects.get(table=9)
    match.left.__class__.objects.filter(pk=match.left_id).update(first_name="Żofia", last_name="Quast")
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page, wrong = context.new_page(), []
    watch(page, live_server.url, wrong)
    page.goto(f"{live_server.url}/e/{division.tournament.slug}/pairings?page=2")
    indexes: list[str] = []
    page.on("request", lambda sent: "index=" in sent.url and indexes.append(sent.url))
    box = page.get_by_label("Your name")
    box.press_sequentially("zof")
    hits = page.locator("[data-hits] li")
    expect(hits).to_have_count(1)
    expect(hits).to_contain_text(f"against {match.right}")
    expect(hits.locator(".no")).to_have_text(re.compile(r"Table\s*9"))
    expect(page.locator("#all-names")).to_be_hidden()
    hits.locator("a").tap()
    row = page.locator("li:target")
    expect(row).to_contain_text("Quast, Żofia")
    expect(row).to_be_in_viewport()
    assert len(indexes) == 1
    context.close()
    assert wrong == []
