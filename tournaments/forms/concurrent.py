"""Forms that edit a record while others edit it too: a field changed by one person is never put back by another."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _


class Concurrent(forms.BaseForm):
    """Each field comes with the value its page showed (`initial-…`). What the sender did not touch stays as it is now;
    a field that somebody else changed meanwhile is refused once, with what was typed still in it. `initial`: the record
    as it is now, read by the page under `edits_alone`, so that what is compared is what is replaced.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def full_clean(self) -> None:
        self.untouched: set[str] = set()
        if self.is_bound:
            self._send_untouched_as_now()
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name, field in self.fields.items():
            now = self.get_initial_for_field(field, name)
            if name in self.untouched:
                if self.errors.pop(name, None):
                    data[name] = now
            elif self._was_displayed(name):
                differs = self._differs(name, self._was(name))
                if differs and name in data and self._differs(name, self[name].data):
                    self._refuse(name, now)
        return data

    def _send_untouched_as_now(self) -> None:
        """Where somebody else changed what the sender left as it was, read the form as if its page were of now."""
        for name, field in self.fields.items():
            if not self._was_displayed(name) or self._typed(field, self._was(name)) != self._typed(
                field, self[name].data
            ):
                continue
            self.untouched.add(name)
            now = self.get_initial_for_field(field, name)
            if self._differs(name, self._was(name)):
                self._put(self.add_prefix(name), self._as_sent(field, now))

    def _differs(self, name: str, displayed: Any) -> bool:
        """Whether a field would show another value now."""
        field = self.fields[name]
        now = self.get_initial_for_field(field, name)
        if isinstance(field, forms.DateTimeField):
            return self._typed(field, "".join(self._as_sent(field, now))) != self._typed(field, displayed)
        return field.has_changed(now, displayed)

    def _typed(self, field: forms.Field, text: Any) -> Any:
        """A value as its field reads it, times to the minute; what it cannot read as it is."""
        try:
            value = field.to_python(text)
        except forms.ValidationError:
            return text
        return value.replace(second=0, microsecond=0) if isinstance(value, datetime) else value

    def _was_displayed(self, name: str) -> bool:
        """Whether the page held the value of a field; of a choice of several, nothing chosen leaves no trace of it."""
        several = isinstance(self.fields[name], forms.MultipleChoiceField)
        others = {self[one].html_initial_name for one in self.fields} if several else set()
        return bool({self[name].html_initial_name, *others} & self.data.keys())

    def _was(self, name: str) -> Any:
        hidden = self.fields[name].hidden_widget()
        return hidden.value_from_datadict(self.data, self.files, self[name].html_initial_name)

    def _put(self, key: str, values: list[str]) -> None:
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        sent.setlist(key, values)
        self.data = sent

    def _as_sent(self, field: forms.Field, now: Any) -> list[str]:
        """What a browser would send for a field that shows this value."""
        if isinstance(field.widget, forms.CheckboxInput):
            return ["on"] if now else []
        displayed = field.prepare_value(now)
        if not isinstance(field.widget, forms.widgets.ChoiceWidget):
            displayed = field.widget.format_value(displayed)
        if isinstance(displayed, list | tuple):
            return [str(one) for one in displayed]
        return ["" if displayed is None else str(displayed)]

    def _refuse(self, name: str, now: Any) -> None:
        field = self.fields[name]
        choices = dict(getattr(field, "choices", ()) or ())
        if isinstance(now, list | tuple):
            text: Any = ", ".join(str(choices.get(one, one)) for one in now)
        else:
            text = choices.get(now, now) if not hasattr(now, "pk") else now
        sentence = _(
            "Another staff member has changed this to “%(now)s” since you opened the page. Save again to replace it."
        )
        self.add_error(name, sentence % {"now": "–" if text in (None, "") else text})
        displayed = now if isinstance(now, bool) else None
        self._put(
            self[name].html_initial_name,
            [str(displayed)] if displayed is not None else self._as_sent(field, now),
        )


class ConcurrentForm(Concurrent, forms.Form):
    """The same for forms that are made of no model."""
