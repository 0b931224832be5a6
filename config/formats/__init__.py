"""How each language writes a day and a time; Django asks here for every pattern that a page names.

A pattern stands in the pages in English order ("l j F Y, H:i"). A language that puts words between day, month and
year answers for it in its `formats` module. How it writes numbers and reads what is typed is left to Django.
"""

from collections.abc import Callable

from django.utils.formats import FORMAT_SETTINGS


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
