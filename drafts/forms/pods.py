"""The form to split a division into pods."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.forms.fields import set_choices
from drafts.queries.pods import Choice
from drafts.words.draft_words import pods_text


class PodsForm(forms.Form):
    """A choice among the ways to split the checked-in players into equal pods (R-091)."""

    size = forms.TypedChoiceField(label=_("Pods"), coerce=int)

    def __init__(self, data: QueryDict | None, choice: Choice) -> None:
        super().__init__(data, initial={"size": choice.best.pod_size if choice.best else None})
        self.choice = choice
        size_choices = [(way.pod_size, pods_text(way.pods, way.pod_size)) for way in choice.ways]
        set_choices(self, "size", size_choices)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each pod, available once the form is valid."""
        chosen_size = self.cleaned_data["size"]
        return next(way.sizes for way in self.choice.ways if way.pod_size == chosen_size)
