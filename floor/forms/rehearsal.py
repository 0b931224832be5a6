"""Forms for a rehearsal: the number of players, and the minute to play until."""

from django import forms
from django.utils.translation import gettext_lazy

_PLAYERS_ERROR = gettext_lazy("Enter how many players, from 4 to 1,024.")


class RehearsalForm(forms.Form):
    players = forms.IntegerField(
        min_value=4,
        max_value=1024,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _PLAYERS_ERROR),
    )


class MinuteForm(forms.Form):
    minute = forms.IntegerField(min_value=0, max_value=600)
