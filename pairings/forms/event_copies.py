"""Form for the copy folder of an event."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CopyFolderForm(forms.Form):
    """A folder on the machine that runs Stadium, validated by the service."""

    folder = forms.CharField(
        label=_("Folder"),
        required=False,
        max_length=400,
        help_text=_("The full path, such as E:\\\\ or /media/anna/STICK. Leave blank for no copies."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "list": "sticks"}
        ),
    )
