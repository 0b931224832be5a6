"""The languages in which a page is available."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.utils.translation import get_language

from core.return_urls import referring_page
from core.templatetags.dataclass_tags import register_computed_component

register = template.Library()


@dataclass
class Languages:
    """The languages with their names, the page's language, its CSRF token, and the address that a button returns to."""

    languages: Sequence[tuple[str, str]]
    now: str | None
    next: str
    csrf_token: object


@register_computed_component(register, "components/languages.html", takes_context=True)
def languages(context: Context) -> Languages:
    """Show a button for each language, labeled with its own name, that returns to this page."""
    request: HttpRequest | None = context.get("request")
    # `page_url` includes the values entered on the page.
    next_url = str(context.get("page_url") or "")
    if request is None:
        next_url = "/"
    elif not next_url:
        # After a form with errors, the button returns to the page that the form was on.
        is_read = request.method in ("GET", "HEAD")
        next_url = request.get_full_path() if is_read else referring_page(request) or "/"
    return Languages(settings.LANGUAGES, get_language(), next_url, context.get("csrf_token"))
