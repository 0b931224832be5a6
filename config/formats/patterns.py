"""Change the date patterns of pages, which are in English order ("l j F Y, H:i"), for other languages."""

from collections.abc import Callable

from django.utils.dateformat import DateFormat
from django.utils.formats import FORMAT_SETTINGS
from django.utils.translation import get_language

FIRST = {"fr": "1er", "pt-br": "1º"}
"""The first day of a month in languages that do not write it as a plain number."""

NUMERIC_DATES = (("j M Y", "d/m/Y"), ("j M", "d/m"))
"""Changes for languages that write short dates in digits: 26/07/2017 for 26 Jul 2017."""

DAY_OF_MONTH = DateFormat.j


def format_pattern_getter(*changes: tuple[str, str]) -> Callable[[str], str]:
    """Return a module's `__getattr__` that returns a requested pattern with `changes` applied.

    `changes` are pairs of a text and its replacement. A pattern without a change raises AttributeError, so that
    Django uses it as it is; so do settings that Django requests in this way ("DECIMAL_SEPARATOR"), which are not
    patterns.
    """

    def answer(pattern: str) -> str:
        changed = pattern
        if pattern not in FORMAT_SETTINGS:
            for text, replacement in changes:
                changed = changed.replace(text, replacement)
        if changed == pattern:
            raise AttributeError(pattern)
        return changed

    return answer


def patch_first_of_month() -> None:
    """Patch Django's "j" to write the first of a month as each language does: "1er septembre", "1º de setembro"."""

    def day_of_month(moment: DateFormat) -> int | str:
        day = DAY_OF_MONTH(moment)
        return FIRST.get(get_language() or "", day) if day == 1 else day

    DateFormat.j = day_of_month  # type: ignore[assignment,method-assign]
