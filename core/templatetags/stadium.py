"""General template tags and filters: icons, chips, numbers, cards."""

import re
from collections.abc import Iterator
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
from core.wording import labelled, moment_element

register = template.Library()
register.filter(percent)
register.filter("moment", moment_element)

STATES: dict[str, tuple[str, str | Promise]] = {
    "done": ("check", _("Done")),
    "info": ("info", _("Note")),
    "good": ("check", _("All right")),
    "warning": ("warn", _("Check these")),
    "error": ("warn", _("Not possible")),
}
"""Icon and word by the name of a state, which is also its color. Each app adds its own."""

LEVELS = {"success": "good", "warning": "warning", "error": "error"}


@register.simple_tag
def icon(name: str, label: object = "") -> SafeString:
    """Draw an icon of the sprite; with a label for screen readers, else as decoration."""
    drawn = _picture(name)
    return format_html('{}<span class="unseen">{}</span>', drawn, label) if label else drawn


@lru_cache(maxsize=256)
def _picture(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def colon() -> str:
    """A colon after a word or a name; French has a space before it."""
    return labelled("", "").rstrip(" ")


@register.simple_tag
def state(name: str, label: object = "", picture: str = "") -> SafeString:
    """Draw a chip: colour, icon and word. An unknown name gives a plain chip."""
    usual, usual_label = STATES.get(name, ("", name))
    picture = picture or usual
    drawn = icon(picture) if picture else ""
    return format_html('<span class="chip" data-state="{}">{}{}</span>', name, drawn, label or usual_label)


@register.simple_tag
def active(page: object, key: str) -> str | SafeString:
    """Mark the link of the current page."""
    return SafeString(' aria-current="page"') if page == key else ""


@register.filter
def unbroken(text: object) -> SafeString:
    """Prevent a line break in parentheses at the end of a title: "(W-L-T)"."""
    before, parenthesis, rest = str(text).partition("(")
    return format_html('{}<span class="unbroken">{}{}</span>', before, parenthesis, rest)


DAY = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: UTC)?)?")


@register.filter
def unbroken_days(text: object) -> SafeString:
    """Prevent line breaks in dates, and times after them: "2026-11-22 14:05 UTC"."""
    html = DAY.sub(r'<span class="unbroken">\g<0></span>', conditional_escape(str(text)))
    return mark_safe(html)  # noqa: S308 - escaped, and a day has no sign of HTML  # nosec B308 B703


@register.filter
def level(message: Any) -> str:
    """The state of a message: good, info, warning or error."""
    return LEVELS.get(message.level_tag, "info")


@register.filter
def undo_url(message: Any) -> str:
    """The address in extra_tags="undo=/e/…"; only addresses of this site count."""
    for tag in (message.extra_tags or "").split():
        if tag.startswith("undo=/") and not tag.startswith("undo=//"):
            return str(tag.removeprefix("undo="))
    return ""


@register.filter
def groups(form: BaseForm) -> list[dict[str, object]]:
    """Sort the visible fields of a form into its `fieldsets`, the remaining ones last.

    `fieldsets` on the form class is a sequence of (legend, field names) or (legend, field names, hint).
    """
    found = list(_named_groups(form))
    placed = {field.name for group in found for field in group["fields"]}
    rest = [field for field in form.visible_fields() if field.name not in placed]
    return [*found, {"legend": "", "hint": "", "fields": rest}] if rest else found


def _named_groups(form: BaseForm) -> Iterator[dict[str, Any]]:
    for legend, names, *hint in getattr(form, "fieldsets", ()):
        fields: list[BoundField] = [
            form[name] for name in names if name in form.fields and not form[name].is_hidden
        ]
        if fields:
            faulty = any(field.errors for field in fields)
            yield {"legend": legend, "hint": hint[0] if hint else "", "fields": fields, "faulty": faulty}


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
    """Lay content on a card.

    name: id of the title; kind: "", "main", "flush" (tables, lines) or "tight"; state: a coloured rim; beside: a short
    word right of the title; folds: a phone shows only its title until it is opened.
    """
    worn = {"content": content, "title": title, "name": name, "kind": kind, "state": state}
    worn["stacked"] = kind in ("", "main", "tight")
    worn |= {"beside": beside, "folds": folds}
    card = get_template("components/card.html").render(worn)
    return mark_safe(card)  # noqa: S308 - a template that escapes what it is given  # nosec B308 B703


@register.simple_tag
def manifest(page: str, *args: object) -> str:
    """The address of the manifest of an app that opens with this page, given by URL name or path."""
    start = page if page.startswith("/") else reverse(page, args=args)
    return f"{reverse('core:manifest')}?start={quote(start)}"
