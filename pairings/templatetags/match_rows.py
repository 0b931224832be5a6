"""Rows of the desk and the review, rendered in Python.

A page has hundreds of rows, and a template would take ten times as long.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
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
    note: object = "",
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
        _small_text(note),
    )


@register.simple_tag
def match_row(row: MatchLine, form: str = "", no_tie: bool = False, oob: bool = False) -> SafeString:
    """Render a match of the desk with its result, or with result buttons while it is open.

    - `form`: id of the form that the buttons submit.
    - `no_tie`: whether the button for a tie is left out.
    - `oob`: whether the row replaces the row of the match on an open page.
    """
    left, right = conditional_escape(row.left), conditional_escape(row.right)
    is_done = not row.open
    state = "done" if is_done else row.state or "playing"
    attributes = [format_html(' data-keys="{}"', row.keys)] if row.keys else []
    if row.best_of > 1:
        attributes.append(format_html(' data-best="{}"', row.best_of))
    if is_done:
        attributes.append(format_html(' data-saved="{}" data-outcome="{}"', row.saved, row.outcome))
        if row.games:
            attributes.append(format_html(' data-games="{}"', row.games))
    if oob:
        attributes.append(format_html(" hx-swap-oob=\"outerHTML:#desk [data-match='{}']\"", row.id))
    return format_html(
        '<li class="match" id="table-{}" data-match="{}" data-left="{}" data-right="{}" data-state="{}"{}>'
        "{}{}{}</li>",
        row.no,
        row.id,
        left,
        right,
        state,
        format_html_join("", "{}", ((attribute,) for attribute in attributes)),
        no(row.no, state, row.href),
        division_badge(row.badge) if row.badge else NOTHING,
        _saved_result(row, left, right) if is_done else _open_match(row, form, left, right, no_tie=no_tie),
    )


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


def _saved_result(row: MatchLine, left: object, right: object) -> SafeString:
    """Render the saved result with its author and time, or with the row's note instead.

    A hidden field `seen` submits the displayed result with the quick entry, unless a newer result is unseen.
    """
    entered_at = f"{timezone.localtime(row.at):%H:%M}" if row.at else ""
    note = row.note or _("%(by)s, %(at)s") % {"by": row.by, "at": entered_at}
    seen = format_html('<input type="hidden" name="seen" value="{}:{}" form="entry">', row.id, row.outcome)
    return format_html(
        '<span class="saved"><b>{}</b> <small>{} – {}</small></span><span class="standing">{} {}</span>{}',
        row.saved,
        left,
        right,
        state_chip("done", _("Saved")),
        _small_text(note, "under"),
        NOTHING if row.unseen else seen,
    )


def _open_match(
    row: MatchLine, form: str, left: SafeString, right: SafeString, *, no_tie: bool
) -> SafeString:
    """Render the players of an open match, a button per result, and the state."""
    state, notes = row.state, (_side_note(row, "left"), _side_note(row, "right"))
    return format_html(
        '<span class="person"><b>{}</b>{}</span>{}<span class="person other"><b>{}</b>{}</span>'
        '<span class="standing">{} {}</span>',
        left,
        notes[0],
        _result_buttons(row, form, no_tie=no_tie, names=(left, right), notes=notes),
        right,
        notes[1],
        NOTHING if state in ("", "playing") else state_chip(state, row.label),
        _small_text(row.note, "under"),
    )


def _side_note(row: MatchLine, side: str) -> SafeString:
    """Render a player's points, with an arrow instead of text if the player is paired down.

    The text would double the height of the row.
    """
    note, points = (row.left_note, row.left_points) if side == "left" else (row.right_note, row.right_points)
    if row.down != side:
        return _small_text(note)
    return format_html(
        '<small><span class="unseen">{}</span><span aria-hidden="true">{} {}</span></small>',
        note,
        points,
        icon("down"),
    )


def _small_text(text: object, kind: str = "") -> SafeString:
    if not text:
        return NOTHING
    return (
        format_html('<small class="{}">{}</small>', kind, text)
        if kind
        else format_html("<small>{}</small>", text)
    )


def _result_buttons(
    row: MatchLine,
    form: str,
    *,
    no_tie: bool,
    names: tuple[SafeString, SafeString],
    notes: tuple[SafeString, SafeString],
) -> SafeString:
    # Buttons show the name on a phone, and the key of quick entry on larger screens.
    face = '<span class="key" aria-hidden="true">{}</span><span class="who">{}{}</span> <span class="verb">{}</span>'
    won, pk = pgettext("button", "Won"), row.id
    left, right = (
        format_html(face, key, name, note, won) for key, name, note in zip("12", names, notes, strict=True)
    )
    button = '<button class="button" form="{}" name="result" value="{}:{}">{}</button>'
    tie = NOTHING
    if not no_tie and not row.keys:
        tie_face = format_html(
            '<span class="key" aria-hidden="true">0</span><span class="verb lone">{}</span>', _("Tie")
        )
        tie = format_html(button, form, pk, "tie", tie_face)
    return format_html(
        '<span class="segments" role="group" aria-label="{}">{}{}{}</span>',
        _("Result of table %(no)s") % {"no": row.no},
        format_html(button, form, pk, "left", left),
        tie,
        format_html(button, form, pk, "right", right),
    )
