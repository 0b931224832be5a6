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

    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    pod = forms.TypedChoiceField(label=_("Pod"), coerce=int)
    reason = forms.CharField(label=_("Reason for unequal pods"), max_length=MAX_REASON_LENGTH, required=False)

    def __init__(self, data: Any, *, draft: Draft, players: Sequence[Entry], may_rule: bool) -> None:
        super().__init__(data, auto_id="late-%s")
        entry, pod = self.fields["entry"], self.fields["pod"]
        entry.choices = [(player.pk, str(player)) for player in players]  # type: ignore[attr-defined]
        pods = [(number, pod_text(number).capitalize()) for number in range(1, len(draft.seats) + 1)]
        pod.choices = pods  # type: ignore[attr-defined]
        if len(pods) == 1:
            pod.widget, self.initial["pod"] = forms.HiddenInput(), 1
        if not may_rule or draft.subtype == "sealed":
            del self.fields["reason"]
