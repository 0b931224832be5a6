"""How the age divisions are grouped anew before round 1."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.engine.divisions import CATEGORIES
from tournaments.forms.event import choices_of
from tournaments.wording import division_label

ARRANGEMENTS: tuple[tuple[str, ...], ...] = (
    CATEGORIES,
    ("junior_senior", "masters"),
    ("junior", "senior_masters"),
    ("all",),
    ("junior", "senior"),
    ("junior", "masters"),
    ("senior", "masters"),
    ("junior_senior",),
    ("senior_masters",),
    *((category,) for category in CATEGORIES),
)
"""Every way to group the age divisions, those of all three first (M-031)."""


class ArrangeForm(forms.Form):
    """One of the ways to group the age divisions."""

    divisions = forms.ChoiceField(label=gettext_lazy("Group the players as"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices_of(self, "divisions", [(",".join(codes), in_words(codes)) for codes in ARRANGEMENTS])

    def chosen(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["divisions"].split(","))


def in_words(codes: tuple[str, ...]) -> str:
    """ "Juniors and Seniors, Masters"."""
    return ", ".join(map(division_label, codes))
