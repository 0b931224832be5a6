"""Forms for manual changes to a round."""

from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pairings.forms.player_field import PlayerField
from tournaments.models import Division


class ManualMatchForm(forms.Form):
    """Two players to pair, or one for the bye."""

    first = PlayerField(label=_("Player"))
    second = PlayerField(label=_("Meets"))

    def __init__(self, data: QueryDict | None, division: Division) -> None:
        super().__init__(data)
        for name in ("first", "second"):
            cast(PlayerField, self.fields[name]).division = division
        self.fields["second"].required = False
        self.fields["second"].help_text = _("Leave blank for the bye.")


class TakeOutForm(forms.Form):
    """Player to drop after the pairing."""

    entry = PlayerField(label=_("Player"))

    def __init__(self, data: QueryDict | None, division: Division) -> None:
        super().__init__(data)
        cast(PlayerField, self.fields["entry"]).division = division


def hidden_values(form: forms.Form) -> dict[str, str]:
    """Return the submitted values, to be sent again with the confirmation."""
    return {name: form.data.get(name, "") for name in form.fields}
