"""A deck check on a phone: the connection is lost and returns, two judges count, the table gets its time extension."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from checks.models import CheckPhoto, CheckTap, DeckCheck
from checks.queries import check_sheets as sheets
from checks.services import check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists
from pairings.models import Extension, Match
from pairings.services.rounds import rounds
from tests import build as units
from tests.browser.conftest import LAPTOP, PATIENCE, PHONE, session
from tests.browser.floor.test_table_story import three_at_once  # noqa: F401
from tests.browser.reach import in_reach
from tests.core.pictures import photo
from tests.decks.lists import JULY
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DECK = """Pokémon: 17
3 Volcanion STS 25
4 Volcanion-EX STS 26
2 Turtonator-GX GRI 18
1 Hoopa-EX AOR 36
3 Tapu Lele-GX GRI 60
4 Starmie EVO 31
Trainer: 27
4 Professor Sycamore BKP 107
3 N FCO 105
3 Lysandre FLF 90
2 Kiawe BUS 116
1 Guzma BUS 115
4 Ultra Ball SUM 135
2 Max Elixir BKP 102
2 Fighting Fury Belt BKP 99
2 Choice Band GRI 121
2 Float Stone BKT 137
1 Field Blower GRI 125
1 Brooklet Hill GRI 120
Energy: 16
16 Fire Energy
"""
"""60 cards in 19 rows."""

ROWS, CARDS = 19, 60
TRIES = 100
OPEN_FOLDS = """addEventListener("DOMContentLoaded", () =>
  document.querySelectorAll("#sheet details, aside details").forEach((fold) => { fold.open = true; }))"""
"""A judge who has opened the folds on a phone."""

AWAY = 6
"""Rows counted before the connection is lost."""


@pytest.fixture(autouse=True)
def media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def match() -> Match:
    home = build.division(4, round_minutes=50, starts_at=JULY, edition="2017", published=True)
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=DECK, by=None, by_player=False)
    drawn = rounds.pair_next_round(home, by=None, seed=1)
    return build.open_matches(rounds.post(drawn, by=None, lists_reason="A story"))[0]


@pytest.fixture
def check(match: Match) -> DeckCheck:
    return deck_checks.pick_requested_deck(match.left, why="Marked sleeves", by=None)


Opens = Callable[..., Page]


@pytest.fixture
def opens(browser: Browser, live_server, match: Match) -> Iterator[Opens]:
    """Open the device of a judge. A lost connection is part of the story, but no script may fail, and nothing be
    blocked.
    """
    wrong: list[str] = []
    contexts = []

    def device(who: User, url: str, size: dict[str, int] = PHONE) -> Page:
        context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
        contexts.append(context)
        context.add_cookies([session(who, live_server.url)])
        context.add_init_script(OPEN_FOLDS)
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda message: None if _expected(message) else wrong.append(message.text))
        page = context.new_page()
        page.goto(live_server.url + url)
        return page

    yield device
    for context in contexts:
        context.close()
    assert wrong == []


def _expected(message) -> bool:  # type: ignore[no-untyped-def]
    """Return what a browser reports about a lost connection, and about a tap that the server refuses."""
    return message.type != "error" or message.text.startswith(
        ("Failed to load resource", "htmx:afterRequest", "htmx:sendError")
    )


@pytest.fixture
def judge(match: Match) -> User:
    return units.staff(match.round.division.tournament, "judge", "theo")


@pytest.fixture
def hana(match: Match) -> User:
    return units.staff(match.round.division.tournament, "judge", "hana")


def at(check: DeckCheck) -> str:
    return pages.event(check.entry.division, "check", check.pk)


class Hand:
    """Taps like a finger, and counts."""

    def __init__(self) -> None:
        self.taps = 0

    def __call__(self, target: Locator) -> None:
        target.tap()
        self.taps += 1


def row(page: Page, at: int) -> Locator:
    return page.locator(f"#line-{at} button.line")


def one_less(page: Page, at: int) -> Locator:
    return page.locator(f"#line-{at}").get_by_label("One fewer")


def fine(page: Page, step: str) -> Locator:
    return page.locator(f'[data-step="{step}"]').get_by_role("button", name="OK", exact=True)


def counted(page: Page, cards: int) -> None:
    expect(page.locator("#cards-count")).to_have_text(f"{cards} of {CARDS}")


def settled(page: Page) -> None:
    """Check that nothing is pending on this device."""
    for _turn in range(TRIES):
        if page.evaluate("import('/static/js/unsent/store.js').then(store => store.waiting().length)") == 0:
            return
        page.wait_for_timeout(200)
    pytest.fail("entries still wait on this device")


def unsent_in_order() -> list[tuple[str, str, int]]:
    return list(CheckTap.objects.order_by("pk").values_list("kind", "subject", "number"))


def test_a_deck_of_sixty_cards_with_the_connection_cut_in_mid_check(
    opens, live_server, match, check, judge, hana
):
    phone, tap = opens(judge, at(check)), Hand()
    phone.get_by_role("button", name="Start the check").tap()
    expect(row(phone, 0)).to_be_visible()
    check.refresh_from_db()
    expected = [one.quantity for one in sheets.list_rows_of(check)]
    assert (len(expected), sum(expected)) == (ROWS, CARDS)
    other = opens(hana, at(check), LAPTOP)

    # legibility, sleeves, the total, then the contents.
    tap(fine(phone, "legible"))
    tap(fine(phone, "sleeves"))
    tap(phone.get_by_role("button", name="The deck has 60 cards"))
    for at_row in range(AWAY):
        tap(row(phone, at_row))
    counted(other, sum(expected[:AWAY]))
    settled(phone)
    assert CheckTap.objects.count() == tap.taps

    # The connection is lost. One copy is missing; a card that is not on the list is in its place.
    phone.context.set_offline(True)
    tap(one_less(phone, AWAY))
    for at_row in range(AWAY + 1, ROWS):
        tap(row(phone, at_row))
    phone.locator("#other-card").fill("Colress")
    tap(phone.locator("#others").get_by_role("button", name="Add"))
    tap(fine(phone, "proxies"))
    counted(phone, CARDS)
    waiting = tap.taps - CheckTap.objects.count()
    assert waiting == ROWS - AWAY + 2
    expect(phone.locator("#unsent")).to_contain_text("No connection since")
    expect(phone.locator("#unsent")).to_contain_text(f"{waiting} entries are waiting here")
    expect(phone.locator('[data-step="contents"]')).to_contain_text("not OK")
    expect(phone.locator("#others-list")).to_contain_text("Colress")
    counted(other, sum(expected[:AWAY]))

    # The page is left with pending taps and opened again with the connection: nothing is lost or sent twice.
    context = phone.context
    phone.close()
    context.set_offline(False)
    phone = context.new_page()
    phone.goto(live_server.url + at(check))
    counted(phone, CARDS)
    settled(phone)
    counted(other, CARDS)
    expect(other.locator("#others-list")).to_contain_text("Colress")
    expect(other.locator("#line-6 output")).to_have_text(str(expected[AWAY] - 1))
    assert unsent_in_order() == [
        ("step", "legible", 1),
        ("step", "sleeves", 1),
        ("total", "", 60),
        *(("line", str(number), expected[number] - (number == AWAY)) for number in range(ROWS)),
        ("other", "Colress", 1),
        ("step", "proxies", 1),
    ]
    differing = 2
    assert CheckTap.objects.count() == tap.taps <= CARDS + differing

    # The other judge returns the deck; the table gets its time extension, and the phone shows it.
    other.get_by_text("The deck was corrected").click()
    other.get_by_label("Minutes for the table").fill("4")
    other.get_by_role("button", name="Done", exact=True).click()
    expect(other.get_by_text("The deck was corrected").first).to_be_visible()
    expect(phone.locator("#ended")).to_contain_text("Checked")
    check.refresh_from_db()
    given = Extension.objects.get()
    assert (check.outcome, check.minutes, given.seconds) == ("fixed_deck", 4, 240)
    phone.goto(live_server.url + pages.match(match))
    expect(phone.locator(".table-head")).to_contain_text("+4 min")
    # The round's clock starts in a minute or two; the page counts down to it.
    expect(phone.locator(".table-head .clock > span")).to_have_text(re.compile(r"^0[01]:"))


def test_the_minutes_proposed_follow_a_sheet_that_stays_open(opens, check, judge):
    """R-039: a judge who never reloads the page extends the time by what the check really took."""
    phone = opens(judge, at(check_sheets.begin_check(check, by=judge)))
    phone.clock.install()
    phone.reload()
    minutes = phone.get_by_label("Minutes for the table")
    expect(minutes).to_have_value("4")
    phone.clock.fast_forward("08:00")
    expect(minutes).to_have_value("12")
    minutes.fill("20")
    phone.clock.fast_forward("02:00")
    expect(minutes).to_have_value("20")


def test_an_answer_that_never_came_is_not_tapped_twice(opens, check, judge):
    phone = opens(judge, at(check_sheets.begin_check(check, by=judge)))
    statuses: list[int] = []

    def deaf(route) -> None:  # type: ignore[no-untyped-def]
        answer = route.fetch()
        statuses.append(answer.status)
        route.abort() if len(statuses) == 1 else route.fulfill(response=answer)

    phone.route("**/tap", deaf)
    row(phone, 0).tap()
    row(phone, 0).tap()
    row(phone, 0).tap()
    settled(phone)
    expect(row(phone, 0)).to_have_attribute("aria-pressed", "true")
    assert len(statuses) == 4
    assert unsent_in_order() == [("line", "0", 4), ("line", "0", -1), ("line", "0", 4)]


def test_two_judges_share_a_deck_and_overwrite_nothing(opens, check, judge, hana):
    check_sheets.begin_check(check, by=judge)
    phone, other = opens(judge, at(check)), opens(hana, at(check), LAPTOP)
    row(phone, 0).tap()
    row(other, 1).click()
    for page in (phone, other):
        counted(page, 7)
        settled(page)
    phone.context.set_offline(True)
    one_less(phone, 2).tap()
    one_less(phone, 3).tap()
    expect(phone.locator("#line-2 output")).to_have_text("1")
    row(other, 2).click()
    counted(other, 9)
    settled(other)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent")).to_contain_text("hana said 2, you said 1. Nothing was overwritten")
    expect(phone.locator("#line-2 output")).to_have_text("2")
    expect(other.locator("#line-3 output")).to_have_text("2")
    phone.reload()
    expect(phone.locator("#unsent")).to_contain_text("Nothing was overwritten")
    phone.get_by_role("button", name="Saved").tap()
    expect(phone.locator("#unsent")).to_be_hidden()
    one_less(phone, 2).tap()
    expect(other.locator("#line-2 output")).to_have_text("1")


def test_taps_of_a_judge_who_was_signed_out_wait(opens, check, judge, live_server):
    phone = opens(judge, at(check_sheets.begin_check(check, by=judge)))
    phone.context.clear_cookies()
    row(phone, 0).tap()
    expect(phone.locator("#unsent")).to_contain_text("You are signed out.")
    expect(phone.locator("#unsent")).to_contain_text("1 entry is waiting here")
    counted(phone, 4)
    assert not CheckTap.objects.exists()
    phone.context.add_cookies([session(judge, live_server.url)])
    phone.reload()
    settled(phone)
    assert unsent_in_order() == [("line", "0", 4)]


def test_a_photo_waits_for_the_connection(opens, live_server, check, judge, hana):
    check_sheets.begin_check(check, by=judge)
    phone, other = opens(judge, at(check)), opens(hana, at(check), LAPTOP)
    phone.context.set_offline(True)
    picture = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": photo(4000, 3000)}
    phone.locator("#photo-image").set_input_files(picture)
    phone.locator("#photo-note").fill("Corner of Ultra Ball")
    phone.get_by_role("button", name="Attach").tap()
    expect(phone.locator("#photo-waits")).to_contain_text("1 photo is waiting on this phone")
    phone.context.set_offline(False)
    for page in (phone, other):
        expect(page.locator("#photos-list img")).to_have_count(1)
        expect(page.locator("#photos-list")).to_contain_text("Corner of Ultra Ball")
    image = other.request.get(live_server.url + other.locator("#photos-list img").get_attribute("src"))
    assert Image.open(BytesIO(image.body())).size == (1200, 1600)
    assert CheckPhoto.objects.count() == 1
    expect(phone.locator("#photo-waits")).to_be_empty()


def test_a_deck_is_counted_with_both_hands_on_the_cards(opens, check, judge):
    phone, tap = opens(judge, at(check_sheets.begin_check(check, by=judge))), Hand()
    expect(phone.get_by_role("link", name="Return the deck")).to_be_in_viewport(ratio=1)
    assert in_reach(phone.get_by_role("link", name="Return the deck"))
    phone.get_by_role("button", name="Large buttons").tap()
    panel = phone.locator("#hands")
    for step in ("The list, Player ID", "Sleeves match"):
        expect(panel).to_contain_text(step)
        tap(panel.get_by_role("button", name="OK", exact=True))
    for place in range(1 + ROWS):
        expect(panel.locator("#hands-place")).to_have_text(f"{3 + place} of {ROWS + 4}")
        there = panel.locator("[data-do=there]")
        assert there.bounding_box()["height"] >= 120
        assert in_reach(there)
        assert in_reach(panel.get_by_role("button", name="One fewer"))
        if place == 3:
            tap(panel.get_by_role("button", name="One fewer"))
            expect(there).to_have_text("1 of 2, next")
        tap(there)
    tap(panel.get_by_role("button", name="OK", exact=True))
    expect(panel).to_contain_text("Everything is counted.")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    panel.get_by_role("button", name="Back").tap()
    expect(panel).to_contain_text("Reference cards of the proxies")
    phone.get_by_role("button", name="Whole sheet").tap()
    counted(phone, CARDS - 1)
    settled(phone)
    assert (tap.taps, CheckTap.objects.count()) == (ROWS + 5, ROWS + 4)
