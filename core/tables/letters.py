"""Links from a long list of names to the names of each letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from core.engine.alphabet import filing_letter
from core.tables.long_lists import PAGE, ListPage, page_of_row

LETTER = "letter"
"""The URL parameter of a list that shows the names of one letter."""

OTHER = "#"
"""The letter of names outside A–Z."""

MIN_LETTERS = 6
"""Minimum number of first letters for a list to have links to letters."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A link to the names of a letter. `label` is "" for the link to all names."""

    label: str
    url: str
    is_current: bool


def letter_of(name: str) -> str:
    """Return the letter that a name is filed under, or OTHER outside A–Z."""
    return filing_letter(name) or OTHER


def letter_filters(names: Sequence[str], query: QueryDict, *, rows: int) -> list[Letter]:
    """Return links that filter a list by letter, the link to all names first.

    `names` are all names with the last name first, and `rows` is the number of rows on a page. A list that fits on a
    page, or has few letters, has no links.
    """
    letters = {letter_of(name) for name in names}
    if len(names) <= rows or len(letters) < MIN_LETTERS:
        return []
    current = query.get(LETTER, "")
    return [
        Letter("", _filter_url(query, ""), current not in letters),
        *(
            Letter(letter, _filter_url(query, letter), letter == current)
            for letter in sorted(letters, key=lambda letter: (letter == OTHER, letter))
        ),
    ]


def chosen_letter(letters: Sequence[Letter]) -> str:
    """Return the letter that filters the list, or "" if all names are shown."""
    return next((letter.label for letter in letters if letter.is_current), "")


def _filter_url(query: QueryDict, letter: str) -> str:
    changed = query.copy()
    changed.pop(PAGE, None)
    changed.pop(LETTER, None)
    if letter:
        changed[LETTER] = letter
    return f"?{changed.urlencode()}"


def letter_pages(part: ListPage[Any], names: Sequence[str]) -> list[Letter]:
    """Return links to the first row of each letter, on its page of a long list in alphabetical order.

    `names` are all names of the list with the last name first. A list on one page has no links.
    """
    first_rows: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        first_rows.setdefault(letter_of(name), number)
    if not part.is_long or part.wanted or len(first_rows) < MIN_LETTERS:
        return []
    pages = {
        letter: page_of_row(number, len(names)) if part.page else 0 for letter, number in first_rows.items()
    }
    return [
        Letter(
            letter,
            f"#row-{number}" if pages[letter] == part.page else f"{part.url(pages[letter])}#row-{number}",
            bool(part.page) and pages[letter] == part.page,
        )
        for letter, number in first_rows.items()
    ]
