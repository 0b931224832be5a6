"""Form fields for the facts of a person, by their kind."""

from collections.abc import Iterable

from django import forms

from core.forms.days import DayField
from tournaments.engine.person_fields import PersonField
from tournaments.words.person_words import WORDS

ROOM_FOR_SPACES = 4
"""Characters that a number may have beside its digits."""


def person_inputs(fields: Iterable[PersonField], *, hints: bool = True) -> dict[str, forms.Field]:
    """A form field for each, by key; `hints`: with its help text."""
    return {field.key: _input(field, hints=hints) for field in fields}


def _input(field: PersonField, *, hints: bool) -> forms.Field:
    words, required = WORDS[field.key], bool(field.required)
    hint = words.help if hints else ""
    if field.kind == "text":
        return forms.CharField(label=words.label, help_text=hint, max_length=field.longest, required=required)
    if field.kind == "digits":
        return forms.CharField(
            label=words.label,
            help_text=hint,
            max_length=field.longest + ROOM_FOR_SPACES,
            required=required,
            widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        )
    if field.kind == "year":
        return forms.IntegerField(
            label=words.label,
            help_text=hint,
            required=required,
            widget=forms.TextInput(
                {"inputmode": "numeric", "autocomplete": "off", "maxlength": field.longest}
            ),
        )
    return DayField(
        label=words.label,
        help_text=hint,
        required=required,
        widget=forms.DateInput({"type": "date", "autocomplete": "off"}, format="%Y-%m-%d"),
    )
