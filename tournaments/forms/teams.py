"""What a team is called, and who comes in."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TeamNameForm(forms.Form):
    """The name its members see."""

    name = forms.CharField(label=_("Name of the team"), max_length=120)


class MemberForm(forms.Form):
    """Somebody who has an account here already."""

    login = forms.CharField(
        label=_("Name or e-mail"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_("The name this person signs in with."),
    )
