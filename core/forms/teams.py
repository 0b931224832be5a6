"""Forms for the name, the members and the public page of a team."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentForm
from core.models import Team


class TeamNameForm(forms.Form):
    """The name of the team, which its members see."""

    name = forms.CharField(label=_("Team name"), max_length=120)


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
        help_text=_("The name this person uses to sign in."),
    )


class TeamPageForm(ConcurrentForm):
    """The texts of the team's public page."""

    is_public = forms.BooleanField(
        label=_("The page is public"),
        required=False,
        help_text=_("It shows the name and the logo of the team, this text, and your public events."),
    )
    about = forms.CharField(
        label=_("About us"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 6}),
        help_text=_("Who you are, when you play, what players bring. Everyone can read it."),
    )
    venue = forms.CharField(
        label=_("Venue"),
        max_length=200,
        required=False,
        help_text=_("Where you usually play, with its address."),
    )
    map_link = forms.CharField(
        label=_("Link to a map"),
        max_length=500,
        required=False,
        widget=forms.TextInput({"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Copied from the address bar of a map, such as https://www.openstreetmap.org/…"),
    )
