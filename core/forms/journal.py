"""The filters of the journal page."""

from collections.abc import Mapping
from functools import cached_property, reduce
from operator import and_
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import hooks
from core.engine.person_names import search_key
from core.forms.fields import set_choices
from core.models.journal import Home
from core.queries.journal import journal_authors


class JournalFilter(forms.Form):
    """Filters of the journal. All fields are optional, and invalid values are ignored."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"placeholder": _("A name, a table, a word")}),
    )
    by = forms.TypedChoiceField(label=_("By"), required=False, coerce=int, empty_value=None)
    show = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)
    division = forms.CharField(required=False, widget=forms.HiddenInput, max_length=40)

    def __init__(self, data: Mapping[str, Any] | None, *, home: Home) -> None:
        super().__init__(data)
        set_choices(self, "by", [("", _("Everyone")), *journal_authors(home)])
        for choice in hooks.journal_choices:
            field = forms.TypedChoiceField(
                label=str(choice.label), required=False, coerce=int, empty_value=None
            )
            field.choices = [("", choice.everything), *((value, str(value)) for value in choice.values(home))]
            self.fields[choice.name] = field
        self.order_fields(["q", *(choice.name for choice in hooks.journal_choices)])

    @property
    def words(self) -> list[str]:
        """The words to search for, in the form of `search_key`."""
        return search_key(self._chosen.get("q") or "").split()

    @property
    def author(self) -> int | None:
        """The key of the account whose lines are shown."""
        return self._chosen.get("by")

    @property
    def where(self) -> Q | None:
        """The condition on lines from the filters in `hooks.journal_choices`, or None if none is set."""
        chosen = ((choice, self._chosen.get(choice.name)) for choice in hooks.journal_choices)
        conditions = [choice.lines(value) for choice, value in chosen if value is not None]
        return reduce(and_, conditions) if conditions else None

    @cached_property
    def _chosen(self) -> dict[str, Any]:
        # Sets `cleaned_data`, without the invalid fields.
        self.is_valid()
        return self.cleaned_data
