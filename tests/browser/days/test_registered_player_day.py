"""A player's way from the registration to the table: email, deck list, the code at the door, the first round."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO

import pytest
import zxingcpp
from django.conf import settings as installation
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from decks.models import DeckList
from decks.services import lists
from pairings.models import Match
from pairings.services.rounds import rounds
from registration.models import Registration
from tests import build
from tests.browser.conftest import LAPTOP, PATIENCE, session, watch
from tests.decks.lists import JULY, LEGAL
from tests.registration import signing_up as up
from tests.registration.mail_server import Server, plain
from tests.registration.mail_server import server as server
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
LANGUAGES = [code for code, _name in installation.LANGUAGES]

Opens = Callable[..., tuple[BrowserContext, Page]]


@pytest.fixture
def event() -> Tournament:
    """Create an event of next week whose registration is open, and which collects lists until it begins."""
    made = up.event(questions=["birth_year", "player_id"])
    Tournament.objects.filter(pk=made.pk).update(name="Lantern Cup", edition="2017", starts_at=JULY)
    made.refresh_from_db()
    lists.collect_lists(made, by=None, deadline=timezone.now() + timedelta(hours=1))
    return made


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Opens]:
    """Open a browser of one device in one language; no script may fail."""
    wrong: list[str] = []
    contexts = []

    def device(language: str, **options: object) -> tuple[BrowserContext, Page]:
        context = browser.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        context.add_cookies(
            [{"name": installation.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}]
        )
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        return context, page

    yield device
    for context in contexts:
        context.close()
    assert wrong == []


def address_in(server: Server, number: int, folder: str) -> str:
    found = re.search(rf"http://\S+/{folder}/\S+", plain(server.messages[number]))
    assert found is not None
    return found[0]


def code_on_screen(page: Page) -> str:
    """Read the QR code from the screen, as the camera at the door does."""
    code = page.locator(".pass-qr")
    code.scroll_into_view_if_needed()
    (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(code.screenshot())))
    return read.text


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_registration_to_the_table(
    language: str, opens: Opens, live_server, event: Tournament, server: Server
) -> None:
    home = live_server.url
    _context, phone = opens(language, viewport=SMALL, has_touch=True, is_mobile=True)

    def shows(*texts: object) -> None:
        for text in texts:
            expect(phone.locator("main")).to_contain_text(str(text))
        expect(phone.locator("html")).to_have_attribute("lang", language)
        assert fits(phone), phone.url

    # A week before: the event is found from the home page.
    phone.goto(home)
    phone.get_by_role("link", name="Lantern Cup").last.tap()
    phone.locator(f'a[href="{reverse("registration:register", args=[event.slug])}"]').first.tap()
    for name, value in (
        ("first_name", "Inês"),
        ("last_name", "Marques"),
        ("birth_year", "1990"),
        ("player_id", "4711"),
        ("email", "ines@example.org"),
    ):
        phone.locator(f"[name={name}]").fill(value)
    phone.locator("main form button").last.tap()
    phone.wait_for_url("**/r/*")
    shows("Inês Marques")

    # The email of the registration opens the same page; the organizer sends the personal link.
    assert server.recipients == ["ines@example.org"]
    assert address_in(server, 0, "r") == phone.url
    assert str(server.messages[0]["Content-Language"]).lower() == language
    desk_context, desk = opens(installation.LANGUAGE_CODE, viewport=LAPTOP)
    desk_context.add_cookies([session(event.staff.get(role="organizer").user, home)])
    desk.goto(home + reverse("registration:send_links", args=[event.slug]))
    desk.get_by_role("button", name="Send links").last.click()
    expect(desk.locator("main")).to_contain_text("1 email is on its way.")
    assert server.recipients == ["ines@example.org"] * 2
    assert str(server.messages[1]["Content-Language"]).lower() == language
    mine = address_in(server, 1, "my")
    phone.goto(mine)
    shows("Inês Marques")

    # The evening before: the list.
    entry = Entry.objects.get(tournament=event)
    phone.locator("#live .moment a").tap()
    phone.wait_for_url("**/l/**")
    phone.wait_for_load_state()
    phone.locator("[name=text]").fill(LEGAL)
    with phone.expect_navigation():
        phone.locator("main form .primary").first.tap()
    expect(phone.locator("#fold-counts")).to_be_attached()
    shows("60")
    assert DeckList.objects.get(entry=entry).versions.count() == 1

    # At the door: the code on the phone is read by the scanner of the desk.
    phone.goto(mine)
    phone.locator(f'a[href="{reverse("pairings:arrive", args=[entry.link.token])}"]').first.tap()
    phone.wait_for_url("**/arrive")
    shows("Inês Marques")
    desk.goto(home + reverse("pairings:scan", args=[event.slug]))
    desk.keyboard.type(code_on_screen(phone))
    desk.keyboard.press("Enter")
    expect(desk.locator(".scan-result")).to_have_attribute("data-state", "done")
    expect(desk.locator(".scan-result")).to_contain_text("Inês Marques")
    phone.reload()
    expect(phone.locator("main .message[data-state=good]")).to_be_visible()
    shows()

    # The first round: the home page of the phone begins with the table.
    build.add_players(event, 3, birth_years=(1990,))
    rounds.post(
        rounds.pair_next_round(event.divisions.get(), by=None, seed=1), by=None, lists_reason="On paper"
    )
    match = Match.objects.get(seats__entry=entry)
    phone.goto(home)
    expect(phone.locator("section.my-next .ticket-number b")).to_have_text(str(match.table))
    phone.locator("section.my-next .ticket").tap()
    phone.wait_for_url("**/my/*")
    expect(phone.locator(".pitch .spot b")).to_have_text(str(match.table))
    shows(*(seat.entry for seat in match.seats.exclude(entry=entry)))

    assert Registration.objects.get(entry=entry).language == language
