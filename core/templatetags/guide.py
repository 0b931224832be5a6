"""Links from pages to the section of the guide that helps with them."""

from typing import Any

from django import template

from core.queries import guide

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: dict[str, Any]) -> str:
    """The address of the help for the current page; of the guide if no URL matched."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide.help_for(match.view_name if match else "")
