"""Links from pages to the sections of the guide that help with them."""

from django import template
from django.template import Context

from core.queries import guide

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: Context) -> str:
    """Return the address of the help for the current page, or of the guide if no URL matched."""
    match = getattr(context.get("request"), "resolver_match", None)
    return guide.help_section_url(match.view_name if match else "")
