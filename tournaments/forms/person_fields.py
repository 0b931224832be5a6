"""Form fields for the facts of a person, by their kind."""

from collections.abc import Iterable
from typing import Any

from django import forms

from core.forms.days import DayField
from tournaments.engine.person_fields import PersonField
from tournaments.words.person_words import WORDS

ROOM_FOR_SPACES = 4
"""How many extra characters, such as spaces, a typed number may contain."""


def person_inputs(fields: Iterable[PersonField], *, hints: bool = True) -> dict[str, forms.Field]:
    """Build a form field for each fact, by key, with help texts if `hints`."""
    inputs: dict[str, forms.Field] = {}
    for field in fields:
        words = WORDS[field.key]
        common: dict[str, Any] = {
            "label": words.label,
            "help_text": words.help if hints else "",
            "required": field.required,
        }
        if field.kind == "text":
            inputs[field.key] = forms.CharField(**common, max_length=field.longest)
        elif field.kind == "mail":
            mail_input = forms.EmailInput({"autocomplete": "email"})
            inputs[field.key] = forms.EmailField(**common, max_length=field.longest, widget=mail_input)
        elif field.kind == "digits":
            widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
            inputs[field.key] = forms.CharField(
                **common, max_length=field.longest + ROOM_FOR_SPACES, widget=widget
            )
        elif field.kind == "year":
            attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": field.longest}
            inputs[field.key] = forms.IntegerField(**common, widget=forms.TextInput(attrs))
        else:
            date_input = forms.DateInput({"type": "date", "autocomplete": "off"}, format="%Y-%m-%d")
            inputs[field.key] = DayField(**common, widget=date_input)
    return inputs
