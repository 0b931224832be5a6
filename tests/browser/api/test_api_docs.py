"""The page that documents the API: every URL, served by Stadium itself, and each can be tried from the page."""

import pytest
from playwright.sync_api import Page, expect

from api.views.v1.api import api
from tests.api.hall import Hall, hall
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup() -> Hall:
    return hall(4)


def opened(page: Page, path: str) -> None:
    """Open the section of one URL on the page, and enable trying it."""
    page.locator(f'.opblock-summary:has([data-path="{path}"])').click()
    page.locator(".opblock.is-open .try-out__btn").click()


def status(page: Page) -> str:
    page.locator(".opblock.is-open .execute").click()
    return page.locator(".opblock.is-open .live-responses-table .response .response-col_status").inner_text()


def test_every_address_is_shown_and_answers(page: Page, live_server, cup: Hall) -> None:
    page.goto(f"{live_server.url}/api/v1/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    shown = page.locator(".opblock-summary-path").evaluate_all("all => all.map(one => one.dataset.path)")
    assert sorted(shown) == sorted(api.get_openapi_schema()["paths"])

    path = "/api/v1/events/{slug}/pairings"
    opened(page, path)
    page.locator('.opblock.is-open tr[data-param-name="slug"] input').fill(cup.event.slug)
    assert status(page) == "200"
    expect(page.locator(".opblock.is-open .live-responses-table")).to_contain_text(
        str(cup.event.entries.latest("pk").last_name)
    )


def test_a_token_is_given_once_for_all_addresses(page: Page, live_server, cup: Hall) -> None:
    page.goto(f"{live_server.url}/api/v1/docs")
    page.locator(".authorize.btn").first.click()
    page.locator(".auth-container input").fill(cup.token("judge", "calls"))
    page.locator(".auth-btn-wrapper .authorize").click()
    page.locator(".auth-btn-wrapper .btn-done").click()
    opened(page, "/api/v1/token")
    assert status(page) == "200"
    expect(page.locator(".opblock.is-open .live-responses-table")).to_contain_text('"role": "judge"')


def test_it_fits_a_phone(page: Page, live_server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/api/v1/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
