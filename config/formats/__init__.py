"""How each language writes a day and a time; Django asks here for every pattern that a page names.

A pattern stands in the pages in English order ("l j F Y, H:i"). A language that puts words between day, month and
year answers for it in its `formats` module.
"""

from collections.abc import Callable


def patterns(*changes: tuple[str, str]) -> Callable[[str], str]:
    """What a `formats` module answers when it is asked for a pattern by name: the same with `changes` made."""

    def answer(pattern: str) -> str:
        changed = pattern
        for before, after in changes:
            changed = changed.replace(before, after)
        if changed == pattern:
            raise AttributeError(pattern)
        return changed

    return answer
