"""The guide in `docs/`, read once per process, in the language of its reader where a page is translated."""

import re
from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import to_locale

from core.engine.guide import GuidePage, pages_with_help, parse_guide_page
from core.engine.guide_search import GuideHit, search_guide

FIRST = "guide"
"""The page that links to all other pages."""

ENGLISH = "en"
LINK = re.compile(r"\]\(([\w-]+)\.md")


@cache
def guide_pages(language: str = ENGLISH) -> dict[str, GuidePage]:
    """Return all pages by name, which is the file name without ".md", in a language, given by its code ("pt-br").

    A page that is not translated is in English. Raises OSError if the files are missing.
    """
    return {path.stem: guide_page(path.stem, language) for path in sorted(settings.DOCS.glob("*.md"))}


@cache
def guide_page(name: str, language: str = ENGLISH) -> GuidePage:
    """Return one page of `guide_pages`. Raises OSError if there is none with this name."""
    if language == ENGLISH:
        return _parsed_page(name, language)
    if not (settings.DOCS / to_locale(language) / f"{name}.md").is_file():
        return guide_page(name)
    return _parsed_page(name, language, [heading.anchor for heading in guide_page(name).headings])


def search_guide_pages(words: str, language: str) -> list[GuideHit]:
    """Return the sections that contain all words, those of pages that exist only in English last.

    Within both groups the order is that of `search_guide`, with the pages in the order in which the first page links
    to them.
    """
    pages = guide_pages(language)
    linked = LINK.findall((settings.DOCS / f"{FIRST}.md").read_text(encoding="utf-8"))
    hits = search_guide((pages[name] for name in dict.fromkeys([FIRST, *linked, *pages])), words)
    return sorted(hits, key=lambda hit: hit.page.language != language)


def help_section_url(view: str) -> str:
    """Return the address of the section that helps with a page of Stadium, given its URL name.

    It is the same in every language. If there is no such section, return the address of the guide.
    """
    name = _helping_pages().get(view)
    return f"{guide_page_url(name)}#{guide_page(name).helps[view]}" if name else guide_page_url(FIRST)


def guide_page_url(name: str) -> str:
    """Return the address of a page, given its name."""
    return reverse("core:guide") if name == FIRST else reverse("core:guide_page", args=[name])


@cache
def _helping_pages() -> dict[str, str]:
    """Map the URL name of each page of Stadium to the guide page that helps with it.

    This only scans the guide pages for comments, so that the first help link renders only one of them.
    """
    names: dict[str, str] = {}
    # If several guide pages help with a page, the alphabetically first one wins, so it comes last.
    for path in sorted(settings.DOCS.glob("*.md"), reverse=True):
        names |= dict.fromkeys(pages_with_help(path.read_text(encoding="utf-8")), path.stem)
    return names


def _parsed_page(name: str, language: str, anchors: list[str] | None = None) -> GuidePage:
    folder = settings.DOCS if anchors is None else settings.DOCS / to_locale(language)
    # Links of a translation to pictures and English pages begin with "../", since its folder is that of its language.
    text = (folder / f"{name}.md").read_text(encoding="utf-8").replace("](../", "](")
    return parse_guide_page(
        name,
        text,
        page=guide_page_url,
        picture=lambda file: static(f"guide/{file}"),
        language=language,
        anchors=anchors,
    )
