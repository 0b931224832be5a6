"""Real packs, every pick tapped: four phones in Booster, a Rochester table on its tablet, two phones in Solomon."""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connection
from django.db.backends.signals import connection_created
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from cards import tasks
from cards.services import catalogue
from decks.models import Draft, Pool
from drafts.views.tablet import tablet_url
from tests import build
from tests.browser.conftest import LAPTOP, NO_SERVER, PATIENCE, PHONE, session, watch
from tests.cards.cards import zipped
from tests.drafts import tracked
from tests.drafts.tracked import draft, now, token

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 1024, "height": 768}
HALL = {"width": 1920, "height": 1080}
LOOK_AT = os.environ.get("STADIUM_SHOTS", "")
"""A folder for screenshots of each step, to look at."""

NAMES = ("Abra", "Bulbasaur", "Charmander", "Dratini", "Eevee", "Farfetchd", "Gastly", "Horsea", "Ivysaur")
Opens = Callable[..., Page]


def _patient(connection: Any, **_more: object) -> None:
    """In-memory SQLite refuses to read a table while another device writes it; files and PostgreSQL wait."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA read_uncommitted = 1")


@pytest.fixture(autouse=True)
def many_at_once(transactional_db) -> Iterator[None]:
    """Several devices send requests at the same moment."""
    _patient(connection)
    connection_created.connect(_patient)
    yield
    connection_created.disconnect(_patient)


class Again(ThreadedWSGIServer):
    """A server whose address another one may take over at once."""

    def __init__(self, *args: Any, allow_reuse_address: bool = True, **more: Any) -> None:
        super().__init__(*args, allow_reuse_address=True, **more)


class Server:
    """The server of the story, which can end and restart at the same address, with empty memory."""

    def __init__(self) -> None:
        self.running = LiveServer("localhost")
        self.url = self.running.url
        self.allowed = self.running._live_server_modified_settings
        self.allowed.enable()

    def starts_anew(self) -> None:
        self.running.stop()
        cache.clear()
        self.running = LiveServer(self.url.removeprefix("http://"))

    def ends(self) -> None:
        self.running.stop()
        self.allowed.disable()


@pytest.fixture
def server(monkeypatch, transactional_db) -> Iterator[Server]:
    monkeypatch.setattr(LiveServerThread, "server_class", Again)
    running = Server()
    yield running
    running.ends()


@pytest.fixture
def opens(browser: Browser, server: Server) -> Iterator[Opens]:
    """Open a device of one person."""
    wrong: list[str] = []
    contexts = []

    def device(path: str, size: dict[str, int] = PHONE, user: Any = None) -> Page:
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        if user is not None:
            context.add_cookies([session(user, server.url)])
        contexts.append(context)
        page = context.new_page()
        watch(page, server.url, wrong)
        page.goto(server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    errors = [one for one in wrong if not NO_SERVER.search(one)]
    assert errors == [], errors


def picture(page: Page, name: str) -> None:
    if LOOK_AT:
        page.screenshot(path=Path(LOOK_AT) / f"{name}.png", full_page=True)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def known_set() -> None:
    """Create a set of nine cards in the catalogue."""
    cards = [
        {
            "id": f"tst1-{number}",
            "name": name,
            "supertype": "Pokémon",
            "subtypes": ["Basic"],
            "number": str(number),
            "hp": "60",
        }
        for number, name in enumerate(NAMES, start=1)
    ]
    job = catalogue.store_import(name="cards.zip", data=zipped(*cards), by=build.user("carla"))
    tasks.import_cards(job.pk)


def pick(page: Page, name: str) -> None:
    """Type a few letters and tap the card."""
    page.get_by_label("Name or number").fill(name[:3].lower())
    page.locator("#checklist").get_by_role("button", name=re.compile(name)).click()
    expect(page.get_by_text(f"You took {name}.").or_(page.get_by_text("Which card is it?"))).to_be_visible()


def drafted(row: Draft, seat: int) -> list[str]:
    return [card.name for card in now(row).pools[seat]]


def has_come(row: Draft, seat: int, cards: int) -> None:
    """Wait until the server knows this many cards of a seat."""
    for _again in range(300):
        if len(drafted(row, seat)) == cards:
            return
        time.sleep(0.1)
    raise AssertionError(f"seat {seat} has {len(drafted(row, seat))} cards, not {cards}")


def test_four_phones_in_one_booster_pod(opens: Opens, server: Server) -> None:
    known_set()
    row = draft(packs_each=1, pack_size=4, boosters=("TST",))
    home = row.division.tournament
    staff = opens(f"/e/{home.slug}/drafts/{row.pk}", LAPTOP, build.staff(home, "head_judge"))
    links = {seat: f"/l/{token(row, seat)}/draft" for seat in (1, 2, 3, 4)}
    phones = {seat: opens(links[seat]) for seat in links}
    for page in phones.values():
        expect(page.get_by_role("heading", name="Wait for the signal")).to_be_visible()
    staff.get_by_role("link", name="Open the packs").click()
    staff.get_by_role("button", name="Start the draft").click()
    for seat, page in phones.items():
        expect(page.get_by_role("heading", name="Pick a card")).to_be_visible()
        assert fits(page)
        assert "to the left" in page.locator(".passing").inner_text()
        if seat == 1:
            picture(page, "phone-pick")

    # The first pick, a reload during it, and a card that was tapped by mistake.
    pick(phones[1], "Abra")
    has_come(row, 1, 1)
    phones[1].reload()
    expect(phones[1].get_by_text("You took Abra.")).to_be_visible()
    expect(phones[1].get_by_role("heading", name="1 of 4 have picked")).to_be_visible()
    phones[1].get_by_role("link", name="Another card", exact=True).click()
    phones[1].locator("#checklist").get_by_role("button", name=re.compile("Bulbasaur")).click()
    expect(phones[1].get_by_text("You took Bulbasaur.")).to_be_visible()
    picture(phones[1], "phone-wait")

    # A lost phone: another one opens the same link.
    phones[2].context.close()
    phones[2] = opens(links[2])
    pick(phones[2], "Charmander")

    # The server restarts during a pick: its memory is lost, but not what was tapped.
    phones[3].get_by_label("Name or number").fill("drat")
    server.starts_anew()
    phones[3].locator("#checklist").get_by_role("button", name=re.compile("Dratini")).click()
    expect(phones[3].get_by_text("You took Dratini.")).to_be_visible()
    expect(staff.get_by_role("heading", name="3 of 4 have picked")).to_be_visible()
    picture(staff, "staff-booster")
    assert "Dratini" not in staff.content()

    # No connection: the tap is stored on the phone and sent automatically.
    phones[4].context.set_offline(True)
    phones[4].locator("#checklist").get_by_role("button", name=re.compile("Eevee")).click()
    expect(phones[4].get_by_text("1 entry is waiting here")).to_be_visible()
    picture(phones[4], "phone-offline")
    phones[4].context.set_offline(False)
    has_come(row, 4, 1)
    expect(phones[4].locator("#unsent")).to_be_hidden()
    for page in phones.values():
        expect(page.get_by_text("Pack 1 of 1, pick 2 of 4")).to_be_visible()
    assert [drafted(row, seat) for seat in (1, 2, 3, 4)] == [
        ["Bulbasaur"],
        ["Charmander"],
        ["Dratini"],
        ["Eevee"],
    ]

    for turn in range(3):
        for seat, page in phones.items():
            expect(page.get_by_text("Which card is it?")).to_be_visible()
            page.locator("#checklist").get_by_role("button", name=re.compile(NAMES[turn + seat])).click()
            has_come(row, seat, turn + 2)
    for page in phones.values():
        expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
        expect(page.get_by_role("heading", name="Build your deck")).to_be_visible()
    picture(phones[1], "phone-over")
    assert Pool.objects.filter(draft=row).count() == 4
    assert all(len(drafted(row, seat)) == 4 for seat in phones)


def test_one_rochester_table_on_its_tablet(opens: Opens) -> None:
    known_set()
    row = draft("rochester", packs_each=2, pack_size=4, boosters=("TST",))
    home = row.division.tournament
    tablet, wall = (
        opens(tablet_url(row, 1), TABLET),
        opens(f"/e/{home.slug}/drafts/{row.pk}/screen?pod=1", HALL),
    )
    phone = opens(f"/l/{token(row, 2)}/draft")
    tablet.get_by_role("button", name="The two packs are open").click()
    tablet.get_by_label("Numbers or names").fill("1 2 3 3 5")
    tablet.get_by_role("button", name="Name it").click()
    expect(tablet.get_by_text("Name the cards on the table: 3 to go")).to_be_visible()
    picture(tablet, "tablet-naming")
    for name in ("Farfetchd", "Gastly", "Horsea"):
        tablet.locator("#checklist").get_by_role("button", name=re.compile(name)).click()
        expect(tablet.locator(".faceup").get_by_text(name)).to_be_visible()
    assert fits(tablet)

    tablet.locator(".faceup").get_by_role("button", name="Eevee").click()
    expect(tablet.locator(".faceup .taken", has_text="Eevee")).to_be_visible()
    expect(phone.get_by_role("heading", name="You pick")).to_be_visible()
    picture(phone, "phone-rochester")
    phone.locator(".faceup").get_by_role("button", name="Abra").click()
    expect(phone.locator("[data-toast]").get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    expect(tablet.locator(".faceup .taken", has_text="Abra")).to_be_visible()
    expect(tablet.locator(".seat[aria-current] b")).to_have_text("3")
    expect(wall.locator(".wall-cards")).to_contain_text("Horsea")
    expect(wall.locator(".wall-cards")).not_to_contain_text("Abra")
    picture(tablet, "tablet-rochester")
    picture(wall, "wall-rochester")
    assert fits(phone)

    for _pick in range(5):
        left = len(now(row).state.table)
        tablet.locator(".faceup button").first.click()
        if left > 2:
            expect(tablet.locator(".faceup button")).to_have_count(left - 1)
    expect(tablet.get_by_role("button", name="The two packs are open")).to_be_visible()
    assert sorted(len(drafted(row, seat)) for seat in (1, 2, 3, 4)) == [2, 2, 2, 2]
    assert now(row).to_act == (2,)
    tracked.tap(row, tracked.Move("open", 2))
    expect(tablet.get_by_text("not named yet").first).to_be_visible()


def test_two_phones_draft_solomon_to_a_last_group_of_two(opens: Opens) -> None:
    """R-094, S13: a coin, four face-up cards, one, two, one; the roles swap, and so on until the last two cards."""
    known_set()
    row = draft("solomon", 2, packs_each=1, pack_size=5, boosters=("TST",))
    phones = {seat: opens(f"/l/{token(row, seat)}/draft") for seat in (1, 2)}
    for page in phones.values():
        expect(page.get_by_role("heading", name="Flip a coin")).to_be_visible()
    picture(phones[1], "phone-coin")
    phones[2].get_by_role("button", name="I won the flip").click()
    expect(phones[2].get_by_text("Still to agree")).to_be_visible()
    expect(phones[1].get_by_role("button", name="I agree")).to_be_visible()
    picture(phones[1], "phone-coin-agree")
    phones[1].get_by_role("button", name="I agree").click()
    expect(phones[1].get_by_role("heading", name="turns four cards over")).to_be_visible()
    phones[2].get_by_role("button", name="Four cards are turned over").click()

    def lie_open(seat: int, numbers: str, *names: str) -> None:
        """The player who turned the cards over names them in one line; the other phone follows."""
        expect(phones[seat].get_by_role("heading", name="You pick")).to_be_visible()
        phones[seat].get_by_label("Numbers or names").fill(numbers)
        phones[seat].get_by_role("button", name="Name it").click()
        for page in phones.values():
            for name in names:
                expect(page.locator(".faceup").get_by_text(name)).to_be_visible()
            assert fits(page)

    def take(seat: int, name: str) -> None:
        before = len(drafted(row, seat))
        phones[seat].locator(".faceup").get_by_role("button", name=name).click()
        has_come(row, seat, before + 1)
        expect(phones[seat].locator(".faceup").get_by_role("button", name=name)).to_have_count(0)

    lie_open(2, "1 2 3 4", "Abra", "Bulbasaur", "Charmander", "Dratini")
    expect(phones[1].locator(".faceup button")).to_have_count(0)
    picture(phones[2], "phone-solomon")
    for seat, name in ((2, "Abra"), (1, "Bulbasaur"), (1, "Charmander")):
        take(seat, name)

    expect(phones[1].get_by_role("heading", name="You turn four cards over")).to_be_visible()
    phones[1].get_by_role("button", name="Four cards are turned over").click()
    lie_open(1, "5 6 7 8", "Eevee", "Farfetchd", "Gastly", "Horsea")
    for seat, name in ((1, "Eevee"), (2, "Gastly"), (2, "Horsea")):
        take(seat, name)

    expect(phones[2].get_by_role("heading", name="You turn the last cards over")).to_be_visible()
    expect(phones[2].get_by_text("Fewer than four cards are left: 2.")).to_be_visible()
    expect(phones[2].get_by_text("Order of these cards")).to_have_count(0)
    picture(phones[2], "phone-last-group")
    phones[2].get_by_role("button", name="The last 2 cards are turned over").click()
    lie_open(2, "9 1", "Ivysaur", "Abra")
    for page in phones.values():
        expect(page.get_by_text("the roles continue until none is left")).to_be_visible()
    take(2, "Ivysaur")
    take(1, "Abra")

    for page in phones.values():
        expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
        expect(page.get_by_role("heading", name="Build your deck")).to_be_visible()
    picture(phones[1], "phone-solomon-over")
    assert drafted(row, 1) == ["Bulbasaur", "Charmander", "Eevee", "Farfetchd", "Abra"]
    assert drafted(row, 2) == ["Abra", "Dratini", "Gastly", "Horsea", "Ivysaur"]
    assert Pool.objects.filter(draft=row).count() == 2
    assert "Gastly" not in phones[1].content(), "what the other took lies face down"
