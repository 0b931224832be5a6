"""Facts for display: codes become labels, and changes become "old → new"."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import BooleanField, DateTimeField, Field, Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.engine.code_labels import Facts
from core.text_parts import NOTHING, nonexistent_day_text

Label = Callable[[object], str]

FACT_LABELS: dict[str, Label] = {}
"""Functions that return the label of a code, by the name of its fact."""

FIELD_LABELS: dict[str, Label] = {}
"""Functions that return the label of a changed value, by "field" or "Model.field".

Needed for fields whose choices do not contain the label.
"""

TITLES: list[Callable[[Facts], Facts]] = []
"""Functions that return facts in words, each composed of several other facts."""

CHANGED_MODELS: list[Callable[[Facts], Sequence[type[Model]]]] = []
"""Functions that return the models whose changes a line with these facts describes.

If several models have a field of this name, the first model counts.
"""


def label_facts(facts: Facts) -> Facts:
    """Return facts in words: codes become labels, dates are formatted, and changes read "label old → new".

    Facts that the functions in `TITLES` compose are added. Other facts stay as they are.
    """
    values = {
        name: FACT_LABELS[name](value)
        if name in FACT_LABELS
        else _date_text(value)
        if isinstance(value, date)
        else value
        for name, value in facts.items()
    }
    if "changed" in facts:
        changed, models = facts["changed"], _changed_models(facts)
        values["changed"] = str(changed)
        if isinstance(changed, Mapping):
            changes = []
            for name, pair in changed.items():
                field = _find_field(name, models)
                label = field.verbose_name if field is not None else name
                # A field whose values are not journaled is shown by name only.
                before_and_after = " → ".join(_value_text(field, value) for value in pair)
                changes.append(f"{label} {before_and_after}".rstrip())
            values["changed"] = ", ".join(sorted(changes))
    for titles in TITLES:
        values.update(titles(facts))
    return values


def label_of_fact_code(name: str, code: object) -> str:
    """Return the label of a code in the fact `name`, or the code if it has no label."""
    return FACT_LABELS.get(name, str)(code)


def choice_label(choices: Any, code: object) -> str:
    """Return the label of a code of `TextChoices`, or the code if it is unknown."""
    labels = dict(choices.choices)
    return str(labels.get(code, code))


def field_label(name: object) -> str:
    """Return the label of a field as its edit page shows it, or its name if no model has the field."""
    field = _find_field(str(name), _changed_models({}))
    return str(field.verbose_name) if field is not None else str(name)


def labeler_of_several_codes(label: Label) -> Label:
    """Return a function for the labels of several codes, separated by commas."""

    def labels(values: object) -> str:
        codes = values if isinstance(values, Sequence) and not isinstance(values, str) else [values]
        return ", ".join(label(code) for code in codes)

    return labels


FACT_LABELS |= {"fields": labeler_of_several_codes(field_label), "no_such_day": nonexistent_day_text}


def _changed_models(facts: Facts) -> list[type[Model]]:
    return [model for models in CHANGED_MODELS for model in models(facts)]


def _find_field(name: str, models: Sequence[type[Model]]) -> "Field[Any, Any] | None":
    for model in models:
        for field in model._meta.fields:
            if field.name == name:
                return field
    return None


def _value_text(field: "Field[Any, Any] | None", value: object) -> str:
    if value is None or value == "":
        return NOTHING
    if isinstance(field, BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, DateTimeField):
        moment = parse_datetime(value) if isinstance(value, str) else value
        return _date_text(moment)
    if field is None:
        return str(value)
    label = FIELD_LABELS.get(f"{field.model.__name__}.{field.name}") or FIELD_LABELS.get(field.name)
    if label is not None:
        return label(value)
    labels = dict(field.flatchoices) if field.choices else {}
    return str(labels.get(value, value))


def _date_text(value: object) -> str:
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    return date_format(value, "DATE_FORMAT") if isinstance(value, date) else str(value)
