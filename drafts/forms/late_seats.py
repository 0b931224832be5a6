"""The form that seats a late player."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from drafts.words.draft_run_words import pod_text
from tournaments.models import Entry


class LateSeatForm(forms.Form):
    """The late player and the pod. `reason`: why pods may be unequal, for users who may overrule (S12)."""

    def __init__(self, data: Any, *, draft: Draft, players: Sequence[Entry], may_rule: bool) -> None:
        """Build the form. `players`: the late players. `may_rule`: whether to ask for a reason."""
        super().__init__(data, auto_id="late-%s")
        entries = [(player.pk, str(player)) for player in players]
        pods = [(number, pod_text(number).capitalize()) for number in range(1, len(draft.seats) + 1)]
        widget = forms.HiddenInput() if len(pods) == 1 else forms.Select()
        self.fields["entry"] = forms.TypedChoiceField(label=_("Player"), coerce=int, choices=entries)
        self.fields["pod"] = forms.TypedChoiceField(
            label=_("Pod"), coerce=int, choices=pods, widget=widget, initial=1
        )
        if may_rule and draft.subtype != "sealed":
            self.fields["reason"] = forms.CharField(
                label=_("Reason for unequal pods"), max_length=MAX_REASON_LENGTH, required=False
            )
