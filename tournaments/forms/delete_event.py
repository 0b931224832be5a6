"""The form that confirms a deletion."""

from django import forms
from django.utils.translation import gettext_lazy


class DeleteForm(forms.Form):
    """The event's name, typed to confirm its deletion."""

    typed_name = forms.CharField(
        label=gettext_lazy("Event name"),
        error_messages={"required": gettext_lazy("Type the name of the event to delete it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
