"""Search the guide for the sections that contain every typed word, ignoring accents and capitals."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.engine.guide import GuidePage

CONTEXT = 90
"""The number of characters that a snippet shows before the word found and after it, cut at spaces."""


@dataclass(frozen=True, slots=True)
class GuideHit:
    """A section found: its page, its heading, and a snippet around the first word found.

    `anchor` is "" for text before the first section of a page; the heading is then the title. If the words are
    in the heading alone, `found` is "" and `after` is the beginning of the section.
    """

    page: GuidePage
    heading: str
    anchor: str
    before: str
    found: str
    after: str


def search_guide(pages: Iterable[GuidePage], words: str) -> list[GuideHit]:
    """Return the sections in which each typed word begins a word, those with all of them in the heading first.

    The others are in the order of the pages. The list is empty if `words` is blank.
    """
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}") for word in _fold_letters(words).split()]
    if not patterns:
        return []
    in_heading, in_text = list[GuideHit](), list[GuideHit]()
    for page in pages:
        for heading, anchor, text in _parts(page):
            folded_heading, folded_text = _fold_letters(heading), _fold_letters(text)
            if all(pattern.search(folded_heading) for pattern in patterns):
                in_heading.append(_hit(page, heading, anchor, text, patterns, folded_text))
            elif all(pattern.search(folded_heading) or pattern.search(folded_text) for pattern in patterns):
                in_text.append(_hit(page, heading, anchor, text, patterns, folded_text))
    return in_heading + in_text


def _parts(page: GuidePage) -> Iterator[tuple[str, str, str]]:
    """Yield the heading, the anchor and the text of each part of a page."""
    yield page.title, "", page.lead_text
    for section in page.sections:
        yield section.heading.text, section.heading.anchor, section.text


def _hit(
    page: GuidePage, heading: str, anchor: str, text: str, patterns: list[re.Pattern[str]], folded: str
) -> GuideHit:
    places = [place.span() for pattern in patterns if (place := pattern.search(folded))]
    start, end = min(places, default=(0, 0))
    begin = 0 if start <= CONTEXT else text.find(" ", start - CONTEXT, start) + 1 or start
    stop = len(text) if end + CONTEXT >= len(text) else text.rfind(" ", end, end + CONTEXT)
    stop = stop if stop > 0 else end
    before = ("… " if begin else "") + text[begin:start]
    after = text[end:stop] + (" …" if stop < len(text) else "")
    return GuideHit(page, heading, anchor, before, text[start:end], after)


def _fold_letters(text: str) -> str:
    """Return a text in lower case without accents, with each letter at its original index."""
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[:1] for letter in text.replace("’", "'"))
