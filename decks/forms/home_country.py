"""The player's home country, whose languages apply at World and International Championships (R-017)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.forms.countries import CountryField
from decks.models import DeckList


class HomeForm(forms.Form):
    """Form for the player's home country, which may be empty."""

    home = CountryField(label=_("Home country"), required=False)

    def __init__(self, data: Any = None, *, row: DeckList) -> None:
        super().__init__(data, initial={"home": str(row.home)})
        self.fields["home"].widget.attrs["aria-describedby"] = "home-hint"
