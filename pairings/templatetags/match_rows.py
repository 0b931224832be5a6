"""Rows of the desk and the review, written in Python: a page has hundreds, and a template takes ten times as long."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.templatetags.stadium import icon
from core.templatetags.stadium import state as state_chip
from pairings.templatetags.hall import no

register = template.Library()

NOTHING = SafeString("")


@register.simple_tag
def swap_box(
    value: object,
    who: object,
    table: object = None,
    note: object = "",
    checked: bool = False,
    field: str = "",
) -> SafeString:
    """A checkbox for a player who changes seats."""
    return format_html(
        '<label class="tick"><input type="checkbox" name="{}" value="{}" data-who="{}"{}{}>'
        "<span><b>{}</b>{}</span></label>",
        field or "swap",
        value,
        who,
        NOTHING if table is None else format_html(' data-table="{}"', table),
        SafeString(" checked") if checked else NOTHING,
        who,
        _small(note),
    )


@register.simple_tag
def match_row(
    row: Mapping[str, Any],
    form: str = "",
    no_tie: bool = False,
    state: str = "",
    label: object = "",
    note: object = "",
    done: bool = False,
) -> SafeString:
    """Lay out a match of the desk; form: the id of its form; done: show its result instead of buttons; state, label and
    note replace those of the row.
    """
    state = state or row.get("state", "") or "playing"
    label, note = label or row.get("label", ""), note or row.get("note", "")
    left, right = conditional_escape(row["left"]), conditional_escape(row["right"])
    notes = _small(row.get("left_note", "")), _small(row.get("right_note", ""))
    facts = [format_html(' data-keys="{}"', row["keys"])] if row.get("keys") else []
    if row.get("best_of", 1) > 1:
        facts.append(format_html(' data-best="{}"', row["best_of"]))
    if done:
        facts.append(format_html(' data-saved="{}" data-outcome="{}"', row["saved"], row["outcome"]))
        if row.get("games"):
            facts.append(format_html(' data-games="{}"', row["games"]))
    under = [conditional_escape(row["division"])] if done and row.get("division") else []
    under += [conditional_escape(str(note))] if note else []
    return format_html(
        '<tr role="row" class="match" id="table-{}" data-match="{}" data-left="{}" data-right="{}"'
        ' data-name="{} {}" data-state="{}"{}>'
        '<td role="cell" class="mid">{}</td>'
        '<td role="cell" class="person"><b>{}</b>{}</td>'
        '<td role="cell" class="mid results">{}</td>'
        '<td role="cell" class="person other"><b>{}</b>{}</td>'
        '<td role="cell" class="end standing">{} {}</td></tr>',
        row["no"],
        row["id"],
        left,
        right,
        left,
        right,
        state,
        format_html_join("", "{}", ((one,) for one in facts)),
        no(row["no"], state, row.get("href", "")),
        left,
        notes[0],
        _buttons(row, form, no_tie=no_tie, names=(left, right), notes=_short_notes(row, notes))
        if form
        else _saved(row, left, right),
        right,
        notes[1],
        NOTHING if state == "playing" else state_chip(state, label),
        format_html_join("", "{}", ((_small(one, "under"),) for one in under)),
    )


@register.simple_tag
def finished_row(row: Mapping[str, Any]) -> SafeString:
    """Lay out a match with its result, and who entered it when, unless the row has a note."""
    at = f"{timezone.localtime(row['at']):%H:%M}" if row["at"] else ""
    who = _("%(by)s, %(at)s") % {"by": row["by"], "at": at}
    return match_row(row, state="done", label=_("Saved"), note=row.get("note") or who, done=True)


@register.simple_tag
def seen_results(rows: Iterable[Mapping[str, Any]], unseen: object, form: str) -> SafeString:
    """Hidden fields with the results the page showed; unseen: the id of a match whose result it did not show."""
    return format_html_join(
        "",
        '<input type="hidden" name="seen" value="{}:{}" form="{}">',
        ((row["id"], row["outcome"], form) for row in rows if str(row["id"]) != unseen),
    )


def _small(text: object, kind: str = "") -> SafeString:
    if not text:
        return NOTHING
    return (
        format_html('<small class="{}">{}</small>', kind, text)
        if kind
        else format_html("<small>{}</small>", text)
    )


def _short_notes(
    row: Mapping[str, Any], notes: tuple[SafeString, SafeString]
) -> tuple[SafeString, SafeString]:
    """Notes for the buttons of a phone: an arrow replaces the words, which would double the height of the row."""
    left, right = (
        format_html(
            '<small><span class="unseen">{}</span><span aria-hidden="true">{} {}</span></small>',
            row[f"{side}_note"],
            row["points"][side],
            icon("down"),
        )
        if row.get("down") == side
        else note
        for side, note in zip(("left", "right"), notes, strict=True)
    )
    return left, right


def _saved(row: Mapping[str, Any], left: str, right: str) -> SafeString:
    return format_html(
        '<b class="saved">{}</b><small class="under phone-only">{} – {}</small>', row["saved"], left, right
    )


def _buttons(
    row: Mapping[str, Any],
    form: str,
    *,
    no_tie: bool,
    names: tuple[str, str],
    notes: tuple[SafeString, SafeString],
) -> SafeString:
    won, pk = pgettext("button", "Won"), row["id"]
    who = '<span class="who">{}{}</span> <span class="verb">{}</span>'
    left, right = (format_html(who, name, note, won) for name, note in zip(names, notes, strict=True))
    button = '<button class="button" form="{}" name="result" value="{}:{}">{}</button>'
    tie = NOTHING if no_tie or row.get("keys") else format_html(button, form, pk, "tie", _("Tie"))
    return format_html(
        '<span class="segments" role="group" aria-label="{}">{}{}{}</span>',
        _("Result of table %(no)s") % {"no": row["no"]},
        format_html(button, form, pk, "left", left),
        tie,
        format_html(button, form, pk, "right", right),
    )
