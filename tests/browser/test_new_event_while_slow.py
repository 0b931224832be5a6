"""A new event on a slow connection: the chosen kind is the one that is created, and no input is lost."""

import pytest
from playwright.sync_api import Page, expect

from tests import build
from tests.browser.slow_phone import SlowPhone
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(slow_phone: SlowPhone) -> Page:
    slow_phone.signs_in(build.user("marta", first_name="Marta"))
    return slow_phone.opens("/new")


def chooses(page: Page, kind: str) -> None:
    page.locator(f"input[name=kind][value={kind}]").check()


def creates(page: Page) -> None:
    page.get_by_role("button", name="Create event").tap()


def made(page: Page) -> Tournament:
    page.wait_for_url("**/e/**")
    return Tournament.objects.get()


def test_create_pressed_before_the_page_followed_the_kind(slow_phone: SlowPhone, page: Page) -> None:
    slow_phone.is_slow()
    page.get_by_label("Name", exact=True).fill("Harvest")
    chooses(page, "prerelease")
    creates(page)
    event = made(page)
    assert (event.kind, event.play_style, event.attendance_table) == ("prerelease", "limited", "prerelease")


@pytest.mark.slow
def test_of_two_kinds_the_last_one_is_made(slow_phone: SlowPhone, page: Page) -> None:
    slow_phone.is_slow()
    page.get_by_label("Name", exact=True).fill("Harvest")
    chooses(page, "prerelease")
    chooses(page, "regional")
    expect(page.locator("#fold-rounds summary")).to_contain_text("Best of three", ignore_case=True)
    expect(page.locator("#fold-format summary")).to_contain_text("Constructed")
    creates(page)
    event = made(page)
    assert (event.kind, event.play_style, event.structure) == ("regional", "constructed", "swiss_cut")
    assert (event.best_of, event.round_minutes) == (3, 50)


@pytest.mark.slow
def test_what_is_typed_while_the_page_follows_the_kind_stays(slow_phone: SlowPhone, page: Page) -> None:
    slow_phone.is_slow()
    chooses(page, "prerelease")
    page.locator("#more-settings > summary").tap()
    page.locator("#fold-where summary").tap()
    page.get_by_label("Venue").fill("Hall 3")
    expect(page.locator("#fold-format summary")).to_contain_text("Limited")
    expect(page.get_by_label("Venue")).to_have_value("Hall 3")
    expect(page.locator("#fold-where")).to_have_attribute("open", "")


@pytest.mark.slow
def test_create_pressed_offline_keeps_the_form_until_there_is_a_connection(
    slow_phone: SlowPhone, page: Page
) -> None:
    page.get_by_label("Name", exact=True).fill("Harvest")
    slow_phone.goes_offline()
    chooses(page, "prerelease")
    creates(page)
    expect(page.locator("#unsent")).to_contain_text("Not sent: there is no connection.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Harvest")
    slow_phone.comes_online()
    expect(page.locator("#unsent")).to_be_hidden()
    creates(page)
    event = made(page)
    assert (event.name, event.kind, event.play_style) == ("Harvest", "prerelease", "limited")


@pytest.mark.slow
def test_create_pressed_while_the_server_is_down_is_pressed_again(slow_phone: SlowPhone, page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("Harvest")
    slow_phone.server_stops()
    chooses(page, "regional")
    expect(page.locator("#unsent")).to_contain_text("No connection since")
    creates(page)
    expect(page.locator("#unsent")).to_contain_text("What you typed is still here.")
    slow_phone.server_returns()
    slow_phone.is_slow()
    creates(page)
    event = made(page)
    assert (event.kind, event.best_of, event.structure) == ("regional", 3, "swiss_cut")
