"""How large a rehearsal is, and until when its players play."""

from django import forms
from django.utils.translation import gettext_lazy


class RehearsalForm(forms.Form):
    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=4, max_value=1024, required=False)


class MinuteForm(forms.Form):
    minute = forms.IntegerField(min_value=0, max_value=600)
