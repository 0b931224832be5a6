"""The filters of the door list. Unknown values are ignored."""

from typing import Any

from django import forms

from tournaments import queries
from tournaments.models import Division, Tournament


class DoorForm(forms.Form):
    """The filters: `show` is one of `queries.SHOWS`, by default the missing players, and `division` is a code."""

    q = forms.CharField(required=False)
    show = forms.ChoiceField(choices=[(show, show) for show in queries.SHOWS], required=False)
    division = forms.CharField(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions: list[Division] = list(event.divisions.all())
        # Sets `cleaned_data`, which the properties read.
        self.is_valid()

    @property
    def filter(self) -> str:
        """The players to show, one of `queries.SHOWS`."""
        return str(self.cleaned_data.get("show") or "missing")

    @property
    def text(self) -> str:
        """The text to search for; empty for all players."""
        return str(self.cleaned_data.get("q", ""))

    @property
    def chosen(self) -> Division | None:
        """The chosen division, or None for all divisions."""
        code = self.cleaned_data.get("division")
        return next((row for row in self.divisions if row.age_division == code), None)

    @property
    def code(self) -> str:
        """The code of the chosen division; empty for all divisions."""
        return self.chosen.age_division if self.chosen else ""
