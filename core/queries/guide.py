"""The guide in `docs/`, read once per process."""

from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from core.engine.guide import GuidePage, pages_with_help, parse_guide_page

FIRST = "guide"
"""The page that links to all other pages."""


@cache
def guide_pages() -> dict[str, GuidePage]:
    """Return all pages by name, which is the file name without ".md". Raises OSError if the files are missing."""
    return {path.stem: _parsed_page(path.stem) for path in sorted(settings.DOCS.glob("*.md"))}


def help_section_url(view: str) -> str:
    """Return the address of the section that helps with a page of Stadium, given its URL name.

    If there is no such section, return the address of the guide.
    """
    name = _helping_pages().get(view)
    return f"{_guide_page_url(name)}#{_parsed_page(name).helps[view]}" if name else _guide_page_url(FIRST)


@cache
def _helping_pages() -> dict[str, str]:
    """Map the URL name of each page of Stadium to the guide page that helps with it.

    This only scans the guide pages for comments, so that the first help link renders only one of them.
    """
    guide_pages: dict[str, str] = {}
    # If several guide pages help with a page, the alphabetically first one wins, so it comes last.
    for path in sorted(settings.DOCS.glob("*.md"), reverse=True):
        guide_pages |= dict.fromkeys(pages_with_help(path.read_text(encoding="utf-8")), path.stem)
    return guide_pages


@cache
def _parsed_page(name: str) -> GuidePage:
    text = (settings.DOCS / f"{name}.md").read_text(encoding="utf-8")
    return parse_guide_page(name, text, page=_guide_page_url, picture=lambda file: static(f"guide/{file}"))


def _guide_page_url(name: str) -> str:
    return reverse("core:guide") if name == FIRST else reverse("core:guide_page", args=[name])
