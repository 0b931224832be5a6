"""The forms on the pages of formats and reprints: a day, and a format."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.engine.first_legal_days import FIRST_DAY, LAST_DAY
from cards.engine.formats import CARD_FORMATS
from core.forms.days import DayField


class FormatDayForm(forms.Form):
    """A day within the supported range."""

    date = DayField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s"} | kwargs)

    def clean_date(self) -> datetime.date:
        day: datetime.date = self.cleaned_data["date"]
        if not FIRST_DAY <= day <= LAST_DAY:
            raise forms.ValidationError(_("Choose a day between 1999 and 2099."))
        return day


class ReprintsForm(FormatDayForm):
    """The format and day of the list of reprints. Unlimited is excluded, since it needs no reprints."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=[(code, _(name)) for code, name in CARD_FORMATS.items() if code != "unlimited"],
    )

    field_order = ("format", "date")
