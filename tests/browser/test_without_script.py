"""A round from the pairing to the standings with scripts disabled."""

import pytest
from playwright.sync_api import Browser, expect

from pairings.models import Round
from tests.browser.conftest import PATIENCE, PHONE, session
from tests.pairings import build

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_round_from_the_draw_to_the_standings(browser: Browser, live_server):
    home = build.division(4, published=True)
    desk = f"{live_server.url}/e/{home.tournament.slug}/round"
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([session(build.organizer(home), live_server.url)])
    page = context.new_page()

    page.goto(desk)
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("link", name="Post round 1").click()
    page.get_by_role("button", name="Post round 1").click()
    assert Round.objects.get().state == Round.State.POSTED

    page.locator("#table-1 button[value$=':left']").click()
    expect(page.locator("main")).to_contain_text("beats")
    page.get_by_label("Table", exact=True).fill("2")
    page.locator("#entry [name=result]").fill("0")
    page.get_by_role("button", name="Save result").click()
    assert list(Round.objects.get().matches.order_by("table").values_list("outcome", flat=True)) == [
        "left",
        "tie",
    ]

    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    expect(page.locator("main")).to_contain_text("Pair round 2")
    page.goto(f"{live_server.url}/e/{home.tournament.slug}/standings")
    expect(page.locator("main table")).to_contain_text("3")
    context.close()
