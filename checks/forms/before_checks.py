"""The form that ends a check before the event."""

from enum import StrEnum
from typing import TypedDict, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from checks.engine.refusals import CheckRefusal
from checks.models.checks import MAX_NOTE_LENGTH
from checks.words.before_check_words import OUTCOMES
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.engine.refusals import DeckRefusal
from decks.models.lists import MAX_NOTE_LENGTH as MAX_REASON_LENGTH

REFUSED_AT: dict[StrEnum, str] = {
    DeckRefusal.REASON_MISSING: "reason",
    CheckRefusal.BEFORE_REWRITE: "rewrite",
}
"""Refusal code -> the field beside which it is shown; other refusals are shown above the form."""


class BeforeCheckEnding(TypedDict):
    """The outcome of a check before the event. `reason` is what the player does next."""

    outcome: str
    rewrite: bool
    reason: str
    note: str


class EndBeforeCheckForm(forms.Form):
    """Form for the outcome of a check before the event: passed, or what the player has to do next."""

    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=list(OUTCOMES.items()), widget=forms.RadioSelect, initial="passed"
    )
    rewrite = forms.BooleanField(
        label=_("The player must rewrite the list"),
        required=False,
        help_text=_("The list cannot be read. It goes back to the player with your note."),
    )
    reason = forms.CharField(
        label=_("Player’s next step"),
        required=False,
        max_length=MAX_REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Required unless the check passed. If the list goes back, the player sees this."),
    )
    note = forms.CharField(
        label=_("Note for the head judge"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    @property
    def chosen(self) -> BeforeCheckEnding:
        """The entered outcome, reason and note. Requires a valid form."""
        return cast(BeforeCheckEnding, dict(self.cleaned_data))

    def refuse(self, refused: Refused) -> None:
        """Show a refusal next to its field, or above the form if it has none."""
        self.add_error(REFUSED_AT.get(refused.code), refusal_text(refused))
