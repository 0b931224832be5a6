"""An account that is made where it is needed: on a new installation, or by an invitation to the staff."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import User


class NewAccountForm(forms.Form):
    """A name and a password, with the rules of every account here."""

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

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, again = cleaned.get("password1"), cleaned.get("password2")
        if first and again and first != again:
            self.add_error("password2", _("The two passwords differ. Type both again."))
        elif first:
            try:
                validate_password(first, User(username=cleaned.get("username", "")))
            except ValidationError as weak:
                self.add_error("password1", weak)
        return cleaned
