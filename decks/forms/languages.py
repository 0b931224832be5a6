"""The form on the page of allowed languages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.forms.countries import CountryField
from tournaments.models import Tournament


class LanguagesForm(forms.Form):
    """The country and class of an event, and the player's home if it matters."""

    country = CountryField(label=_("Country of the event"))
    event = forms.ChoiceField(label=_("Class of event"), choices=Tournament.EventClass.choices)
    home = CountryField(
        label=_("Your home country"),
        required=False,
        help_text=_("Asked only at Worlds and Internationals and their side events."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s"} | kwargs)
        self.initial.setdefault("event", Tournament.EventClass.CHAMPIONSHIP_POINTS)
