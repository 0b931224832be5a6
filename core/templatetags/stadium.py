"""General template tags and filters: icons, chips, numbers, cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django import template
from django.forms import BaseForm, BoundField
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from core.figures import percent
from core.queries.homes import page_address
from core.wording import labelled, moment_element

register = template.Library()
register.filter(percent)
register.filter("moment", moment_element)


@register.filter
def one_line(text: str) -> str:
    """Return a text without the line breaks and margins of its template, as the value of an attribute."""
    return " ".join(text.split())


STATES: dict[str, tuple[str, str | Promise]] = {
    "done": ("check", _("Done")),
    "info": ("info", _("Note")),
    "good": ("check", _("All right")),
    "warning": ("warn", _("Check these")),
    "error": ("warn", _("Not possible")),
}
"""Icon and word by the name of a state, which is also its color. Each app adds its states."""

LEVELS = {"success": "good", "warning": "warning", "error": "error"}
"""The state of a message, by its level in Django; any other level is "info"."""


@register.simple_tag
def icon(name: str, label: object = "") -> SafeString:
    """Draw an icon of the sprite, with a label for screen readers or as decoration."""
    svg = _icon_svg(name)
    return format_html('{}<span class="unseen">{}</span>', svg, label) if label else svg


@lru_cache(maxsize=256)
def _icon_svg(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def colon() -> str:
    """Return a colon for use after a word or a name; in French a space precedes it."""
    return labelled("", "").rstrip(" ")


@register.simple_tag
def page_url(name: str, *args: object) -> str:
    """Return the address of a page of this app that another app lists among its URLs (`page_address`)."""
    return page_address(name, *args)


@register.simple_tag
def state(name: str, label: object = "", picture: str = "") -> SafeString:
    """Draw a chip with color, icon and word. An unknown name gives a plain chip."""
    usual_icon, usual_label = STATES.get(name, ("", name))
    picture = picture or usual_icon
    icon_svg = icon(picture) if picture else ""
    return format_html('<span class="chip" data-state="{}">{}{}</span>', name, icon_svg, label or usual_label)


@register.simple_tag
def active(page: object, key: str) -> str | SafeString:
    """Mark the link of the current page."""
    return SafeString(' aria-current="page"') if page == key else ""


@register.filter
def unbroken(text: object) -> SafeString:
    """Prevent line breaks in parentheses at the end of a title: "(W-L-T)"."""
    before, parenthesis, rest = str(text).partition("(")
    return format_html('{}<span class="unbroken">{}{}</span>', before, parenthesis, rest)


DAY = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: UTC)?)?")


@register.filter
def unbroken_days(text: object) -> SafeString:
    """Prevent line breaks in dates and times: "2026-11-22 14:05 UTC"."""
    html = DAY.sub(r'<span class="unbroken">\g<0></span>', conditional_escape(str(text)))
    return mark_safe(html)  # noqa: S308 - escaped, and a day has no sign of HTML  # nosec B308 B703


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


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of a form under their legend, with a hint. `faulty`: whether one has errors."""

    legend: str | Promise
    hint: str | Promise
    fields: Sequence[BoundField]
    faulty: bool = False


@register.filter
def groups(form: BaseForm) -> list[FieldGroup]:
    """Sort the visible fields of a form into its `fieldsets`, with the remaining fields last.

    `fieldsets` of the form class is a sequence of (legend, field names) or (legend, field names, hint).
    """
    groups: list[FieldGroup] = []
    grouped_names: set[str] = set()
    for legend, names, *hint in getattr(form, "fieldsets", ()):
        fields: list[BoundField] = [
            form[name] for name in names if name in form.fields and not form[name].is_hidden
        ]
        if fields:
            has_errors = any(field.errors for field in fields)
            grouped_names |= {field.name for field in fields}
            groups.append(FieldGroup(legend, hint[0] if hint else "", fields, has_errors))
    ungrouped = [field for field in form.visible_fields() if field.name not in grouped_names]
    return [*groups, FieldGroup("", "", ungrouped)] if ungrouped else groups


@register.simple_block_tag
def card(
    content: SafeString,
    title: object = "",
    name: str = "",
    kind: str = "",
    state: str = "",
    beside: object = "",
    folds: bool = False,
) -> SafeString:
    """Show content on a card.

    name: id of the title; kind: "", "main", "flush" (tables, lines) or "tight"; state: a colored rim; beside: a short
    word to the right of the title; folds: a phone shows only the title until the card is opened.
    """
    context = {"content": content, "title": title, "name": name, "kind": kind, "state": state}
    context["stacked"] = kind in ("", "main", "tight")
    context |= {"beside": beside, "folds": folds}
    card = get_template("components/card.html").render(context)
    return mark_safe(card)  # noqa: S308 - a template that escapes what it is given  # nosec B308 B703


@register.simple_tag
def manifest(page: str, *args: object) -> str:
    """Return the address of the manifest of an app that opens at this page, given by URL name or path."""
    start = page if page.startswith("/") else reverse(page, args=args)
    return f"{reverse('core:manifest')}?start={quote(start)}"
