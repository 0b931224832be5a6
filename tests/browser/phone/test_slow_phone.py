"""The bad connection of the stories is really bad: it waits two seconds, breaks, and loses responses."""

import time

import pytest
from playwright.sync_api import Error, expect

from tests import build
from tests.browser.slow_phone import SlowPhone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def fetched(phone: SlowPhone, method: str = "GET") -> bool:
    """Return whether the page gets a response to a request."""
    fetch = "([path, method]) => fetch(path, {method, cache: 'no-store'}).then(() => true, () => false)"
    return bool(phone.page.evaluate(fetch, ["/account/login/", method]))


def test_two_seconds_to_each_answer(slow_phone: SlowPhone) -> None:
    slow_phone.opens("/account/login/")
    slow_phone.is_slow()
    before = time.monotonic()
    assert fetched(slow_phone)
    assert time.monotonic() - before > 2
    slow_phone.is_quick()
    before = time.monotonic()
    assert fetched(slow_phone)
    assert time.monotonic() - before < 2


def test_offline_the_phone_knows_that_it_has_no_connection(slow_phone: SlowPhone) -> None:
    slow_phone.opens("/account/login/")
    slow_phone.goes_offline()
    assert slow_phone.page.evaluate("navigator.onLine") is False
    assert not fetched(slow_phone)
    slow_phone.comes_online(0)
    assert fetched(slow_phone)


def test_a_server_that_stops_refuses_and_comes_back_at_the_same_address(slow_phone: SlowPhone) -> None:
    slow_phone.signs_in(build.user("hana", first_name="Hana"))
    page = slow_phone.opens("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hana")
    slow_phone.server_stops()
    assert not fetched(slow_phone)
    with pytest.raises(Error, match=r"ERR_(CONNECTION_REFUSED|FAILED)"):
        page.reload()
    page.wait_for_url("chrome-error://**")
    slow_phone.server_returns()
    slow_phone.opens("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hana")


def test_a_mute_server_does_what_nobody_gets_an_answer_to(slow_phone: SlowPhone) -> None:
    page = slow_phone.opens("/account/login/")
    slow_phone.server_is_mute()
    page.evaluate(
        "() => { fetch('/account/login/', {method: 'POST'}).then(() => { document.title = 'answered'; }) }"
    )
    for _again in range(100):
        if slow_phone.answered:
            break
        page.wait_for_timeout(50)
    assert slow_phone.answered == 1
    page.wait_for_timeout(300)
    assert page.title() != "answered"
