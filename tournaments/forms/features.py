"""The pages shown to the staff of an event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent import ConcurrentForm
from tournaments.feature_words import OF_CODE, fitting
from tournaments.forms.event import choices_of
from tournaments.models import Tournament


class FeaturesForm(ConcurrentForm):
    """`show` is "all", "few" or "chosen"; `features` are the chosen ones."""

    show = forms.ChoiceField(choices=[(one, one) for one in ("all", "few", "chosen")])
    features = forms.MultipleChoiceField(
        label=_("Also show"),
        choices=[(code, feature.label) for code, feature in OF_CODE.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    @classmethod
    def of(cls, event: Tournament, data: Any = None) -> "FeaturesForm":
        """The form with the current choice of the event."""
        form = cls(data, initial={"features": event.features or []})
        choices_of(form, "features", [(one.code, one.label) for one in fitting(event)])
        return form

    def chosen(self) -> list[str] | None:
        """The service's argument: None for everything."""
        data: dict[str, Any] = self.cleaned_data
        return None if data["show"] == "all" else data["features"] if data["show"] == "chosen" else []
