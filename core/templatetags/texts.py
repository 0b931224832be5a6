"""Filters and tags for percentages, times, line breaks and colons."""

import re

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from core.percentages import format_percent
from core.text_parts import moment_element, text_labeled_with_part

register = template.Library()
register.filter("percent", format_percent)
register.filter("moment", moment_element)


@register.filter
def one_line(text: str) -> str:
    """Return a text on one line, without the line breaks and indentation of its template.

    Used for attribute values.
    """
    return " ".join(text.split())


@register.simple_tag
def colon() -> str:
    """Return a colon for use after a word or a name; in French a space precedes it."""
    return text_labeled_with_part("", "").rstrip(" ")


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
