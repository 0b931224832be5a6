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
)


class ArrangeForm(forms.Form):
    """One of the four ways to group the three age divisions (M-031)."""

    divisions = forms.ChoiceField(label=gettext_lazy("Group the players as"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices_of(self, "divisions", [(",".join(codes), in_words(codes)) for codes in ARRANGEMENTS])

    def chosen(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["divisions"].split(","))


def in_words(codes: tuple[str, ...]) -> str:
    """ "Juniors and Seniors, Masters"."""
    return ", ".join(map(division_label, codes))
