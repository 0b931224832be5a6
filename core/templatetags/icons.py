"""Icons, and chips that show a state with icon, color and word."""

from functools import lru_cache

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

register = template.Library()


STATES: dict[str, tuple[str, str | Promise]] = {
    "done": ("check", _("Done")),
    "info": ("info", _("Note")),
    "good": ("check", _("No problems")),
    "warning": ("warn", _("Check these")),
    "error": ("warn", _("Not possible")),
}
"""Icon and word by the name of a state, which is also its color. Each app adds its states."""


@register.simple_tag
def icon(name: str, label: object = "") -> SafeString:
    """Draw an icon from the sprite sheet, with a label for screen readers or as decoration."""
    svg = _icon_svg(name)
    return format_html('{}<span class="unseen">{}</span>', svg, label) if label else svg


@lru_cache(maxsize=256)
def _icon_svg(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def state(name: str, label: object = "", picture: str = "") -> SafeString:
    """Draw a chip with color, icon and word. An unknown name gives a plain chip."""
    usual_icon, usual_label = STATES.get(name, ("", name))
    picture = picture or usual_icon
    icon_svg = icon(picture) if picture else ""
    return format_html('<span class="chip" data-state="{}">{}{}</span>', name, icon_svg, label or usual_label)
