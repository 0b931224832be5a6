"""The form to regroup the age divisions before round 1."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.forms.event import set_choices
from tournaments.labels import division_label

BY_NUMBERS = "by_numbers"

ARRANGEMENTS: tuple[tuple[str, ...], ...] = (
    AGE_DIVISIONS,
    ("junior_senior", "masters"),
    ("junior", "senior_masters"),
    ("all",),
    ("junior", "senior"),
    ("junior", "masters"),
    ("senior", "masters"),
    ("junior_senior",),
    ("senior_masters",),
    *((age_division,) for age_division in AGE_DIVISIONS),
)
"""Every way to group the age divisions, starting with those that include all three (M-031)."""


class ArrangeDivisionsForm(forms.Form):
    """The choice of a grouping of age divisions."""

    divisions = forms.ChoiceField(label=gettext_lazy("Group the players as"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        explicit_groupings = [(",".join(codes), divisions_text(codes)) for codes in ARRANGEMENTS]
        by_numbers = (BY_NUMBERS, _("As TOM does, by numbers, when round 1 is paired"))
        set_choices(self, "divisions", [by_numbers, *explicit_groupings])

    @property
    def by_numbers(self) -> bool:
        """Whether the first pairing will group the players by attendance."""
        return bool(self.cleaned_data["divisions"] == BY_NUMBERS)

    def chosen(self) -> tuple[str, ...]:
        """Return the codes of the chosen divisions. Call it only if `by_numbers` is False."""
        return tuple(self.cleaned_data["divisions"].split(","))


def divisions_text(codes: tuple[str, ...]) -> str:
    """Format divisions: "Juniors and Seniors, Masters"."""
    return ", ".join(map(division_label, codes))
