"""The server is down while the table's tablet is tapped: taps arrive exactly once, and pending ones are shown."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from decks.models import Draft
from drafts.models import DraftMove
from drafts.views.tablet import tablet_url
from tests.browser.conftest import NO_SERVER, PATIENCE, watch
from tests.drafts.tracked import draft, now, open_packs, token
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 1024, "height": 768}
NAMES = ["Abra", "Bulbasaur", "Charmander", "Dratini", "Eevee", "Gastly", "Horsea", "Ivysaur"]
REFUSED = re.compile("Code 404|status of 4(04|09)")


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Callable[[str], Page]]:
    """Open a device. What it reports about a server that is gone is not an error."""
    contexts, wrong = [], []

    def device(path: str) -> Page:
        context = browser.new_context(viewport=TABLET, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    assert [one for one in wrong if not (NO_SERVER.search(one) or REFUSED.search(one))] == []


@pytest.fixture
def row() -> Draft:
    made = draft("rochester", packs_each=2, pack_size=4)
    open_packs(made)
    return made


@pytest.fixture
def tablet(opens, row: Draft) -> Page:
    page = opens(tablet_url(row, 1))
    page.get_by_label("Numbers or names").fill(", ".join(NAMES))
    page.get_by_role("button", name="Name it").click()
    expect(page.locator(".faceup button")).to_have_count(8)
    return page


def refuses(route: Route) -> None:
    route.abort("connectionrefused")


def loses_the_answer(route: Route) -> None:
    """What is posted arrives, but the response is lost."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
    refuses(route)


def is_silent(_route: Route) -> None:
    """A machine that is switched off refuses no connections."""


def goes_down(page: Page, meets: Callable[[Route], None] = refuses) -> None:
    """From now on, every request of the page fails like this."""
    page.route(re.compile("/(d|l)/"), lambda route: meets(route))


def takes(page: Page, name: str) -> None:
    page.locator(".faceup").get_by_role("button", name=name).click()


def picked(row: Draft) -> list[str]:
    """Return the cards of the picks in order."""
    cards = {card.number: card.name for pile in now(row).pools.values() for card in pile}
    return [cards[one.card] for one in DraftMove.objects.filter(draft=row, kind="pick").order_by("number")]


def comes_back(page: Page) -> None:
    """Pending taps are sent automatically."""
    page.unroute_all(behavior="ignoreErrors")


def test_a_tap_on_the_tablet_arrives_once_when_the_server_is_back(tablet: Page, row: Draft) -> None:
    goes_down(tablet)
    takes(tablet, "Eevee")
    expect(
        tablet.get_by_text("1 entry is waiting here and will be sent automatically. (Eevee)")
    ).to_be_visible()
    comes_back(tablet)
    expect(tablet.locator(".faceup .taken", has_text="Eevee")).to_be_visible()
    expect(tablet.locator("#unsent")).to_be_hidden()
    assert picked(row) == ["Eevee"]


def test_of_two_taps_on_a_page_that_stands_still_the_newer_counts(tablet: Page, row: Draft) -> None:
    goes_down(tablet)
    takes(tablet, "Abra")
    expect(tablet.get_by_text("(Abra)")).to_be_visible()
    takes(tablet, "Gastly")
    expect(
        tablet.get_by_text("1 entry is waiting here and will be sent automatically. (Gastly)")
    ).to_be_visible()
    comes_back(tablet)
    expect(tablet.locator(".faceup .taken", has_text="Gastly")).to_be_visible()
    assert picked(row) == ["Gastly"]


def test_another_card_after_a_tap_whose_answer_was_lost_is_told_as_not_taken(
    tablet: Page, row: Draft
) -> None:
    """The first tap had arrived, which the page could not know: the second one is not ignored."""
    goes_down(tablet, loses_the_answer)
    takes(tablet, "Abra")
    expect(tablet.get_by_text("(Abra)")).to_be_visible()
    goes_down(tablet)
    takes(tablet, "Gastly")
    expect(tablet.get_by_text("(Gastly)")).to_be_visible()
    comes_back(tablet)
    expect(
        tablet.get_by_text("Not accepted: Pick: Gastly. Another judge has advanced this draft.")
    ).to_be_visible()
    expect(tablet.locator(".faceup .taken", has_text="Abra")).to_be_visible()
    tablet.get_by_role("button", name="Saved").click()
    expect(tablet.locator("#unsent")).to_be_hidden()
    assert picked(row) == ["Abra"]


def test_a_tap_nobody_answers_is_told_and_sent_again(opens, row: Draft, live_server) -> None:
    """Without a timeout, the page would hang for minutes without saying anything."""
    page = opens("/")
    page.route(
        re.compile("unsent.*[.]js"),
        lambda route: route.fulfill(
            response=(got := route.fetch()), body=got.text().replace("PATIENCE = 15000", "PATIENCE = 4000")
        ),
    )
    page.goto(live_server.url + tablet_url(row, 1))
    page.get_by_label("Numbers or names").fill(", ".join(NAMES))
    page.get_by_role("button", name="Name it").click()
    expect(page.locator(".faceup button")).to_have_count(8)
    goes_down(page, is_silent)
    takes(page, "Eevee")
    expect(
        page.get_by_text("1 entry is waiting here and will be sent automatically. (Eevee)")
    ).to_be_visible()
    expect(page.get_by_text("No connection since")).to_have_count(0)
    expect(page.get_by_text("No connection since")).to_be_visible()
    comes_back(page)
    expect(page.locator(".faceup .taken", has_text="Eevee")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    assert picked(row) == ["Eevee"]


def test_a_page_that_only_looks_says_since_when_it_stands_still(opens, row: Draft) -> None:
    page = opens(f"/l/{token(row, 2)}/draft")
    goes_down(page)
    expect(page.get_by_text("No connection since")).to_be_visible()
    comes_back(page)
    expect(page.locator("#unsent")).to_be_hidden()


def test_a_link_that_died_says_so_on_the_page_that_is_open(opens, row: Draft) -> None:
    """The phone was lost and the desk issued a new link: the finder's taps have no effect and show no cards."""
    old, address_of = token(row, 2), "/l/{}/draft"
    page = opens(address_of.format(old))
    expect(page.locator("#now")).to_contain_text("picks")
    before = page.locator("#now").inner_text()
    fresh = personal_links.renew_personal_link(Entry.objects.get(pk=row.seats[0][1]), by=None).token
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    other = opens(address_of.format(fresh))
    assert other.locator("#now").inner_text() == before
