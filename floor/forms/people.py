"""The form that confirms forgetting a person."""

from django import forms
from django.utils.translation import gettext_lazy


class ForgetForm(forms.Form):
    """The person's name, typed to confirm."""

    typed_name = forms.CharField(
        label=gettext_lazy("Name of the person"),
        error_messages={"required": gettext_lazy("Type the name to forget this person.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
