"""The times of an event: in its zone, named for readers in another zone, with their local time."""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import build
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 12, 5, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("Europe/Madrid", "Saturday 5 December 2026, 10:00"),
        ("Europe/Paris", "Saturday 5 December 2026, 10:00"),
        ("Asia/Tokyo", "Saturday 5 December 2026, 10:00 (Europe/Madrid; Sat 18:00 your time)"),
    ],
)
def test_who_reads_the_start_elsewhere_sees_their_own_time(
    browser: Browser, live_server, zone: str, text: str
) -> None:
    event = build.event(starts_at=START, timezone="Europe/Madrid", published=True)
    with closing(browser.new_context(viewport=PHONE, timezone_id=zone, locale="en")) as context:
        page: Page = context.new_page()
        page.goto(f"{live_server.url}/e/{event.slug}/")
        expect(page.locator("time[data-own]").first).to_have_text(text)


def test_without_a_script_the_zone_is_named(browser: Browser, live_server) -> None:
    event = build.event(starts_at=START, timezone="Europe/Madrid", published=True)
    with closing(browser.new_context(viewport=PHONE, java_script_enabled=False)) as context:
        page: Page = context.new_page()
        page.goto(f"{live_server.url}/e/{event.slug}/")
        expect(page.locator("time[data-own]").first).to_have_text(
            "Saturday 5 December 2026, 10:00 (Europe/Madrid)"
        )
