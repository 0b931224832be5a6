"""Forms that edit a record while others edit it too: a field changed by one person is never put back by another."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _


class ConcurrentForm(forms.Form):
    """Each field comes with the value its page showed (`initial-…`). What the sender did not touch stays as it is now;
    a field that somebody else changed meanwhile is refused once, with what was typed still in it. `initial`: the record
    as it is now.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name, field in self.fields.items():
            initial_name = self[name].html_initial_name
            if initial_name not in self.data:
                continue
            was = field.hidden_widget().value_from_datadict(self.data, self.files, initial_name)
            now = self.get_initial_for_field(field, name)
            if name not in self.changed_data:
                data[name] = now
                self.errors.pop(name, None)
            elif field.has_changed(now, was) and name in data and field.has_changed(now, self[name].data):
                self._refuse(name, initial_name, now)
        return data

    def _refuse(self, name: str, initial_name: str, now: Any) -> None:
        field = self.fields[name]
        choices = dict(getattr(field, "choices", ()) or ())
        text = choices.get(now, now) if not hasattr(now, "pk") else now
        sentence = _(
            "Another staff member has changed this to “%(now)s” since you opened the page. Save again to replace it."
        )
        self.add_error(name, sentence % {"now": "–" if text in (None, "") else text})
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        sent[initial_name] = "" if now is None else str(field.prepare_value(now))
        self.data = sent
