"""Tags of a hall: table numbers, scores, clocks and the quick entry of results."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

register = template.Library()


@register.simple_tag
def no(table: object, state: str = "playing", href: str = "") -> SafeString:
    """Draw a table number in its pill; with href it is the row's link."""
    inner = format_html('<span class="unseen">{} </span>{}', _("Table"), table)
    if href:
        return format_html('<a class="no" data-state="{}" href="{}">{}</a>', state, href, inner)
    return format_html('<span class="no" data-state="{}">{}</span>', state, inner)


@register.filter
def record(line: Any) -> str:
    """Write wins, losses and ties of a line or a triple: "4-0-1"."""
    triple = line if isinstance(line, tuple) else (line.wins, line.losses, line.ties)
    return "-".join(str(number) for number in triple)


SCORE = re.compile(r"(?<![\d-])\d{1,2}(?:-\d{1,2}){1,2}(?![\d-])")


@register.filter
def unbroken_scores(text: object) -> SafeString:
    """Prevent line breaks in scores and records: "Maya Okonkwo won 2-1", "3-0-1"."""
    html = SCORE.sub(r'<span class="unbroken">\g<0></span>', conditional_escape(str(text)))
    return mark_safe(html)  # noqa: S308 - escaped, and a score has no sign of HTML  # nosec B308 B703


@register.inclusion_tag("components/quick_entry.html")
def quick_entry(
    action: str,
    first: int,
    last: int,
    problem: Mapping[str, str] | None = None,
    no_tie: bool = False,
    scores: bool = False,
) -> dict[str, object]:
    """The quick entry of results by table number; first, last: its tables; problem: the error of the last entry, with
    its input; scores: whether a match has more than one game. An answer replaces the other parts of a desk.
    """
    return {**locals(), "problem": problem or {}}


@register.inclusion_tag("components/keys.html")
def keys(no_tie: bool = False, scores: bool = False) -> dict[str, object]:
    """List the keys for entering results; no_tie: matches cannot be tied; scores: matches have games."""
    return locals()


@register.inclusion_tag("components/clock.html", takes_context=True)
def clock(context: Context, face: Mapping[str, Any], big: bool = False) -> dict[str, object]:
    """Show a clock that runs by itself; face: a dict of `pairings.words.clock_face`."""
    return {"event": context.get("event"), "face": face, "big": big}
