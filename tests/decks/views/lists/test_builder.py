"""A deck built card by card; the list stays in the page."""

from html import unescape

import pytest
from django.test import Client

from decks.engine.lists.links import pack_list
from tests.decks import lists
from tests.decks.views.lists.test_deck_check import JULY, typed
from tests.html import markup

pytestmark = pytest.mark.django_db
URL = "/deck-builder"


def built(client: Client, text: str = "", **sent: str) -> str:
    answer = client.post(URL, {**JULY, "text": text, **sent})
    assert answer.status_code == 200, markup(answer)
    return unescape(markup(answer))


def test_it_begins_empty(client: Client) -> None:
    assert "No cards yet" in markup(client.get(URL))
    assert client.delete(URL).status_code == 405


@pytest.mark.parametrize("name", ["ultra", "Hyperball", "SUM 135"])
def test_a_card_is_found_in_any_language_and_by_number(client: Client, name: str) -> None:
    assert 'value="add::1 Ultra Ball SUM 135"' in built(client, find=name)


def test_so_many_copies(client: Client) -> None:
    assert 'value="add::4 Ultra Ball SUM 135"' in built(client, find="4 ultra")


def test_cards_are_added_and_their_copies_change(client: Client) -> None:
    page = built(client, do="add::4 Ultra Ball SUM 135", find="4 ultra")
    assert "4 Ultra Ball SUM 135" in typed(page)
    assert "4 cards instead of 60" in page
    assert 'value="4 ultra"' not in page
    text = typed(page)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "Ultra Ball" in row)
    assert "3 Ultra Ball SUM 135" in typed(built(client, text, do=f"set:{line}:3"))
    assert "No cards yet" in built(client, text, do=f"set:{line}:0")


def test_the_verdict_is_live(client: Client) -> None:
    page = built(client, lists.ILLEGAL)
    assert "One too many." in page
    assert "R-061" in page


def test_the_text_is_kept_in_order_with_one_line_a_card(client: Client) -> None:
    page = built(client, "2 Psychic Energy\n1 N FCO 105\n1 Garbodor GRI 51\n2 N FCO 105\n")
    text = typed(page)
    assert text.index("Garbodor") < text.index("3 N FCO 105") < text.index("2 Psychic Energy")


def test_a_link_opens_a_deck(client: Client) -> None:
    page = client.get(URL, {"list": pack_list(lists.LEGAL), **JULY})
    assert "Tapu Lele-GX" in markup(page)
    assert "/deck-check?" in markup(page)


def test_an_unreadable_list_is_told_and_kept(client: Client) -> None:
    answer = client.post(URL, {**JULY, "text": "x" * 100_001})
    assert answer.status_code == 422
    assert "too large" in markup(answer)
    assert client.post(URL, {**JULY, "text": lists.LEGAL, "do": "out:99:"}).status_code == 422


def test_htmx_is_told_faults_with_200(client: Client) -> None:
    answer = client.post(URL, {**JULY, "text": lists.LEGAL, "do": "out:99:"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'role="alert"' in markup(answer)


@pytest.mark.parametrize("find", ["", "a", "ultra", "\x00", "9999 x", "4"])
def test_any_text_may_be_looked_for(client: Client, find: str) -> None:
    built(client, find=find)


@pytest.mark.parametrize("lines", [1, 3, 60])
def test_queries_do_not_grow_with_the_list(client: Client, django_assert_max_num_queries, lines: int) -> None:
    """Queries are counted after the first list of a process, which reads the catalogue."""
    built(client, "1 Garbodor GRI 1", find="ultra", do="add::1 N FCO 105")
    text = "".join(f"1 Garbodor GRI {number}\n" for number in range(lines))
    with django_assert_max_num_queries(5):
        built(client, text, find="ultra", do="add::1 N FCO 105")


def test_what_is_special_about_copies_is_entered_beside_the_row(client: Client) -> None:
    page = built(client, "4 N FCO 105", event="championship_points", country="ES")
    assert 'name="language-' in page
    assert 'name="language-' not in built(client, "4 N FCO 105")
    text = typed(page)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "N FCO" in row)
    answers = {f"language-{line}": "pt", f"signed-{line}": "signed"}
    assert "4 N FCO 105 [pt] [signed]" in typed(built(client, text, do=f"mark:{line}:", **answers))
    assert client.post(URL, {**JULY, "text": text, "do": f"mark:{line}:nonsense"}).status_code == 422
