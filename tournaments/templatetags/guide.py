"""The way from a page to the section of the guide that helps with it."""

from typing import Any

from django import template

from tournaments.queries import guide

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: dict[str, Any]) -> str:
    """The address of the help beside the page that is shown; of the guide where no address led to a page."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide.help_for(match.view_name if match else "")
