"""Form for a table's extra time: minutes, cause and reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.models import Extension
from pairings.models.clock import MAX_WHY_LENGTH
from pairings.services.reports.time_extensions import MAX_MINUTES


class ExtraTimeForm(forms.Form):
    """Whole minutes, cause and reason.

    An empty cause or reason leaves the value set at the start of the stopwatch unchanged; for empty
    minutes, see `seconds`.
    """

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=0,
        max_value=MAX_MINUTES,
        required=False,
        error_messages={"invalid": _("Enter the minutes as a number.")},
    )
    cause = forms.ChoiceField(label=_("Cause"), choices=Extension.Cause.choices, required=False)
    why = forms.CharField(label=_("Why"), max_length=MAX_WHY_LENGTH, required=False)

    def seconds(self, default_minutes: int) -> int:
        """Return the entered minutes in seconds, or `default_minutes` in seconds if the field is empty."""
        typed: Any = self.cleaned_data["minutes"]
        return 60 * (default_minutes if typed is None else typed)
