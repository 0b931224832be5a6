"""Redirects lead only to pages of this site."""

import pytest
from django.test import RequestFactory

from core import responses
from core.return_urls import page_to_return_to, posted_return_url, referring_page

ASK = RequestFactory()
PAGE, ELSEWHERE = "/e/cup/players", "https://example.org/"


@pytest.mark.parametrize("url", [ELSEWHERE, "//example.org/", "home", "javascript:alert(1)", ""])
def test_another_site_or_the_name_of_a_view_is_no_page(url: str) -> None:
    request = ASK.post("/", {"next": url}, HTTP_REFERER=url)
    assert (
        posted_return_url(request),
        referring_page(request),
        page_to_return_to(request, PAGE),
    ) == (
        "",
        "",
        PAGE,
    )


def test_the_field_of_the_form_comes_before_the_page_it_was_on() -> None:
    request = ASK.post("/", {"next": PAGE}, HTTP_REFERER="http://testserver/e/cup")
    assert page_to_return_to(request, "/") == PAGE
    assert (
        page_to_return_to(ASK.post("/", HTTP_REFERER="http://testserver/e/cup"), "/")
        == "http://testserver/e/cup"
    )


def test_a_form_without_a_sign_in_returns_to_its_page() -> None:
    form = ASK.post("/e/cup/drop", HTTP_REFERER="http://testserver/e/cup")
    assert responses.redirect_to_sign_in(form)["Location"].endswith("next=http%3A//testserver/e/cup")
    assert responses.redirect_to_sign_in(ASK.get(PAGE))["Location"].endswith(f"next={PAGE}")
