"""Filters of the journal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.people import search_key


class JournalFilter(forms.Form):
    """All fields are optional; invalid values are ignored."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"placeholder": _("A name, a table, a word")}),
    )
    round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    by = forms.TypedChoiceField(label=_("By"), required=False, coerce=int, empty_value=None)
    show = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)
    division = forms.CharField(required=False, widget=forms.HiddenInput, max_length=40)

    def __init__(self, data: object, *, rounds: list[int], people: list[tuple[int, str]]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["round"].choices = [("", _("All rounds")), *((n, str(n)) for n in rounds)]  # type: ignore[attr-defined]
        self.fields["by"].choices = [("", _("Everyone")), *people]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> dict[str, Any]:
        """The chosen filters: `words` in the form of `search_key`, `round_number`, `by`."""
        self.is_valid()
        facts = self.cleaned_data
        return {
            "words": search_key(facts.get("q") or "").split(),
            "round_number": facts.get("round"),
            "by": facts.get("by"),
        }
