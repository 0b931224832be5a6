"""Filters for the state and the undo address of a Django message."""

from typing import Any

from django import template

register = template.Library()


LEVELS = {"success": "good", "warning": "warning", "error": "error"}
"""The state of a message, by its level in Django; any other level is "info"."""


@register.filter
def level(message: Any) -> str:
    """Return the state of a message: good, info, warning or error."""
    return LEVELS.get(message.level_tag, "info")


@register.filter
def undo_url(message: Any) -> str:
    """Return the address in extra_tags="undo=/e/…", if it is an address of this site."""
    for tag in (message.extra_tags or "").split():
        if tag.startswith("undo=/") and not tag.startswith("undo=//"):
            return str(tag.removeprefix("undo="))
    return ""
