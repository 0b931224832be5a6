"""Every search field of every page is submitted to a URL that returns the matching rows."""

from collections.abc import Iterator
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from tests.browser import visits
from tests.browser.hall import fresh_hall
from tests.config.addresses.elements import Element, elements, sent
from tournaments.models import User

SEARCHED = {"q", "who", "find"}
"""The names of fields that search for a word, if the type of the field does not say so."""

WORD = "quxzyq"
"""A text that no name, card or place contains."""


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_every_search_sends_its_word_and_its_answer_shows_it() -> None:
    pages, client = visits.addresses(fresh_hall(visits.hall)), Client()
    client.force_login(User.objects.get(username="organizer"))
    wrong: list[str] = []
    pressed = set()
    for name in sorted(pages.keys() - visits.FILES.keys()):
        asked: set[tuple[str, str]] = set()
        for address in pages[name]:
            answer = client.get(address)
            if answer.status_code != 200 or "html" not in answer["Content-Type"]:
                continue
            page = elements(answer)
            for field, form in _searches(page):
                key = field.attrs.get("name", ""), field.attrs.get("data-find", "")
                if key in asked:
                    continue
                asked.add(key)
                pressed.add(name)
                wrong += _faults(client, address, page, field, form)
    assert {
        "tournaments:players",
        "tournaments:merge_with",
        "floor:person_merge_with",
        "cards:cards",
    } <= pressed
    assert not wrong, "\n".join(wrong)


def _searches(page: Element) -> Iterator[tuple[Element, Element | None]]:
    """Return each field that searches for a word, and its form."""
    for field in page.all("input"):
        words = field.attrs.get("type", "text") == "search" or field.attrs.get("name") in SEARCHED
        if not words or field.attrs.get("type") == "hidden":
            continue
        above = field.parent
        while above and above.tag != "form":
            above = above.parent
        yield field, above


def _rows(page: Element, selector: str) -> Iterator[Element]:
    """Return the rows that a field filters while the user types, for a selector such as "#lists tr[data-name]"."""
    tag = selector.split()[-1].partition("[")[0]
    yield from (row for row in page.all(tag) if "data-name" in row.attrs)


def _faults(
    client: Client, address: str, page: Element, field: Element, form: Element | None
) -> Iterator[str]:
    name, rows = field.attrs.get("name", ""), field.attrs.get("data-find", "")
    where = f"{address}: search {field.attrs.get('id') or name!r}"
    if form is None:
        if not rows or not list(_rows(page, rows)):
            yield f"{where} is in no form, and narrows no rows of the page"
        return
    if form.attrs.get("method", "get").lower() != "get":
        return  # a field of a form that saves, which has a separate test
    values = sent(form) | {name: [WORD]}
    target = urljoin(f"http://testserver{address}", form.attrs.get("action", ""))
    query = QueryDict(mutable=True)
    for key, value in values.items():
        query.setlist(key, value)
    answer = client.get(f"{urlsplit(target).path}?{query.urlencode()}", follow=True)
    if answer.status_code != 200:
        yield f"{where} asks {target}, which answers {answer.status_code}"
        return
    last = answer.redirect_chain[-1][0] if answer.redirect_chain else ""
    again = elements(answer)
    shown = [
        one for one in again.all("input") if one.attrs.get("name") == name and one.attrs.get("value") == WORD
    ]
    if not shown and WORD not in again.words() and (name, WORD) not in parse_qsl(urlsplit(last).query):
        yield f"{where}: the answer of {target} does not show what was asked"
