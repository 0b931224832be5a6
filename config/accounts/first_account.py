"""The first page of a new installation, which creates the administrator's account without the command line.

Only `serve` offers the page, while no account exists. A browser on this machine may create the account; any other
browser needs the code printed by `serve`, so that strangers on the same network cannot take over the installation.
"""

import secrets
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from config.accounts import devices, security
from core import limits
from core.engine.refused import Refused
from core.forms.accounts import NewAccountForm
from core.network import is_from_this_machine
from core.sentences import refusal_text
from core.services import accounts
from tournaments.models import User

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10
"""The length of the code: fifty bits, for a code that is typed once."""


def generate_first_account_code() -> str:
    """Generate a random code of unambiguous characters."""
    return "".join(secrets.choice(LETTERS) for _n in range(CODE_LENGTH))


def offers_first_account() -> bool:
    """Return whether this server was started by `serve` and no account exists."""
    return bool(settings.FIRST_ACCOUNT_CODE) and not User.objects.exists()


class FirstAccountForm(NewAccountForm):
    """Username and password, with the code unless the browser is on this machine."""

    code = forms.CharField(
        label=_("Code"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        help_text=_("It is shown in the window where Stadium was started."),
    )

    def __init__(self, *args: Any, needs_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_code:
            del self.fields["code"]

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"].strip().upper()
        if not constant_time_compare(code, settings.FIRST_ACCOUNT_CODE):
            raise ValidationError(
                _("This is not the code. Copy it from the window where Stadium was started.")
            )
        return code


@never_cache
@sensitive_post_parameters("password1", "password2", "code")
def first_account_page(request: HttpRequest) -> HttpResponse:
    """Create the first account, sign it in and continue with the page for a new event.

    Redirects to the start page once an account exists. Raises Http404 unless this server was started by `serve`.
    """
    if not settings.FIRST_ACCOUNT_CODE:
        raise Http404
    if not offers_first_account():
        return redirect("tournaments:home")
    needs_code = not is_from_this_machine(request)
    form = FirstAccountForm(request.POST or None, needs_code=needs_code)
    # Attempts are limited, so that the code cannot be guessed.
    if request.method == "POST" and needs_code and limits.count_attempt(request, "first_account") is None:
        form.add_error(None, _("Too many attempts. Wait a minute, then try again."))
    elif request.method == "POST" and form.is_valid():
        try:
            user = accounts.create_first_account(
                username=form.cleaned_data["username"], password=form.cleaned_data["password1"]
            )
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            get_adapter().login(request, user)
            security.record_session(request, user)
            response = redirect("tournaments:new")
            devices.remember_device(request, response, user)
            return response
    return render(request, "account/first_account.html", {"form": form, "needs_code": needs_code})


class FirstAccountMiddleware:
    """Redirects requests to the page for the first account until an account exists.

    The language choice, the icon, the manifest and the service worker are not redirected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.is_made = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.is_made = self.is_made or not offers_first_account()
        # Scripts and icons are not redirected, because browsers treat that as an error.
        names = "first_account", "set_language", "favicon", "core:manifest", "core:service_worker"
        if self.is_made or request.path in set(map(reverse, names)):
            return self.get_response(request)
        return redirect("first_account")
