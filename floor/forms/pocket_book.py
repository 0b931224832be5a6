"""Forms to search the pocket book and to record a ruling of the event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.sentences import refusal_text
from floor.models import FloorRuling
from floor.pocket_book import EDITIONS
from floor.services import rulings
from tournaments.models import Tournament, User

MAX_SEARCH_LENGTH = 80


class PocketBookForm(forms.Form):
    """Edition and search words. Invalid values are ignored.

    `at` is the moment at a table by which the cards are filtered.
    """

    edition = forms.ChoiceField(label=_("Rules edition"), choices=Tournament.Edition.choices, required=False)
    q = forms.CharField(label=_("Find"), max_length=MAX_SEARCH_LENGTH, required=False)
    at = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    @property
    def edition_chosen(self) -> str:
        """The selected edition, or the newest one."""
        return self._chosen("edition") or EDITIONS[-1]

    @property
    def words(self) -> str:
        return self._chosen("q")

    @property
    def concern(self) -> str:
        return self._chosen("at")

    def _chosen(self, name: str) -> str:
        # Called only to fill `cleaned_data`.
        self.is_valid()
        return str(self.cleaned_data.get(name, ""))


class RulingForm(forms.ModelForm):
    """A question, its answer and the rule it is based on."""

    class Meta:
        model = FloorRuling
        fields = ["question", "answer", "rule"]
        widgets = {"answer": forms.Textarea(attrs={"rows": 4})}
        help_texts = {"rule": _("A rule number such as R-121, or the page of the rulebook.")}

    def save_to(self, event: Tournament, *, by: User) -> FloorRuling | None:
        """Save the ruling. Returns None and adds an error if the service refuses."""
        try:
            return rulings.record_ruling(event, by=by, **self.cleaned_data)
        except Refused as refused:
            self.add_error("question", refusal_text(refused))
            return None
