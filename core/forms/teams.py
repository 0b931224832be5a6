"""Forms for the name and the members of a team."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.models import Team


class TeamNameForm(forms.Form):
    """The name of the team, which its members see."""

    name = forms.CharField(label=_("Name of the team"), max_length=120)


class TeamNamesForm(forms.ModelForm):
    """Whether names stay in results when other personal data is removed."""

    class Meta:
        model = Team
        fields = ["names_stay"]


class MemberForm(forms.Form):
    """An existing account to invite."""

    login = forms.CharField(
        label=_("Username or email"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_("What this person signs in with."),
    )
