"""The form of the building clocks: choose a pod, or add minutes with a reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.fields import set_choices
from decks.engine.building_clocks import FIELD
from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from drafts.services.building_clocks import MAX_MINUTES
from drafts.words.draft_run_words import pod_text


class BuildForm(forms.Form):
    """A tap on the building clock of a pod or of the whole field. In Sealed, only the whole field can be chosen."""

    pod = forms.TypedChoiceField(label=_("Who"), coerce=int)
    minutes = forms.IntegerField(label=_("More minutes"), min_value=1, max_value=MAX_MINUTES, required=False)
    reason = forms.CharField(label=_("Why"), max_length=MAX_REASON_LENGTH, required=False)

    def __init__(self, data: Any, *, draft: Draft, pods: list[int]) -> None:
        super().__init__(data, auto_id="build-%s")
        is_pair = draft.subtype == "solomon"
        pod_choices = [
            (pod, pod_text(pod, pair=is_pair).capitalize()) for pod in dict.fromkeys((FIELD, *pods))
        ]
        set_choices(self, "pod", pod_choices)
