"""The settings of one division."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.refused import Refused
from tournaments.forms.event import choices_of
from tournaments.forms.new_event import CUTS
from tournaments.models import Division, Tournament, User
from tournaments.sentences import say_refused
from tournaments.services import divisions

BY_AGE = (
    ("yes", gettext_lazy("Standings for each age division")),
    ("no", gettext_lazy("One list of standings")),
)


class DivisionForm(forms.Form):
    """A division to add, or one to change; what its first posted round fixed is shown and stays."""

    category = forms.ChoiceField(label=gettext_lazy("Who plays in it"), choices=Division.Category.choices)
    by_age = forms.ChoiceField(label=gettext_lazy("Standings"), choices=BY_AGE, initial="yes")
    rounds_planned = forms.IntegerField(
        label=gettext_lazy("Swiss rounds by hand"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=gettext_lazy("Empty: by the attendance table."),
    )
    cut_size = forms.ChoiceField(label=gettext_lazy("Size of the top cut"), choices=CUTS, required=False)
    third_place = forms.BooleanField(label=gettext_lazy("Match for third place"), required=False)
    first_table = forms.IntegerField(
        label=gettext_lazy("First table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=gettext_lazy("Empty: after the tables of the division before it."),
    )

    def __init__(self, *args: Any, division: Division | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = _values(division) if division else None
        super().__init__(*args, **kwargs)
        self.division = division
        if division is not None:
            self._keep_cut(division.cut_size)
        for name in divisions.LOCKED_ONCE_STARTED if division and division.started_at else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = _("Round 1 is posted, so this stays.")

    def save_to(self, event: Tournament, *, by: User) -> Division | None:
        """The division as saved; None where the service refuses, which the form then tells."""
        try:
            if self.division is None:
                return divisions.add(event, by=by, **self._fields())
            return divisions.change(self.division, by=by, **self._fields())
        except Refused as refused:
            self.add_error(None, say_refused(refused))
            return None

    def _keep_cut(self, size: int | None) -> None:
        """A size that no list offers, from a TOM file, stays possible."""
        if size is not None and str(size) not in dict(CUTS):
            choices_of(self, "cut_size", [*CUTS, (str(size), _("Top %d") % size)])

    def _fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return data | {
            "by_age": data["by_age"] == "yes",
            "cut_size": int(data["cut_size"]) if data["cut_size"] else None,
        }


def _values(division: Division) -> dict[str, Any]:
    return {
        "category": division.category,
        "by_age": "yes" if division.by_age else "no",
        "rounds_planned": division.rounds_planned,
        "cut_size": "" if division.cut_size is None else str(division.cut_size),
        "third_place": division.third_place,
        "first_table": division.first_table,
    }
