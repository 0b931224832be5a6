"""Form for the sizes of the top cut."""

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.labels import division_label
from tournaments.models import Division
from tournaments.words.entrants import are_entrants_teams

MAX_CUT_SIZE = 1024


class CutForm(forms.Form):
    """Size of the cut by age division, or 0 for no cut, and whether to play for third place."""

    third_place = forms.BooleanField(label=gettext_lazy("Match for third place"), required=False)

    def __init__(self, data: QueryDict | None, division: Division, sizes: Mapping[str, int]) -> None:
        """Prefill the form with `sizes`, the number of players by age division."""
        super().__init__(data, initial={"third_place": division.third_place})
        self.age_divisions = list(sizes)
        has_several = len(sizes) > 1
        for age_division in self.age_divisions:
            title = _("Teams in the top cut") if are_entrants_teams() else _("Players in the top cut")
            label = _("Players in the top cut, %(age_division)s") % {
                "age_division": division_label(age_division)
            }
            self.fields[f"size_{age_division}"] = forms.IntegerField(
                label=label if has_several else title,
                min_value=0 if has_several else 2,
                max_value=MAX_CUT_SIZE,
                initial=sizes[age_division] or ("0" if has_several else ""),
                required=not has_several,
                help_text=_("0 means no top cut.") if has_several else "",
            )
        self.order_fields([*(f"size_{age_division}" for age_division in self.age_divisions), "third_place"])

    @property
    def sizes(self) -> dict[str, int]:
        """The number of players in the cut by age division, once the form is valid."""
        return {
            age_division: self.cleaned_data[f"size_{age_division}"] or 0
            for age_division in self.age_divisions
        }
