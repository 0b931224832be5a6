"""Forms for records that several people edit simultaneously.

Saving never reverts another person's changes.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.choices import flatten_choices
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

MAX_VALUE_LENGTH = 200
"""The maximum length of a value in an error message."""


class ConcurrentEditsMixin(forms.BaseForm):
    """Compares each field with the value its page displayed (`initial-…`) and with the current record.

    A field that the sender did not touch keeps its current value. A field that both the sender and another person
    changed is rejected once, and still shows the typed value. `initial` is the current record, read in the
    transaction that saves the form (`core.access.locks_home_for_edit`).
    """

    together: ClassVar[tuple[str, ...]] = ()
    """Fields that form one fact: a change to one of them is rejected if another person changed any of them."""

    displayed_in: ClassVar[Mapping[str, str]] = {}
    """Fields whose displayed value is in another field of the form, by name."""

    def __getitem__(self, name: str) -> forms.BoundField:
        field = self.fields.get(name)
        if field is not None:
            field.show_hidden_initial = _is_compared(field) and name not in self.displayed_in
        return super().__getitem__(name)

    def full_clean(self) -> None:
        self.untouched: set[str] = set()
        self.conflicts: set[str] = set()
        if self.is_bound:
            self._compare_with_record()
        super().full_clean()

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        for name in self.untouched & self.errors.keys():
            field = self.fields[name]
            current = self.get_initial_for_field(field, name)
            # A form for a new record that is sent unchanged still reports missing values.
            if not (field.required and current in field.empty_values):
                del self.errors[name]
                data[name] = current
        for name in self.conflicts & data.keys():
            sentence = _("This was changed to “%(now)s” after you opened the page. Save again to replace it.")
            self.add_error(name, sentence % {"now": self.value_text(name) or "–"})
            self._display_current(name)

    def value_text(self, name: str) -> str:
        """Return the record's value as the page would display it, or "" if it is empty.

        It is cut after MAX_VALUE_LENGTH characters.
        """
        field = self.fields[name]
        current = self.get_initial_for_field(field, name)
        offered: Iterable[Any] = getattr(field, "choices", ())
        choices = {str(key): str(label) for key, label in list[tuple[Any, Any]](flatten_choices(offered))}
        values = current if isinstance(current, list | tuple) else [] if current is None else [current]
        return Truncator(
            ", ".join(
                choices.get(str(getattr(value, "pk", value)), _displayed_text(value)) for value in values
            )
        ).chars(MAX_VALUE_LENGTH)

    def _compare_with_record(self) -> None:
        """Find the fields in conflict, and show the current values of fields that the sender did not touch."""
        names = [
            name
            for name, field in self.fields.items()
            if _is_compared(field) and self._has_displayed_value(name)
        ]
        displayed, sent, current = {}, {}, {}
        for name in names:
            field = self.fields[name]
            hidden_widget = field.hidden_widget()
            displayed_data = hidden_widget.value_from_datadict(
                self.data, self.files, self._displayed_name(name)
            )
            displayed[name] = self._field_value(name, displayed_data)
            sent[name] = self._field_value(name, self[name].data)
            record_values = QueryDict(mutable=True)
            record_values.setlist(name, self._sent_values(name))
            current[name] = self._field_value(name, field.widget.value_from_datadict(record_values, {}, name))
        changed_by_sender = {name for name in names if sent[name] != displayed[name]}
        if any(sent[name] != current[name] for name in changed_by_sender.intersection(self.together)):
            changed_by_sender.update(name for name in self.together if name in names)
        self.untouched = {*names} - changed_by_sender
        self.conflicts = {
            name for name in changed_by_sender if current[name] not in (displayed[name], sent[name])
        }
        for name in self.untouched:
            if current[name] != displayed[name]:
                self._set_sent(self.add_prefix(name), self._sent_values(name))
                self._display_current(name)

    def _has_displayed_value(self, name: str) -> bool:
        """Return whether the displayed value of a field was sent."""
        # A multiple choice with nothing chosen sends no displayed value, so any other field's value is checked too.
        is_multiple = _is_multiple(self.fields[name])
        other_names = {self[other].html_initial_name for other in self.fields} if is_multiple else set()
        return bool({self._displayed_name(name), *other_names} & self.data.keys())

    def _displayed_name(self, name: str) -> str:
        """Return the name under which the form sends the displayed value of a field."""
        other_name = self.displayed_in.get(name)
        return self.add_prefix(other_name) if other_name else self[name].html_initial_name

    def _field_value(self, name: str, value: Any) -> Any:
        """Return a sent value as the field converts it, in a form that can be compared.

        Times are cut to the minute, lists become sets, and all kinds of line break become the same. An invalid value
        is not converted.
        """
        with suppress(forms.ValidationError):
            value = self.fields[name].to_python(value)
        if isinstance(value, datetime | time):
            return value.replace(second=0, microsecond=0)
        if isinstance(value, list | tuple):
            return frozenset(value)
        return value.replace("\r\n", "\n") if isinstance(value, str) else value

    def _sent_values(self, name: str) -> list[str]:
        """Return the values that a browser would send for the record's value."""
        field = self.fields[name]
        current = self.get_initial_for_field(field, name)
        if isinstance(field.widget, forms.CheckboxInput):
            return ["on"] if current else []
        value = field.prepare_value(current)
        # Django's administration wraps the widget of a list of rows in another, which adds links.
        if not isinstance(getattr(field.widget, "widget", field.widget), forms.widgets.ChoiceWidget):
            value = field.widget.format_value(value)
        if isinstance(value, list | tuple):
            return [str(item) for item in value]
        if value is None and _is_multiple(field):
            return []
        return ["" if value is None else str(value)]

    def _display_current(self, name: str) -> None:
        """Make the returned page display the current record rather than the sent value."""
        is_checkbox = isinstance(self.fields[name].widget, forms.CheckboxInput)
        current = str(bool(self._sent_values(name)))
        self._set_sent(self._displayed_name(name), [current] if is_checkbox else self._sent_values(name))

    def _set_sent(self, key: str, values: list[str]) -> None:
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        sent.setlist(key, values)
        self.data = sent


class ConcurrentForm(ConcurrentEditsMixin, forms.Form):
    """`ConcurrentEditsMixin` for forms without a model."""


def _is_compared(field: forms.Field) -> bool:
    """Return whether the field edits a value of the record."""
    return not (field.disabled or field.widget.is_hidden or isinstance(field, forms.FileField))


def _is_multiple(field: forms.Field) -> bool:
    return isinstance(field, forms.MultipleChoiceField | forms.ModelMultipleChoiceField)


def _displayed_text(value: Any) -> str:
    """Return a single value in the form that pages display."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, datetime):
        return date_format(localtime(value), "DATETIME_FORMAT")
    return date_format(value) if isinstance(value, date) else str(value)
