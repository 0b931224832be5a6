"""The languages a page can be read in."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from core.web import referrer

register = template.Library()


@register.inclusion_tag("components/languages.html", takes_context=True)
def languages(context: dict[str, Any]) -> dict[str, object]:
    """A button for each language, in its own name, that returns to this page."""
    request: HttpRequest | None = context.get("request")
    return {
        "languages": settings.LANGUAGES,
        "now": get_language(),
        "next": _page(request, str(context.get("page_url") or "")) if request else "/",
        "csrf_token": context.get("csrf_token"),
    }


def _page(request: HttpRequest, page_url: str) -> str:
    """The address to return to; after a form with errors, that of the page the form was on.

    `page_url`: an address that includes what was entered, if the page has one.
    """
    if page_url:
        return page_url
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    return referrer(request) or "/"
