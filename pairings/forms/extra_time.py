"""Extra time of a table: minutes, cause and reason as typed by a judge."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.models import Extension
from pairings.models.clock import LONGEST_WHY
from pairings.services.reports.time_extensions import MOST_MINUTES


class ExtraForm(forms.Form):
    """Whole minutes; an empty field leaves the value of the start."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=0,
        max_value=MOST_MINUTES,
        required=False,
        error_messages={"invalid": _("Enter the minutes as a number.")},
    )
    cause = forms.ChoiceField(label=_("Cause"), choices=Extension.Cause.choices, required=False)
    why = forms.CharField(label=_("Why"), max_length=LONGEST_WHY, required=False)

    def seconds(self, otherwise: int) -> int:
        """The typed minutes in seconds; `otherwise` minutes where the field is empty."""
        typed: Any = self.cleaned_data["minutes"]
        return 60 * (otherwise if typed is None else typed)
