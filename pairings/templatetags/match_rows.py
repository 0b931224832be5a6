"""Rows of the desk and the review, rendered in Python.

A page has hundreds of rows, and a template would take ten times as long.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.templatetags.icons import icon
from core.templatetags.icons import state as state_chip
from pairings.templatetags.hall import no

register = template.Library()

NOTHING = SafeString("")


@dataclass(slots=True, kw_only=True)
class MatchLine:
    """A match on the desk.

    - `no`: table number.
    - `left_note` and `right_note`: points, also in words.
    - `down`: side that is paired down.
    - `saved`, `by` and `at`: the result, its author and time.
    - `note`: text shown instead of author and time.
    - `keys` and `best_of`: input that the quick entry accepts.
    - `state` and `label`: mark of the table.
    - `unseen`: whether a newer result has not been displayed yet.
    """

    id: int
    no: int | None
    left: str
    right: str
    left_note: str = ""
    right_note: str = ""
    left_points: str = ""
    right_points: str = ""
    down: str = ""
    why_alone: str | Promise = ""
    open: bool = True
    outcome: str = ""
    saved: str = ""
    note: str = ""
    by: str = ""
    at: datetime | None = None
    href: str = ""
    keys: str = ""
    best_of: int = 1
    games: str = ""
    state: str = ""
    label: str | Promise = ""
    badge: tuple[str, str, str] | None = None
    unseen: bool = False

    def mark(self, marked: Mapping[str, str]) -> None:
        """Set the mark of the table: `state`, and `note` or `label` if `marked` contains them."""
        for name, value in marked.items():
            setattr(self, name, value)


@register.simple_tag
def swap_box(
    value: object,
    who: object,
    table: object = None,
    note: str = "",
    checked: bool = False,
    field: str = "",
) -> SafeString:
    """Render a checkbox to select a player for a swap.

    - `value`: the submitted value, and `field` the name of the input, by default "swap".
    - `who`: the player's name, and `note` a text below it.
    - `table`: number of the player's table, if any.
    """
    return format_html(
        '<label class="tick"><input type="checkbox" name="{}" value="{}" data-who="{}"{}{}>'
        "<span><b>{}</b>{}</span></label>",
        field or "swap",
        value,
        who,
        NOTHING if table is None else format_html(' data-table="{}"', table),
        SafeString(" checked") if checked else NOTHING,
        who,
        format_html("<small>{}</small>", note) if note else NOTHING,
    )


@register.simple_tag
def match_row(row: MatchLine, form: str = "", no_tie: bool = False, oob: bool = False) -> SafeString:
    """Render a match of the desk with its result, or with result buttons while it is open.

    - `form`: id of the form that the buttons submit.
    - `no_tie`: whether the button for a tie is left out.
    - `oob`: whether the row replaces the row of the match on an open page.
    """
    # Each part escapes its texts. `format_html` would take three times as long.
    left, right = escape(row.left), escape(row.right)
    is_done = not row.open
    state = "done" if is_done else row.state or "playing"
    attributes = f' data-keys="{escape(row.keys)}"' if row.keys else ""
    if row.best_of > 1:
        attributes += f' data-best="{row.best_of}"'
    if is_done:
        attributes += f' data-saved="{escape(row.saved)}" data-outcome="{escape(row.outcome)}"'
        if row.games:
            attributes += f' data-games="{escape(row.games)}"'
    if oob:
        attributes += f" hx-swap-oob=\"outerHTML:#desk [data-match='{row.id}']\""
    content = (
        _saved_result(row, left, right) if is_done else _open_match(row, form, left, right, no_tie=no_tie)
    )
    html = (
        f'<li class="match" id="table-{row.no}" data-match="{row.id}" data-left="{left}" data-right="{right}"'
        f' data-state="{escape(state)}"{attributes}>{no(row.no, state, row.href)}'
        f"{division_badge(row.badge) if row.badge else NOTHING}{content}</li>"
    )
    return mark_safe(html)  # noqa: S308 - each part escapes what it is given  # nosec B308 B703


@register.simple_tag
def division_badge(badge: tuple[str, str, object]) -> SafeString:
    """Render the badge of a division from (letters, letter of the color, name)."""
    letters, hue, name = badge
    return format_html(
        '<span class="division" data-division="{}" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="unseen">{}</span></span>',
        hue,
        name,
        letters,
        name,
    )


def _saved_result(row: MatchLine, left: str, right: str) -> str:
    """Render the saved result with its author and time, or with the row's note instead.

    A hidden field `seen` submits the displayed result with the quick entry, unless a newer result is unseen.
    `left` and `right`: escaped names.
    """
    entered_at = f"{timezone.localtime(row.at):%H:%M}" if row.at else ""
    note = row.note or _("%(by)s, %(at)s") % {"by": row.by, "at": entered_at}
    seen = f'<input type="hidden" name="seen" value="{row.id}:{escape(row.outcome)}" form="entry">'
    return (
        f'<span class="saved"><b>{escape(row.saved)}</b> <small>{left} – {right}</small></span>'
        f'<span class="standing">{state_chip("done", _("Saved"))} {_small_text(note, "under")}</span>'
        f"{NOTHING if row.unseen else seen}"
    )


def _open_match(row: MatchLine, form: str, left: str, right: str, *, no_tie: bool) -> str:
    """Render the players of an open match, a button per result, and the state.

    `left` and `right`: escaped names.
    """
    notes = (_side_note(row, "left"), _side_note(row, "right"))
    chip = NOTHING if row.state in ("", "playing") else state_chip(row.state, row.label)
    return (
        f'<span class="person"><b>{left}</b>{notes[0]}</span>'
        f"{_result_buttons(row, form, no_tie=no_tie, names=(left, right), notes=notes)}"
        f'<span class="person other"><b>{right}</b>{notes[1]}</span>'
        f'<span class="standing">{chip} {_small_text(row.note, "under")}</span>'
    )


def _side_note(row: MatchLine, side: str) -> str:
    """Render a player's points, with an arrow instead of text if the player is paired down.

    The text would double the height of the row.
    """
    note, points = (row.left_note, row.left_points) if side == "left" else (row.right_note, row.right_points)
    if row.down != side:
        return _small_text(note)
    return (
        f'<small><span class="unseen">{escape(note)}</span>'
        f'<span aria-hidden="true">{escape(points)} {icon("down")}</span></small>'
    )


def _small_text(text: str, kind: str = "") -> str:
    """Render an escaped text below others, with `kind` as its class; empty without text."""
    if not text:
        return NOTHING
    of_kind = f' class="{kind}"' if kind else ""
    return f"<small{of_kind}>{conditional_escape(text)}</small>"


def _result_buttons(
    row: MatchLine, form: str, *, no_tie: bool, names: tuple[str, str], notes: tuple[str, str]
) -> str:
    # Buttons show the name on a phone, and the key of quick entry on larger screens.
    won, button = pgettext("button", "Won"), f'<button class="button" form="{escape(form)}" name="result"'
    left, right = (
        f'<span class="key" aria-hidden="true">{key}</span><span class="who">{name}{note}</span>'
        f' <span class="verb">{won}</span>'
        for key, name, note in zip("12", names, notes, strict=True)
    )
    tie = ""
    if not no_tie and not row.keys:
        tie = (
            f'{button} value="{row.id}:tie"><span class="key" aria-hidden="true">0</span>'
            f'<span class="verb lone">{_("Tie")}</span></button>'
        )
    label = escape(_("Result of table %(no)s") % {"no": row.no})
    return (
        f'<span class="segments" role="group" aria-label="{label}">'
        f'{button} value="{row.id}:left">{left}</button>{tie}{button} value="{row.id}:right">{right}</button></span>'
    )
