"""Forms for splitting a division into pods."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from drafts.queries.pods import Choice
from drafts.words.draft_words import pods_text


class PodsForm(forms.Form):
    """One of the ways to split the checked-in players into equal pods (R-091)."""

    size = forms.TypedChoiceField(label=_("Pods"), coerce=int)

    def __init__(self, data: QueryDict | None, choice: Choice) -> None:
        super().__init__(data, initial={"size": choice.best.pod_size if choice.best else None})
        self.choice = choice
        ways = [(way.pod_size, pods_text(way.pods, way.pod_size)) for way in choice.ways]
        self.fields["size"].choices = ways  # type: ignore[attr-defined]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each pod, once the form is valid."""
        chosen = self.cleaned_data["size"]
        return next(way.sizes for way in self.choice.ways if way.pod_size == chosen)
