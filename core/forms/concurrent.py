"""Forms for records that several people edit at once: saving never reverts what another person changed."""

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

LONGEST_VALUE = 200


class Concurrent(forms.BaseForm):
    """Compare each field with the value its page displayed (`initial-…`) and with the current record.

    A field the sender did not touch keeps its current value. One that the sender and another person both changed is
    refused once, with the typed value still in it. `initial` is the current record, read in the transaction that saves
    the form (`edits_alone`).
    """

    together: ClassVar[tuple[str, ...]] = ()
    """Fields that form one fact: a change to one is refused if another person changed any of them."""

    displayed_in: ClassVar[Mapping[str, str]] = {}
    """Fields whose displayed value is in another field of the form."""

    def __getitem__(self, name: str) -> forms.BoundField:
        field = self.fields.get(name)
        if field is not None:
            field.show_hidden_initial = _is_compared(field) and name not in self.displayed_in
        return super().__getitem__(name)

    def full_clean(self) -> None:
        self.untouched: set[str] = set()
        self.conflicts: set[str] = set()
        if self.is_bound:
            self._compare()
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in self.untouched:
            if self.errors.pop(name, None):
                data[name] = self.get_initial_for_field(self.fields[name], name)
        for name in self.conflicts & data.keys():
            sentence = _("This was changed to “%(now)s” after you opened the page. Save again to replace it.")
            self.add_error(name, sentence % {"now": self.value_text(name) or "–"})
            self._display_now(name)
        return data

    def value_text(self, name: str) -> str:
        """The record's value as the page would display it; "" for none."""
        field = self.fields[name]
        now = self.get_initial_for_field(field, name)
        offered: Iterable[Any] = getattr(field, "choices", ())
        choices = {str(key): str(label) for key, label in list[tuple[Any, Any]](flatten_choices(offered))}
        several = now if isinstance(now, list | tuple) else [] if now is None else [now]
        return Truncator(
            ", ".join(choices.get(str(getattr(value, "pk", value)), _text(value)) for value in several)
        ).chars(LONGEST_VALUE)

    def _compare(self) -> None:
        names = [name for name, field in self.fields.items() if _is_compared(field) and self._came_with(name)]
        displayed, sent, now = dict[str, Any](), dict[str, Any](), dict[str, Any]()
        for name in names:
            field = self.fields[name]
            hidden = field.hidden_widget()
            initial = hidden.value_from_datadict(self.data, self.files, self._displayed_name(name))
            displayed[name] = self._read(name, initial)
            sent[name] = self._read(name, self[name].data)
            stored = QueryDict(mutable=True)
            stored.setlist(name, self._as_sent(name))
            now[name] = self._read(name, field.widget.value_from_datadict(stored, {}, name))
        touched = {name for name in names if sent[name] != displayed[name]}
        if any(sent[name] != now[name] for name in touched.intersection(self.together)):
            touched.update(name for name in self.together if name in names)
        self.untouched = {*names} - touched
        self.conflicts = {name for name in touched if now[name] not in (displayed[name], sent[name])}
        for name in self.untouched:
            if now[name] != displayed[name]:
                self._put(self.add_prefix(name), self._as_sent(name))
                self._display_now(name)

    def _came_with(self, name: str) -> bool:
        """Whether a displayed value was sent."""
        # A multiple choice with nothing chosen sends no initial value, so any other counts.
        several = isinstance(self.fields[name], forms.MultipleChoiceField | forms.ModelMultipleChoiceField)
        others = {self[other].html_initial_name for other in self.fields} if several else set()
        return bool({self._displayed_name(name), *others} & self.data.keys())

    def _displayed_name(self, name: str) -> str:
        other = self.displayed_in.get(name)
        return self.add_prefix(other) if other else self[name].html_initial_name

    def _read(self, name: str, value: Any) -> Any:
        """Convert what was sent as the field does, times to the minute; returned unchanged if unreadable."""
        with suppress(forms.ValidationError):
            value = self.fields[name].to_python(value)
        if isinstance(value, datetime | time):
            return value.replace(second=0, microsecond=0)
        if isinstance(value, list | tuple):
            return frozenset(value)
        return value.replace("\r\n", "\n") if isinstance(value, str) else value

    def _as_sent(self, name: str) -> list[str]:
        """What a browser would send for the record's value."""
        field = self.fields[name]
        now = self.get_initial_for_field(field, name)
        if isinstance(field.widget, forms.CheckboxInput):
            return ["on"] if now else []
        value = field.prepare_value(now)
        # The administration wraps a list of rows in a widget with links beside it.
        if not isinstance(getattr(field.widget, "widget", field.widget), forms.widgets.ChoiceWidget):
            value = field.widget.format_value(value)
        if isinstance(value, list | tuple):
            return [str(item) for item in value]
        return ["" if value is None else str(value)]

    def _display_now(self, name: str) -> None:
        """Have the returned page display the current record, whatever was typed over it."""
        is_tick = isinstance(self.fields[name].widget, forms.CheckboxInput)
        now = str(bool(self._as_sent(name)))
        self._put(self._displayed_name(name), [now] if is_tick else self._as_sent(name))

    def _put(self, key: str, values: list[str]) -> None:
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        sent.setlist(key, values)
        self.data = sent


class ConcurrentForm(Concurrent, forms.Form):
    """`Concurrent` for forms without a model."""


def _is_compared(field: forms.Field) -> bool:
    """Whether the field edits a value of the record."""
    return not (field.disabled or field.widget.is_hidden or isinstance(field, forms.FileField))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, datetime):
        return date_format(localtime(value), "DATETIME_FORMAT")
    return date_format(value) if isinstance(value, date) else str(value)
