"""The form of a building clock: a pod, and minutes with their reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.engine.building import FIELD
from decks.models import Draft
from decks.models.drafts import LONGEST_REASON
from drafts.services.building import MOST_MINUTES
from drafts.words.draft_run_words import pod_text


class BuildForm(forms.Form):
    """For the pods of a draft; in Sealed only the whole field."""

    pod = forms.TypedChoiceField(label=_("Who"), coerce=int)
    minutes = forms.IntegerField(label=_("More minutes"), min_value=1, max_value=MOST_MINUTES, required=False)
    reason = forms.CharField(label=_("Why"), max_length=LONGEST_REASON, required=False)

    def __init__(self, data: Any, *, draft: Draft, pods: list[int]) -> None:
        super().__init__(data, auto_id="build-%s")
        pair = draft.subtype == "solomon"
        names = [(pod, pod_text(pod, pair=pair).capitalize()) for pod in dict.fromkeys((FIELD, *pods))]
        self.fields["pod"].choices = names  # type: ignore[attr-defined]
