"""Form for the players and rounds of day 2."""

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.labels import division_label

MAX_PLAYERS = 1024


class DayTwoForm(forms.Form):
    """Number of players by age division, and the rounds of day 2."""

    rounds = forms.IntegerField(label=gettext_lazy("Swiss rounds of day 2"), min_value=1, max_value=20)

    def __init__(self, data: QueryDict | None, sizes: Mapping[str, int], rounds: int) -> None:
        """Prefill the form with `sizes`, the number of players by age division, and the number of rounds."""
        super().__init__(data, initial={"rounds": rounds or None})
        self.age_divisions = list(sizes)
        has_several = len(sizes) > 1
        for age_division in self.age_divisions:
            label = _("Players on day 2, %(age_division)s") % {"age_division": division_label(age_division)}
            self.fields[f"size_{age_division}"] = forms.IntegerField(
                label=label if has_several else _("Players on day 2"),
                min_value=0 if has_several else 2,
                max_value=MAX_PLAYERS,
                initial=sizes[age_division],
                help_text=_("From the settings; change it if you decide otherwise."),
            )
        self.order_fields([*(f"size_{age_division}" for age_division in self.age_divisions), "rounds"])

    @property
    def sizes(self) -> dict[str, int]:
        """The number of players on day 2 by age division, once the form is valid."""
        return {
            age_division: self.cleaned_data[f"size_{age_division}"] for age_division in self.age_divisions
        }
