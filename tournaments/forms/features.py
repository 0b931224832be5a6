"""The form to choose the pages shown to the staff of an event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentForm
from tournaments.feature_words import OF_CODE, available_features
from tournaments.forms.event import set_choices
from tournaments.models import Tournament


class FeaturesForm(ConcurrentForm):
    """The choice of pages: `show` is "all", "few" or "chosen"; with "chosen", `features` are the chosen ones."""

    show = forms.ChoiceField(choices=[(code, code) for code in ("all", "few", "chosen")])
    features = forms.MultipleChoiceField(
        label=_("Also show"),
        choices=[(code, feature.label) for code, feature in OF_CODE.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    @classmethod
    def of(cls, event: Tournament, data: Any = None) -> "FeaturesForm":
        """Build the form with the current choice of the event."""
        form = cls(data, initial={"features": event.features or []})
        set_choices(
            form, "features", [(feature.code, feature.label) for feature in available_features(event)]
        )
        return form

    def chosen(self) -> list[str] | None:
        """Return the chosen features for the service: None for all pages, [] for the short path alone."""
        data = self.cleaned_data
        return None if data["show"] == "all" else data["features"] if data["show"] == "chosen" else []
