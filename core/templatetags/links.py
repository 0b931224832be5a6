"""Tags for addresses of pages and of the installed app, and to mark the link of the current page."""

from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from core.queries.homes import core_page_address

register = template.Library()


@register.simple_tag
def page_url(name: str, *args: object) -> str:
    """Return the address of a page of this app that another app lists among its URLs (`core_page_address`)."""
    return core_page_address(name, *args)


@register.simple_tag
def active(page: object, key: str) -> str | SafeString:
    """Return the attribute that marks the link of the current page, or "" for another page."""
    return SafeString(' aria-current="page"') if page == key else ""


@register.simple_tag
def manifest(page: str, *args: object) -> str:
    """Return the address of the manifest of an app that opens at this page, given by URL name or path."""
    start = page if page.startswith("/") else reverse(page, args=args)
    return f"{reverse('core:manifest')}?start={quote(start)}"
