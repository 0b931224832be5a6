"""A pool typed by numbers, a deck filled up with Energy, a lap of picks in one tap; phones fold what desks show."""

import pytest
from playwright.sync_api import Browser, Page, expect

from decks.models import Draft, Pool
from decks.queries.pools import pools as queries
from decks.services import pools
from drafts.services import draft_runs
from tests import build
from tests.browser.conftest import LAPTOP, PATIENCE, PHONE, session, watch
from tests.browser.reach import in_reach
from tests.drafts.drafts import draft
from tests.drafts.pools import registered, sealed, seated
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = 2000
"""Maximum height in pixels of a page on a phone before a fold is opened."""


@pytest.fixture
def opens(browser: Browser, live_server):  # type: ignore[no-untyped-def]
    wrong: list[str] = []
    contexts = []

    def device(path: str, size: dict[str, int] = PHONE, user=None) -> Page:  # type: ignore[no-untyped-def]
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        if user is not None:
            context.add_cookies([session(user, live_server.url)])
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    assert wrong == []


AT_THE_THUMB = ("Add", "Add 4 copies", "Undo", "Register this pool")
"""Buttons of the page of a pool."""


def mine(row: Draft, page: str = "pool") -> str:
    return f"/l/{personal_links.ensure_link(seated(row)).token}/{page}"


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def test_a_pool_is_typed_by_numbers_and_the_last_one_undone(opens) -> None:  # type: ignore[no-untyped-def]
    row = sealed()
    phone = opens(mine(row))
    assert height(phone) <= LONGEST
    box, counter = phone.get_by_label("Card number, then Enter"), phone.locator("[data-entered]")
    assert all(in_reach(phone.get_by_role("button", name=one, exact=True)) for one in AT_THE_THUMB)
    assert in_reach(box)
    box.fill("9")
    box.press("Enter")
    expect(counter).to_have_text("Rowlet SUM 9: 1")
    expect(box).to_be_focused()
    box.press_sequentially("10\n")
    expect(counter).to_have_text("Dartrix SUM 10: 1")
    phone.get_by_role("button", name="Add 4 copies").click()
    expect(counter).to_have_text("Dartrix SUM 10: 5")
    expect(phone.locator("[data-sum]")).to_have_text("6")
    phone.get_by_role("button", name="Undo").click()
    expect(counter).to_have_text("Undone. Dartrix SUM 10: 1")
    box.fill("999")
    box.press("Enter")
    expect(counter).to_have_text("No card has the number 999 in SUM. Check the number.")
    expect(box).to_have_value("999")
    box.fill("")
    phone.get_by_role("button", name="Register this pool").click()
    expect(phone.get_by_text("2 of 6 cards are counted.")).to_be_visible()
    phone.get_by_role("button", name="Save it like this").click()
    expect(phone.get_by_text("Your pool is registered, version 1.")).to_be_visible()
    assert [one.line for one in queries.version_cards(Pool.objects.get().counts)] == [
        "1 Rowlet SUM 9",
        "1 Dartrix SUM 10",
    ]


def test_a_deck_is_built_by_numbers_and_filled_with_energy(opens) -> None:  # type: ignore[no-untyped-def]
    row = pools.set_pool_check(sealed(), "none", by=None)
    registered(row)
    phone = opens(mine(row, "build"))
    assert height(phone) <= LONGEST
    phone.get_by_label("Card number, then Enter").press_sequentially("9\n")
    phone.get_by_role("button", name="Add 4 copies").click()
    expect(phone.locator("[data-entered]")).to_have_text("Rowlet SUM 9: 3")
    phone.get_by_role("button", name="Fill up to 40 with Energy").click()
    expect(phone.locator("[data-filled]")).to_contain_text("Choose the types first")
    for kind in ("Water", "Water", "Fire"):
        phone.get_by_label(f"One more {kind} Energy").click()
    phone.get_by_role("button", name="Fill up to 40 with Energy").click()
    expect(phone.locator("[data-sum]")).to_have_text("40")
    expect(phone.get_by_label("How many Water Energy")).to_have_value("25")
    expect(phone.get_by_label("How many Fire Energy")).to_have_value("12")
    expect(phone.get_by_role("button", name="Hand in this deck")).to_be_in_viewport(ratio=1)


def test_a_search_opens_the_folds_of_a_phone_and_a_desk_has_them_open(opens) -> None:  # type: ignore[no-untyped-def]
    row = sealed()
    phone = opens(mine(row))
    expect(phone.get_by_text("Dartrix")).to_be_hidden()
    phone.get_by_label("Find a card").fill("dart")
    expect(phone.get_by_text("Dartrix")).to_be_visible()
    registered(row, 2)
    staff = build.organizer(row.division)
    page = f"/e/{row.division.tournament.slug}/drafts/{row.pk}/pools/{seated(row, 2).pk}"
    expect(opens(page, LAPTOP, staff).get_by_text("Dartrix")).to_be_visible()


def test_a_judge_notes_a_lap_of_rochester_with_one_tap_and_undoes_it(opens) -> None:  # type: ignore[no-untyped-def]
    home = build.division(8, play_style="limited", published=True)
    row = draft(home, "rochester", packs_each=2, pack_size=10)
    for step in range(2):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    phone = opens(f"/e/{home.tournament.slug}/drafts/{row.pk}", PHONE, build.organizer(home))
    assert height(phone) <= LONGEST
    phone.get_by_role("button", name="All 8 picks made").click()
    expect(phone.get_by_text("Opening 1 of 8, pick 9 of 20").first).to_be_visible()
    phone.locator(".toasts").get_by_role("button", name="Undo").click()
    expect(phone.get_by_text("Opening 1 of 8, pick 1 of 20").first).to_be_visible()
    for picks, pick in ((8, 1), (8, 9), (4, 17)):
        expect(phone.get_by_text(f"Opening 1 of 8, pick {pick} of 20").first).to_be_visible()
        phone.get_by_role("button", name=f"All {picks} picks made").click()
    expect(phone.get_by_role("heading", name="All cards are taken")).to_be_visible()
