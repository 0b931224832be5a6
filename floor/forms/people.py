"""The name, typed once more."""

from django import forms
from django.utils.translation import gettext_lazy


class ForgetForm(forms.Form):
    """What somebody types who forgets a person."""

    typed_name = forms.CharField(
        label=gettext_lazy("Name of the person"),
        error_messages={"required": gettext_lazy("Type the name to forget this person.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
