"""Facts for display: codes become labels, changes become "old → new"."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import BooleanField, DateTimeField, Field, Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.wording import NOTHING, missing_day_text, small_first
from tournaments.models import Division, Entry, Player, StaffMember, Tournament

NAMED: tuple[type[Model], ...] = (Tournament, Division, Entry, Player)
"""Models whose changes the journal describes, by field name."""


POINTS: dict[str, str | Promise] = {
    "check_in": gettext_lazy("Check-in"),
    "meeting": gettext_lazy("Player meeting"),
    "lunch": gettext_lazy("Lunch"),
}
"""Titles of schedule items by code."""


KIND_LIMITS: dict[str, str | Promise] = {
    Tournament.Kind.TEAM_BATTLE: gettext_lazy(
        "Each team is paired and ranked as one. The rule sheets for the tables have the rules of Team Battle; they are "
        "explained before round 1."
    ),
    Tournament.Kind.TWO_ON_TWO: gettext_lazy(
        "Each team is paired and ranked as one, beside players who enter alone. The rule sheets for the tables have "
        "the rules of 2-on-2; they are explained before round 1."
    ),
}
"""How team events differ, and where to find the rules that pages do not apply (R-102, R-103, R-105)."""


def kind_limits(kind: object) -> str:
    """How an event of this kind differs from one of single players; "" for most."""
    return str(KIND_LIMITS.get(str(kind), ""))


def format_text(event: Tournament) -> str:
    """The card format, or "Limited" if decks are built from packs of the event."""
    styles = Tournament.PlayStyle
    limited = event.play_style in (styles.LIMITED, styles.THIRTY_LIMITED)
    return str(event.get_play_style_display() if limited else event.get_card_format_display())


def worded(facts: Mapping[str, object]) -> dict[str, object]:
    """Replace every code that has a label; other facts stay as they are.

    A round of the cut has its title after the number, if `round_title` is given: "Round 6 (Quarterfinals) posted".
    """
    values = {
        name: _WORDED[name](value) if name in _WORDED else _plain(value) for name, value in facts.items()
    }
    if "changed" in facts:
        values["changed"] = _changes(facts["changed"], (Entry, *NAMED) if "entry" in facts else NAMED)
    if "round" in facts and "round_title" in facts:
        values["round"] = f"{facts['round']} ({facts['round_title']})"
    if "title" in facts:
        values["title"] = schedule_title(str(facts["title"]), facts.get("round"))
    return values


def division_label(code: object) -> str:
    """ "junior_senior" → "Juniors and Seniors"."""
    return _label(Division.AgeDivision, code)


def age_division_label(code: object) -> str:
    """ "junior" → "Junior"."""
    return _label(Entry.AgeDivision, code)


def role_label(code: object) -> str:
    return _label(StaffMember.Role, code)


def role_text(code: object) -> str:
    """A role as written inside a sentence: "head judge"."""
    return small_first(role_label(code))


def schedule_title(title: str, round_number: object = None) -> str:
    """The title of a schedule item: the label of its code, or the staff's own text."""
    if title == "round":
        return _("Round %(number)s") % {"number": round_number}
    if title == "cut_round":
        return _("Round %(number)s, top cut") % {"number": round_number}
    return str(POINTS.get(title, title))


def field_label(name: object) -> str:
    """The label of a field on the page."""
    field = _field(str(name))
    return str(field.verbose_name) if field is not None else str(name)


def _label(choices: Any, code: object) -> str:
    labels = dict(choices.choices)
    return str(labels.get(code, code))


def _field(name: str, models: tuple[type[Model], ...] = NAMED) -> "Field[Any, Any] | None":
    for model in models:
        for field in model._meta.fields:
            if field.name == name:
                return field
    return None


def _changes(changed: object, models: tuple[type[Model], ...]) -> str:
    if not isinstance(changed, Mapping):
        return str(changed)
    return ", ".join(sorted(_change(_field(name, models), name, *pair) for name, pair in changed.items()))


def _change(field: "Field[Any, Any] | None", name: str, *pair: object) -> str:
    """Old and new value, or only the name of a field whose values are not journaled."""
    label = field.verbose_name if field is not None else name
    if not pair:
        return str(label)
    old, new = pair
    return f"{label} {_value(field, old)} → {_value(field, new)}"


def _value(field: "Field[Any, Any] | None", value: object) -> str:
    if value is None or value == "":
        return NOTHING
    if isinstance(field, BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, DateTimeField):
        moment = parse_datetime(value) if isinstance(value, str) else value
        return _moment(moment)
    if field is not None and field.name in ("division", "age_division"):
        return (
            age_division_label(value)
            if field.model is Entry and field.name == "age_division"
            else division_label(value)
        )
    labels = dict(field.flatchoices) if field is not None and field.choices else {}
    return str(labels.get(value, value))


def _plain(value: object) -> object:
    return _moment(value) if isinstance(value, date) else value


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    return date_format(value, "DATE_FORMAT") if isinstance(value, date) else str(value)


def _each(label: Callable[[object], str]) -> Callable[[object], str]:
    def labels(values: object) -> str:
        several = values if isinstance(values, Sequence) and not isinstance(values, str) else [values]
        return ", ".join(label(value) for value in several)

    return labels


_WORDED: dict[str, Callable[[object], str]] = {
    "age_division": age_division_label,
    "division": division_label,
    "next_division": division_label,
    "which": division_label,
    "divisions": _each(division_label),
    "role": role_text,
    "fields": _each(field_label),
    "no_such_day": missing_day_text,
}


def entry_state_text(state: str, dropped_in: int | None) -> str:
    """The state of an entry, from `EntryRow.state` and the round of the drop: "Checked in", "Dropped in round 3"."""
    if state == "left":
        return _("Dropped in round %(n)s") % {"n": dropped_in} if dropped_in else _("Dropped before round 1")
    return {"disqualified": _("Disqualified"), "here": pgettext("state", "Checked in")}.get(state) or _(
        "Not checked in"
    )
