"""Forms of penalties: the infraction, the level, and what happened."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.engine.refused import Refused
from core.forms.fields import set_choices
from core.sentences import refusal_text
from floor.engine.penalties import INFRACTIONS, PenaltyLevel
from floor.models import Penalty
from floor.services import penalties
from floor.words.penalty_words import INFRACTION_NAMES, level_choices
from pairings.models import Match
from tournaments.models import Entry, Tournament, User


class PlayerSearchForm(forms.Form):
    """Search for the player by a table of the round or part of a name."""

    who = forms.CharField(
        label=_("Table number or name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )


class PenaltyForm(forms.Form):
    """A new penalty. If no level is selected, the proposed level applies."""

    infraction = forms.ChoiceField(label=_("Infraction"))
    level = forms.ChoiceField(
        label=_("Penalty"), required=False, help_text=_("Leave as it is to apply the proposed penalty.")
    )
    note = forms.CharField(
        label=_("What happened"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(code, INFRACTION_NAMES[code]) for code in INFRACTIONS]
        set_choices(self, "infraction", [("", "–"), *names])
        set_choices(
            self,
            "level",
            [
                ("", _("As proposed")),
                *level_choices(event.edition),
            ],
        )

    def give_to(
        self, entry: Entry, *, match: Match | None, proposed: str, by: User, confirmed: bool
    ) -> Penalty | None:
        """Give the penalty at the selected level, or at level `proposed` if none was selected.

        Returns None and adds an error if the service refuses.
        """
        try:
            return penalties.give_penalty(
                entry,
                infraction=self.cleaned_data["infraction"],
                level=self.cleaned_data["level"] or proposed,
                is_level_proposed=not self.cleaned_data["level"],
                note=self.cleaned_data["note"],
                match=match,
                by=by,
                confirmed=confirmed,
            )
        except Refused as refused:
            self.add_error(None, refusal_text(refused))
            return None


class DisqualifyForm(forms.Form):
    """Infraction and reason of a disqualification.

    Both are required, because Play! Pokémon reads them in the report (M-073).
    """

    infraction = forms.ChoiceField(label=_("Infraction"))
    reason = forms.CharField(
        label=_("What happened"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(code, INFRACTION_NAMES[code]) for code in INFRACTIONS]
        set_choices(self, "infraction", [("", "–"), *names])

    def give_to(self, entry: Entry, *, match: Match | None, by: User, confirmed: bool) -> Penalty | None:
        """Give the penalty. Returns None and adds an error if the service refuses."""
        try:
            return penalties.give_penalty(
                entry,
                infraction=self.cleaned_data["infraction"],
                level=PenaltyLevel.DISQUALIFICATION,
                note=self.cleaned_data["reason"],
                match=match,
                by=by,
                confirmed=confirmed,
            )
        except Refused as refused:
            self.add_error(None, refusal_text(refused))
            return None


class WithdrawForm(forms.Form):
    """The reason for withdrawing a penalty, and whether to leave its results unchanged."""

    why = forms.CharField(label=_("Why"), max_length=200, required=False)
    leave_results = forms.BooleanField(
        label=_("Leave results as they are"),
        required=False,
        help_text=_("Otherwise the Game Loss, Match Loss or Disqualification is undone too."),
    )
