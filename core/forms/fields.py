"""Fields whose choices depend on the event and are set for each form."""

from collections.abc import Iterable
from typing import Any, cast

from django.db.models import QuerySet
from django.forms import ChoiceField, ModelChoiceField
from django.forms.forms import BaseForm


def set_choices(form: BaseForm, name: str, choices: Iterable[Any]) -> None:
    """Set the (value, label) pairs of a choice field of this form."""
    cast(ChoiceField, form.fields[name]).choices = choices


def set_row_choices(form: BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Set the rows that can be chosen in a field of this form."""
    cast("ModelChoiceField[Any]", form.fields[name]).queryset = rows
