"""The form to record a confiscation."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from floor.models import Confiscation
from floor.services import confiscations
from tournaments.models import Entry, User


class ConfiscationForm(forms.ModelForm):
    """The cards, one per line, and the reason. The time of submission is recorded."""

    class Meta:
        model = Confiscation
        fields = ["cards", "reason"]
        widgets = {"cards": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "cards": _(
                "One per line: number, name, set and collector number, so that both sides can recognize the card."
            ),
            "reason": _("Such as a fake, or a proxy the player made. Leave blank to write it by hand."),
        }

    def save_to(self, entry: Entry, *, by: User) -> Confiscation | None:
        """Save the confiscation. Returns None and adds an error if the service refuses."""
        try:
            return confiscations.record_confiscation(entry, by=by, **self.cleaned_data)
        except Refused as refused:
            self.add_error("cards", refusal_text(refused))
            return None
