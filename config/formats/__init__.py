"""How each language writes a day and a time; Django asks here for every pattern that a page names.

A pattern stands in the pages in English order ("l j F Y, H:i"). A language that puts words between day, month and
year answers for it in its `formats` module. How it writes numbers and reads what is typed is left to Django.
"""

from collections.abc import Callable

from django.utils.dateformat import DateFormat
from django.utils.formats import FORMAT_SETTINGS
from django.utils.translation import get_language

FIRST = {"fr": "1er", "pt-br": "1º"}
"""The first of a month, where a language does not write it as a number."""

IN_FIGURES = (("j M Y", "d/m/Y"), ("j M", "d/m"))
"""A short day where a language writes it in figures alone: 26/07/2017 for 26 Jul 2017."""

DAY_OF_MONTH = DateFormat.j


def patterns(*changes: tuple[str, str]) -> Callable[[str], str]:
    """What a `formats` module answers when it is asked for a pattern by name: the same with `changes` made.

    Django asks a module for its settings in the same way ("DECIMAL_SEPARATOR"): those are no patterns.
    """

    def answer(pattern: str) -> str:
        changed = pattern
        if pattern not in FORMAT_SETTINGS:
            for before, after in changes:
                changed = changed.replace(before, after)
        if changed == pattern:
            raise AttributeError(pattern)
        return changed

    return answer


def name_the_first() -> None:
    """Let Django's "j" write the first of a month as each language does: "1er septembre", "1º de setembro"."""
    DateFormat.j = _day_of_month  # type: ignore[assignment,method-assign]


def _day_of_month(moment: DateFormat) -> int | str:
    day = DAY_OF_MONTH(moment)
    return FIRST.get(get_language() or "", day) if day == 1 else day
