"""Template tags for table numbers, scores, clocks and the quick entry of results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from core.scoreboard.clock_face import ClockFace
from core.templatetags.dataclass_tags import register_component, register_computed_component
from core.templatetags.frames import note_phase_end

register = template.Library()


@register.simple_tag
def no(table: object, state: str = "playing", href: str = "") -> SafeString:
    """Render a table number as a pill. With `href`, it is the link of its row."""
    # A page has hundreds of them, and `format_html` would take three times as long.
    content = f'<span class="unseen">{escape(str(_("Table")))} </span>{escape(str(table))}'
    attributes = f'class="no" data-state="{escape(state)}"'
    html = (
        f'<a {attributes} href="{escape(href)}">{content}</a>'
        if href
        else f"<span {attributes}>{content}</span>"
    )
    return mark_safe(html)  # noqa: S308 - each part is escaped  # nosec B308 B703


@register.filter
def record(line: Any) -> str:
    """Format wins, losses and ties of a line or a triple: "4-0-1"."""
    triple = line if isinstance(line, tuple) else (line.wins, line.losses, line.ties)
    return "-".join(str(number) for number in triple)


SCORE = re.compile(r"(?<![\d-])\d{1,2}(?:-\d{1,2}){1,2}(?![\d-])")


@register.filter
def unbroken_scores(text: object) -> SafeString:
    """Prevent line breaks in scores and records: "Maya Okonkwo won 2-1", "3-0-1"."""
    html = SCORE.sub(r'<span class="unbroken">\g<0></span>', conditional_escape(str(text)))
    return mark_safe(html)  # noqa: S308 - escaped, and a score has no sign of HTML  # nosec B308 B703


@register_component(register, "components/quick_entry.html", "quick_entry")
@dataclass
class QuickEntry:
    """Form for the quick entry of results by table number. Its responses update the rest of the desk.

    - `action`: URL that receives the results.
    - `first`, `last`: range of tables.
    - `problem`: error of the last entry, with its input.
    - `no_tie`: matches cannot be tied.
    - `scores`: whether a match has more than one game.
    - `teams`: teams play, not players.
    """

    action: str
    first: int
    last: int
    problem: Mapping[str, str] | None = None
    no_tie: bool = False
    scores: bool = False
    teams: bool = False


@register_component(register, "components/keys.html", "keys")
@dataclass
class Keys:
    """Legend of the keys for entering results.

    - `no_tie`: matches cannot be tied.
    - `scores`: matches have games.
    - `teams`: teams play, not players.
    """

    no_tie: bool = False
    scores: bool = False
    teams: bool = False


@dataclass
class RunningClock:
    """A running clock of an event. `big`: large, as on a hall screen."""

    event: object
    face: ClockFace
    big: bool


@register_computed_component(register, "components/clock.html", takes_context=True)
def clock(context: Context, face: ClockFace, big: bool = False) -> RunningClock:
    """Render a clock that counts in the browser. The page changes when the clock's phase ends."""
    note_phase_end(context, face)
    return RunningClock(context.get("event"), face, big)
