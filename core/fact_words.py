"""Facts for display: codes become labels, changes become "old → new"."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import BooleanField, DateTimeField, Field, Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.engine.facts import Facts
from core.wording import NOTHING, missing_day_text

Label = Callable[[object], str]

FACT_LABELS: dict[str, Label] = {}
"""The label of a code, by the name of its fact."""

FIELD_LABELS: dict[str, Label] = {}
"""The label of a changed value, by "field" or "Model.field", for fields whose choices do not have it."""

TITLES: list[Callable[[Facts], Facts]] = []
"""Facts worded from several others."""

CHANGED_MODELS: list[Callable[[Facts], Sequence[type[Model]]]] = []
"""The models whose changes the journal describes, by field name, for a line with these facts; the first ones first."""


def worded(facts: Facts) -> Facts:
    """Replace every code that has a label; other facts stay as they are."""
    values: dict[str, object] = {}
    for name, value in facts.items():
        if name in FACT_LABELS:
            values[name] = FACT_LABELS[name](value)
        else:
            values[name] = _moment(value) if isinstance(value, date) else value
    if "changed" in facts:
        changed, models = facts["changed"], _models(facts)
        values["changed"] = str(changed)
        if isinstance(changed, Mapping):
            changes = (_change(_field(name, models), name, *pair) for name, pair in changed.items())
            values["changed"] = ", ".join(sorted(changes))
    for titles in TITLES:
        values.update(titles(facts))
    return values


def label_text(name: str, code: object) -> str:
    """The label of a code of this fact; a code without one as it is."""
    return FACT_LABELS.get(name, str)(code)


def choice_label(choices: Any, code: object) -> str:
    """The label of a code of `TextChoices`; an unknown code as it is."""
    labels = dict(choices.choices)
    return str(labels.get(code, code))


def field_label(name: object) -> str:
    """The label of a field on the page."""
    field = _field(str(name), _models({}))
    return str(field.verbose_name) if field is not None else str(name)


def each(label: Label) -> Label:
    """The labels of several codes, separated by commas."""

    def labels(values: object) -> str:
        several = values if isinstance(values, Sequence) and not isinstance(values, str) else [values]
        return ", ".join(label(value) for value in several)

    return labels


FACT_LABELS |= {"fields": each(field_label), "no_such_day": missing_day_text}


def _models(facts: Facts) -> list[type[Model]]:
    return [model for models in CHANGED_MODELS for model in models(facts)]


def _field(name: str, models: Sequence[type[Model]]) -> "Field[Any, Any] | None":
    for model in models:
        for field in model._meta.fields:
            if field.name == name:
                return field
    return None


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
    if field is None:
        return str(value)
    label = FIELD_LABELS.get(f"{field.model.__name__}.{field.name}") or FIELD_LABELS.get(field.name)
    if label is not None:
        return label(value)
    labels = dict(field.flatchoices) if field.choices else {}
    return str(labels.get(value, value))


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    return date_format(value, "DATE_FORMAT") if isinstance(value, date) else str(value)
