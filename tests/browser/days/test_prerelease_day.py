"""A Prerelease of 13 players, one of them late: created in one switch, built on phones, played to final standings."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from decks.models import DeckList, Draft, ListRules
from decks.services import lists, pools
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, session
from tests.drafts.pools import cards, list_of, seated
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PLAYERS = ("Abbott", "Becker", "Castro", "Duarte", "Eriksen", "Fontana", "Garrido", "Holm", "Ibsen", "Jansen")
CHILDREN = (("Lombardi", 2012), ("Okafor", 2016))
ROSTER = [*((last, 1990 + n) for n, last in enumerate(PLAYERS)), *CHILDREN]
LATE = "Rossi"
SWISS_ROUNDS = 4

POOL = "\n".join(f"4 {name} PBL {n}" for n, name in enumerate(
    ("Tropius", "Grubbin", "Fomantis", "Lurantis ex", "Poltchageist", "Sinistcha", "Heatran", "Mega Delphox ex",
     "Sizzlipede", "Centiskorch"), 1))  # fmt: skip
DECK = "4 Tropius PBL 1\n4 Grubbin PBL 2\n4 Fomantis PBL 3\n4 Poltchageist PBL 5\n4 Heatran PBL 7\n20 Grass Energy"
LOOK_AT = os.environ.get("STADIUM_SHOTS", "")
"""A folder for screenshots of each step, to look at."""


def picture(page: Page, name: str) -> None:
    if LOOK_AT:
        page.screenshot(path=Path(LOOK_AT) / f"prerelease-{name}.png", full_page=True)


@pytest.fixture
def desk(browser: Browser, live_server) -> Iterator[Page]:  # type: ignore[no-untyped-def]
    """The phone of the organizer."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([session(build.user("marta", first_name="Marta"), live_server.url)])
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The phone of a player, who has no account."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def says(page: Page, *texts: str) -> None:
    for text in texts:
        expect(page.locator("main")).to_contain_text(text)


def toast(page: Page, text: str) -> None:
    expect(page.locator(".toast").last).to_contain_text(text)


