"""*My deck list* on a phone while a list full of errors is written: short, the most urgent first, nothing lost."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from decks.models import DeckList
from decks.services import lists
from drafts.services import building_clocks
from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.test_pages_fit import LONGEST, SHORT
from tests.decks.lists import event, of
from tests.drafts.pools import list_of, registered, sealed, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAULTY = """2 Computer Search BCR 137
2 Dowsing Machine PLS 128
5 Ultra Ball SUM 135
5 N FCO 105
4 Lysandre's Trump Card PHF 99
4 Nest Bal
4 Pikatchu XYZ 3
0 Potion
2 Float Stone PLF 99
5 Double Colorless Energy SUM 136
this is no card
nor is this line
and a third one
"""
"""Errors of the deck as a whole and of its lines, unknown cards, and lines that are not cards."""

ALMOST = "10 Rowlet SUM 9\n9 Dartrix SUM 10\n0 Potion\n20 Grass Energy"
"""A Limited deck in which one line lacks its number."""


TWENTY_TWO_CARDS = """4 Duskull PRE 35
3 Dusclops PRE 36
2 Dusknoir PRE 37
3 Latias ex SSP 76
2 Munkidori TWM 95
1 Fezandipiti ex SFA 92
1 Bloodmoon Ursaluna ex TWM 141
1 Budew ASC 16
4 Lillie's Determination MEG 119
4 Brock's Scouting JTG 146
3 Boss's Orders MEG 114
2 Hilda WHT 84
4 Buddy-Buddy Poffin TEF 144
4 Ultra Ball MEG 131
3 Poké Pad POR 81
3 Night Stretcher SFA 61
1 Secret Box TWM 163
2 Rescue Board TEF 159
2 Air Balloon MEG 166
2 Gravity Mountain SSP 177
5 Basic Psychic Energy MEE 5
4 Basic Darkness Energy MEE 7
"""
"""A legal list in Standard of November 2026 with as many different cards as most decks have."""


def legal() -> DeckList:
    rules = {"deadline": timezone.now() + timedelta(hours=2)}
    starts = datetime(2026, 11, 29, 10, tzinfo=UTC)
    row = of(event(published=True, starts_at=starts, edition="2026", rules=rules))[0]
    lists.submit_list(row, text=TWENTY_TWO_CARDS)
    return row


def constructed() -> DeckList:
    row = of(event(published=True, rules={"deadline": timezone.now() + timedelta(hours=2)}))[0]
    lists.submit_list(row, text=FAULTY)
    return row


def limited() -> DeckList:
    row = list_of(seated(sealed(check="none")))
    lists.submit_list(row, text=FAULTY, unused="3 N FCO 105\n2 Rowlet SUM 9")
    return row


def pooled() -> DeckList:
    draft = sealed(check="none")
    registered(draft)
    row = list_of(seated(draft))
    lists.submit_list(row, text=FAULTY)
    return row


def while_decks_are_built() -> DeckList:
    row = limited()
    building_clocks.start_building(row.entry.division.drafts.get(), 0, by=None)
    return row


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Callable[..., Page]]:
    contexts, wrong = [], []

    def opened(row: DeckList, size: dict[str, int] = PHONE, language: str = "en") -> Page:
        small = size is PHONE
        context = browser.new_context(
            viewport=size, has_touch=small, is_mobile=small, reduced_motion="reduce"
        )
        contexts.append(context)
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}
        context.add_cookies([cookie])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + reverse("decks:mine", args=[row.token]), wait_until="networkidle")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.mark.parametrize("made", [constructed, limited, pooled, while_decks_are_built])
def test_a_list_full_of_faults_is_short_on_a_phone(opens, made: Callable[[], DeckList]) -> None:
    page = opens(made(), language=LONGEST)
    assert page.locator("#fold-headlines").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight") <= SHORT


def test_a_legal_list_is_short_on_a_phone_in_every_language(opens) -> None:
    row, heights = legal(), {}
    for code, _name in settings.LANGUAGES:
        page = opens(row, language=code)
        assert page.locator(".card-tile:not(.mini)").count() == 22
        heights[code] = page.evaluate("document.documentElement.scrollHeight")
    assert {code: height for code, height in heights.items() if height > SHORT} == {}


def test_every_fault_is_reached_from_the_top(opens) -> None:
    page = opens(limited())
    page.locator("#fold-headlines > summary").click()
    links = page.locator("#checked .message ul a")
    assert links.count() > 3
    for address in links.evaluate_all("all => all.map(one => one.hash)"):
        page.locator(f"a[href='{address}']").click()
        expect(page.locator(address)).to_be_visible()


def test_the_most_urgent_fault_of_the_deck_stands_first_and_the_rest_says_how_many(opens) -> None:
    page = opens(limited())
    faults = page.locator("#checked > .problem, #fold-general > .problem")
    rest = page.locator("#fold-general > summary")
    assert faults.evaluate_all("all => all.map(one => one.dataset.state)") == ["error", "warning"]
    assert [one.is_visible() for one in faults.all()] == [True, False]
    expect(rest).to_have_text("1 more about the whole deck")
    expect(page.locator("#fold-ignored > summary")).to_have_text("3 lines are not cards")
    rest.click()
    expect(faults.last).to_be_visible()


def test_all_faults_stand_open_on_a_laptop(opens) -> None:
    page = opens(limited(), LAPTOP)
    # What a box says is not said again beside the tiles, only in the text.
    listed = ".problem:not(.as-text *), #checked .message li, #checked .fault-box .button"
    for one in page.locator(f"#checked {listed}").all():
        expect(one).to_be_visible()
    page.locator(".toggle label").last.click()
    for one in page.locator("#checked .problem").all():
        expect(one).to_be_visible()
    for name in ("headlines", "general"):
        expect(page.locator(f"#fold-{name} > summary")).to_be_hidden()


def test_the_rest_of_the_pool_opens_when_it_is_what_comes_next(opens) -> None:
    row = list_of(seated(sealed(check="none")))
    lists.save_working_copy(row, text=ALMOST, unused="", supplied=0)
    page = opens(row)
    left_out = page.get_by_label("Unused cards")
    expect(left_out).to_be_hidden()
    page.get_by_role("link", name="Potion: no quantity").click()
    page.get_by_role("button", name="Make it 1").click()
    expect(page.locator("#sum")).to_have_text("Legal")
    expect(left_out).to_be_visible()
    left_out.fill("3 Rowlet SUM 9")
    page.get_by_role("button", name="Change quantities").click()
    expect(page.get_by_role("button", name="Done with quantities")).to_be_visible()
    expect(left_out).to_be_visible()


def test_a_list_that_is_refused_for_the_rest_of_its_pool_opens_it(opens) -> None:
    row = list_of(seated(sealed(check="none")))
    lists.save_working_copy(row, text=FAULTY, unused="", supplied=0)
    page = opens(row)
    left_out = page.get_by_label("Unused cards")
    expect(left_out).to_be_hidden()
    page.get_by_role("button", name="Hand in as it is").click()
    expect(page.get_by_role("alert")).to_contain_text("List the cards you leave out of the deck too.")
    expect(left_out).to_be_visible()


def test_a_pool_without_a_list_offers_one_way_to_build(opens) -> None:
    draft = sealed(check="none")
    registered(draft)
    page = opens(list_of(seated(draft)))
    assert page.locator(".button.primary:visible").all_inner_texts() == ["Build from my pool"]
    expect(page.get_by_label("Your list as text")).to_be_hidden()
    page.locator("#fold-pool > summary").click()
    expect(page.locator("#fold-pool").get_by_role("link", name="Build from my pool")).to_be_visible()
