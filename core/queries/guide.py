"""The guide in `docs/`, read once per process."""

from functools import cache

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from core.engine.guide import GuidePage, helped_views, read

FIRST = "guide"
"""The page that links to all others."""


@cache
def pages() -> dict[str, GuidePage]:
    """All pages by name, the file name without ".md". OSError if the files are missing."""
    return {path.stem: _page(path.stem) for path in sorted(settings.DOCS.glob("*.md"))}


def help_for(view: str) -> str:
    """The address of the section that helps with a page of Stadium, by its URL name; else of the guide."""
    name = _helping_pages().get(view)
    return f"{_address(name)}#{_page(name).helps[view]}" if name else _address(FIRST)


@cache
def _helping_pages() -> dict[str, str]:
    """The guide page for each page of Stadium, found without rendering, so that a first help link renders only one."""
    found: dict[str, str] = {}
    for path in sorted(settings.DOCS.glob("*.md"), reverse=True):
        found |= dict.fromkeys(helped_views(path.read_text(encoding="utf-8")), path.stem)
    return found


@cache
def _page(name: str) -> GuidePage:
    text = (settings.DOCS / f"{name}.md").read_text(encoding="utf-8")
    return read(name, text, page=_address, picture=lambda file: static(f"guide/{file}"))


def _address(name: str) -> str:
    return reverse("core:guide") if name == FIRST else reverse("core:guide_page", args=[name])