def creates(page: Page, home: str) -> Tournament:
    """One more answer than for any event: the expansion, by its Spanish name."""
    page.goto(f"{home}/new")
    form = page.locator("form", has=page.get_by_role("button", name="Create event"))
    form.locator("[name=kind][value=prerelease]").check()
    form.get_by_label("Name", exact=True).fill("Harbor Prerelease")
    form.get_by_label("Day and start").fill(f"{timezone.localdate()}T10:00")
    form.get_by_label("Expansion of the Prerelease").fill("oscuridad absoluta")
    picture(page, "new")
    form.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/harbor-prerelease/**")
    assert ListRules.objects.get().prerelease_expansion == "me05"
    return Tournament.objects.get()


def enters_and_checks_in(page: Page, at: str) -> None:
    page.goto(f"{at}/players/import")
    lines = "\n".join(f"{n}. Zoë {last} {born}" for n, (last, born) in enumerate(ROSTER, 1))
    page.get_by_label("Or paste the rows").fill(lines)
    page.get_by_role("button", name="Preview").click()
    page.locator("main button.primary").last.click()
    toast(page, f"{len(ROSTER)} players")
    page.goto(f"{at}/door")
    page.get_by_role("link", name="Check in everyone").click()
    page.get_by_role("button", name="Check all of them in").click()
    says(page, f"{len(ROSTER)}")


def assigns_seats(page: Page, at: str) -> Draft:
    page.goto(f"{at}/drafts")
    says(page, "Sealed Deck", "Pitch Black (PBL)")
    page.get_by_role(
        "button", name=re.compile("Assign the seats|Assign seats again|Assign them again")
    ).click()
    toast(page, "Seats assigned")
    return Draft.objects.get()


def adds_the_late_player(page: Page, at: str) -> None:
    page.goto(f"{at}/players/add")
    page.locator("[name=first_name]").fill("Zoë")
    page.locator("[name=last_name]").fill(LATE)
    page.locator("[name=birth_year]").fill("1999")
    page.get_by_label("Check in now").check()
    page.locator("main form[method=post] button.primary").last.click()
    toast(page, f"Zoë {LATE}")


def steps_on(page: Page, heading: str, button: str = "Next") -> None:
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#now")).to_contain_text(heading)


def registers_pools(draft: Draft) -> None:
    for seat in range(1, 14):
        pool = pools.register_pool(draft, seated(draft, seat), cards(draft, POOL), by=None)
        pools.verify_pool(draft, seated(draft, seat), by_entry=seated(draft, seat % 13 + 1), seen=pool.number)


def builds(page: Page, home: str, draft: Draft, seat: int) -> None:
    """Tap 25 cards of the pool into the deck, and fill it up with Energy. The last tap is stored on the server."""
    page.goto(f"{home}/l/{list_of(seated(draft, seat)).token}/build")
    number = page.get_by_label("Card number, then Enter")
    for card in (1, 2, 3, 5, 7, 9):
        number.press_sequentially(f"{card}\n")
        page.get_by_role("button", name="Add 4 copies").click()
    page.get_by_label("One more Grass Energy").click()
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and answer.url.endswith("/build")
    ):
        page.get_by_role("button", name="Fill up to 40 with Energy").click()
    expect(page.locator("[data-sum]")).to_have_text("40")


def hands_in(page: Page) -> None:
    page.get_by_role("button", name="Hand in this deck").click()
    expect(page.locator("body")).to_contain_text("Version 1 is handed in and is now your list.")


def plays_a_round(page: Page, at: str, number: int) -> None:
    page.goto(f"{at}/round")
    page.get_by_role("button", name=re.compile(rf"^Pair round {number}|^Pair: All ages")).click()
    page.get_by_role("button", name=f"Post round {number}").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")
    round_ = Round.objects.get(number=number)
    assert round_.matches.count() == 7, "six tables and a bye"
    for match in round_.matches.filter(outcome="pending"):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    page.goto(f"{at}/round")
    page.get_by_role("link", name="Close and update standings").click()
    page.locator("main form.ask button.primary").click()
    says(page, f"Round {number} was closed at")


def test_a_prerelease_from_its_creation_to_the_final_standings(desk: Page, phone: Page, live_server) -> None:  # type: ignore[no-untyped-def]
    home = live_server.url
    event = creates(desk, home)
    at = f"{home}/e/{event.slug}"
    enters_and_checks_in(desk, at)
    assigns_seats(desk, at)
    adds_the_late_player(desk, at)
    draft = assigns_seats(desk, at)
    assert [len(pod) for pod in draft.seats] == [13]
    picture(desk, "seats")

    desk.goto(f"{at}/drafts/{draft.pk}")
    expect(desk.locator("nav").last.get_by_role("link", name="Drafts")).to_be_visible()
    desk.get_by_role("link", name="Start draft", exact=True).click()
    desk.get_by_role("button", name="Start the draft", exact=True).click()
    while "Register" not in desk.locator("#now").inner_text():
        before = desk.locator("#now").inner_text()
        desk.get_by_role("button", name="Next", exact=True).click()
        expect(desk.locator("#now")).not_to_have_text(before)
    registers_pools(draft)
    desk.reload()
    desk.get_by_role("button", name="Next", exact=True).click()
    expect(desk.locator("#now")).to_contain_text("Build your deck")
    picture(desk, "building")

    builds(phone, home, draft, 1)
    picture(phone, "deck")
    hands_in(phone)
    picture(phone, "list")
    builds(phone, home, draft, 2)
    for seat in range(3, 14):
        lists.submit_list(list_of(seated(draft, seat)), text=DECK)
    filled = DeckList.objects.get(entry=seated(draft, 2))
    assert filled.counts is None

    desk.get_by_role("button", name="Next", exact=True).click()
    says(desk, "Deck building is not over")
    expect(desk.locator("main")).not_to_contain_text("Lists missing")
    desk.get_by_role("button", name="End deck building now").click()
    toast(desk, "Deck building is over.")
    filled.refresh_from_db()
    assert filled.counts is not None
    assert (filled.counts.legal, filled.counts.late, filled.counts.total) == (True, False, 40)
    phone.goto(f"{home}/l/{list_of(seated(draft, 2)).token}")
    picture(phone, "filled")

    for number in range(1, SWISS_ROUNDS + 1):
        plays_a_round(desk, at, number)
    desk.goto(f"{at}/standings")
    expect(desk.locator("main table tbody tr")).to_have_count(len(PLAYERS) + 1)
    picture(desk, "standings")
    for last in (*PLAYERS, LATE):
        says(desk, last)
    desk.goto(f"{at}/")
    picture(desk, "front")
