"""How accounts behave here; everything else is allauth's."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class StadiumAccounts(DefaultAccountAdapter):
    """Lets a host close the sign-up with SIGNUP_OPEN=false."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGNUP_OPEN)


class SignIn(LoginForm):
    """Says what to type into the first field, and lets a phone fill it in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Name or e-mail")
        login.widget.attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
