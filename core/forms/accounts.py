"""Forms to create an account, on a new installation or with an invitation, and to change its display name."""

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.engine.person_names import has_visible_character, strip_invisible_characters

MAX_NAME_LENGTH = 100
"""The maximum length of a display name. A journal line has room for 150."""


class NewAccountForm(forms.Form):
    """Username and password, with the rules that apply to every account."""

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html(),
    )
    password2 = forms.CharField(
        label=_("Password (again)"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        password, repeated = cleaned.get("password1"), cleaned.get("password2")
        if password and repeated and password != repeated:
            self.add_error("password2", _("The two passwords differ. Type both again."))
        elif password:
            try:
                validate_password(password, get_user_model()(username=cleaned.get("username", "")))
            except ValidationError as error:
                self.add_error("password1", error)


class DisplayNameForm(forms.Form):
    """The display name of an account."""

    name = forms.CharField(
        label=_("Name shown to others"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_(
            "Shown beside your entries and decisions, and as the organizer in TOM files. Leave blank "
            "to show the username."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        """Return the name without invisible characters and surplus spaces.

        Reject a name that is not blank but has no visible character.
        """
        name = " ".join(strip_invisible_characters(self.cleaned_data["name"]).split())
        if name and not has_visible_character(name):
            raise ValidationError(_("This name has no visible characters. Enter letters, or leave it blank."))
        return name
