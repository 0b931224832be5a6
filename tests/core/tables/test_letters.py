"""Links to the letters of a long list: as filters, and to pages."""

import pytest
from django.http import QueryDict

from core.tables import letters, long_lists

NAMES = [
    "Ångström, Ana",
    "Baker, Bo",
    "Čapek, Karel",
    "Dvořák, Eva",
    "Łučić, Ivo",
    "Zola, Émile",
    "Андреев, Иван",
]


def test_a_letter_keeps_the_other_filters_and_begins_at_the_first_page() -> None:
    found = letters.letter_filters(NAMES, QueryDict("q=a&page=3&letter=C"), rows=3)
    assert [(letter.label, letter.is_current) for letter in found] == [
        ("", False),
        ("A", False),
        ("B", False),
        ("C", True),
        ("D", False),
        ("L", False),
        ("Z", False),
        ("#", False),
    ]
    assert (found[0].url, found[1].url, found[-1].url) == ("?q=a", "?q=a&letter=A", "?q=a&letter=%23")
    assert letters.chosen_letter(found) == "C"


@pytest.mark.parametrize(("names", "rows"), [(NAMES, 7), (NAMES[:3] * 4, 3), ([], 1)])
def test_a_short_list_or_one_of_few_letters_has_none(names: list[str], rows: int) -> None:
    found = letters.letter_filters(names, QueryDict("letter=A"), rows=rows)
    assert found == []
    assert letters.chosen_letter(found) == ""


def test_a_letter_that_is_not_there_shows_all() -> None:
    found = letters.letter_filters(NAMES, QueryDict("letter=Q"), rows=3)
    assert found[0].is_current
    assert letters.chosen_letter(found) == ""


def test_each_letter_leads_to_its_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 3)
    monkeypatch.setattr(long_lists, "PAGE_SIZE", 3)
    part = long_lists.requested_list_page(QueryDict("page=2"), NAMES, name=str)
    found = letters.letter_pages(part, NAMES)
    assert [letter.url for letter in found] == [
        *("?page=1#row-1", "?page=1#row-2", "?page=1#row-3"),
        *("#row-4", "#row-5", "#row-6", "?page=3#row-7"),
    ]
    assert [letter.label for letter in found if letter.is_current] == ["D", "L", "Z"]
    whole = long_lists.requested_list_page(QueryDict("page=all"), NAMES, name=str)
    assert {letter.url for letter in letters.letter_pages(whole, NAMES)} == {f"#row-{n}" for n in range(1, 8)}
    searched = long_lists.requested_list_page(QueryDict("name=an"), NAMES, name=str)
    assert letters.letter_pages(searched, NAMES) == []
