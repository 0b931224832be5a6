"""The form to split a division into pods."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.forms.fields import set_choices
from drafts.queries.pods import PodChoice
from drafts.words.draft_words import pods_text
from drafts.words.pod_words import uneven_pods_reason, uneven_pods_text


class PodsForm(forms.Form):
    """A choice among the ways to split the checked-in players into pods, equal or with a reason (R-091, S12)."""

    size = forms.ChoiceField(label=_("Pods"))

    def __init__(self, data: QueryDict | None, choice: PodChoice) -> None:
        """Build the form with uneven ways first, then equal ones; the best equal way is preselected."""
        self.sizes_by_value = {str(way.pod_size): way.sizes for way in choice.ways}
        uneven = {"+".join(map(str, sizes)): sizes for sizes in choice.uneven}
        size_choices = [(value, uneven_pods_text(sizes)) for value, sizes in uneven.items()]
        size_choices += [(str(way.pod_size), pods_text(way.pods, way.pod_size)) for way in choice.ways]
        self.sizes_by_value |= uneven
        preselected = str(choice.best.pod_size) if choice.best else next(iter(uneven), None)
        super().__init__(data, initial={"size": preselected})
        set_choices(self, "size", size_choices)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each pod, available once the form is valid."""
        return self.sizes_by_value[self.cleaned_data["size"]]

    @property
    def reason(self) -> str:
        """The reason for unequal pods, "" for equal ones. Available once the form is valid."""
        return uneven_pods_reason(sum(self.sizes)) if len(set(self.sizes)) > 1 else ""
