"""A player gets the personal link by mail the evening before, loses the phone, and is let in again."""

import re
from email.message import EmailMessage

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session
from tests.registration.mail_server import Server, plain
from tests.registration.mail_server import server as server
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Tournament:
    made = build.event(name="Harbor Cup", published=True, by_age=False)
    build.add_players(made, 8)
    made.entries.filter(pk=made.entries.earliest("pk").pk).update(email="ana@example.org")
    return made


def phone(browser: Browser) -> Page:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def desk(browser: Browser, event: Tournament, home: str) -> Page:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_cookies([session(event.staff.get(role="organizer").user, home)])
    return context.new_page()


def claim(page: Page, address: str, entry: Entry) -> None:
    """Go from the front of the event to the claim, and send it."""
    page.goto(address)
    page.get_by_role("link", name="Is this you?").tap()
    page.get_by_label("Player ID").fill(entry.player_number or "")
    page.get_by_label("Birth year").fill("1990")
    page.get_by_role("button", name="Get my link").tap()
    expect(page.locator("main")).to_contain_text("Look for an email")


def link_in(message: EmailMessage) -> str:
    found = re.search(r"http://\S+/my/\S+", plain(message))
    assert found is not None
    return found[0]


def test_a_claim_by_mail_the_evening_before_and_a_lost_phone(
    browser: Browser, live_server, event: Tournament, server: Server
):
    entry = event.entries.earliest("pk")
    front = f"{live_server.url}/e/{event.slug}/"

    # The evening before, on the sofa: Player ID and birth year, and the mail is there.
    first = phone(browser)
    claim(first, front, entry)
    assert server.recipients == ["ana@example.org"]
    first.goto(link_in(server.messages[0]))
    expect(first.locator("main")).to_contain_text(str(entry))

    # The phone is lost on the way. The desk sends the same link again, and it opens on another phone.
    page = desk(browser, event, live_server.url)
    page.goto(f"{live_server.url}/e/{event.slug}/players/links")
    page.get_by_role("button", name=f"Send again: {entry}").click()
    expect(page.locator("main")).to_contain_text("1 email is on its way.")
    assert server.recipients == ["ana@example.org"] * 2
    assert link_in(server.messages[0]) == link_in(server.messages[1])
    second = phone(browser)
    second.goto(link_in(server.messages[1]))
    expect(second.locator("main")).to_contain_text(str(entry))


def test_who_has_no_address_is_let_in_at_the_desk(
    browser: Browser, live_server, event: Tournament, server: Server
):
    entry = event.entries.latest("pk")
    lost = phone(browser)
    claim(lost, f"{live_server.url}/e/{event.slug}/", entry)
    code = lost.locator(".ticket-number b").inner_text()
    page = desk(browser, event, live_server.url)
    page.goto(f"{live_server.url}/e/{event.slug}/claims")
    row = page.get_by_role("listitem").filter(has_text=f"Code {code}")
    expect(row).to_contain_text(str(entry))
    row.get_by_role("button", name="Yes").click()
    expect(page.locator("body")).to_contain_text(f"can now open {entry}’s page")
    lost.get_by_role("link", name="Check again").tap()
    lost.get_by_role("button", name="Open my page").tap()
    expect(lost.locator("main")).to_contain_text(str(entry))
    assert server.messages == []
