"""A round changed by hand."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pairings.forms.options import PlayerField
from tournaments.models import Division


class MatchForm(forms.Form):
    """Two who shall meet, or one who shall have the bye."""

    first = PlayerField(label=_("Player"))
    second = PlayerField(label=_("Meets"))

    def __init__(self, data: QueryDict | None, division: Division) -> None:
        super().__init__(data)
        self.fields["first"].division = division  # type: ignore[attr-defined]
        self.fields["second"].division = division  # type: ignore[attr-defined]
        self.fields["second"].required = False
        self.fields["second"].help_text = _("Leave blank for the bye.")


class LeaveForm(forms.Form):
    """Who leaves after the draw."""

    entry = PlayerField(label=_("Player"))

    def __init__(self, data: QueryDict | None, division: Division) -> None:
        super().__init__(data)
        self.fields["entry"].division = division  # type: ignore[attr-defined]


def hidden(form: forms.Form) -> dict[str, Any]:
    """What was typed, to be sent again once it is confirmed."""
    return {name: form.data.get(name, "") for name in form.fields}
