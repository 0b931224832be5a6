"""Adapter of allauth for accounts; everything not here is allauth's."""

from collections.abc import Mapping
from time import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm
from allauth.account.signals import password_reset, user_logged_in
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from config.accounts import devices, security
from core import limits
from core.engine.people import is_visible
from core.models import SignIn
from tournaments.models import User

Credentials = Mapping[str, Any]


class StadiumAccounts(DefaultAccountAdapter):
    """Close the sign-up with SIGNUP_OPEN=false, and count failed attempts to sign in.

    A known device has its own limit. Others are limited by address, by name and address together, and by name,
    with a ceiling that only machines reach.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _(
            "Too many wrong passwords. Wait five minutes, then try again, or sign in on a device you have used before."
        ),
        "username_blacklisted": _("This username cannot be used. Choose another one."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGNUP_OPEN)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if not is_visible(username):
            raise ValidationError(_("Choose a name that others can read."))
        return str(super().clean_username(username, shallow=shallow))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """As allauth's, with the password hashed by the sign-up form before its transaction."""
        hashed = getattr(form, "hashed_password", None)
        if hashed is None:
            return super().save_user(request, user, form, commit=commit)
        typed = form.cleaned_data.pop("password1")
        super().save_user(request, user, form, commit=False)
        form.cleaned_data["password1"] = typed
        user.password = hashed
        if commit:
            user.save()
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count this attempt; `authenticate` rolls it back if the password is right."""
        usages = _Usages()
        self._login_failed_rl_usage = usages
        for action, key in _limits_of(request, credentials):
            usage = limits.count(request, action, key)
            if usage is None:
                raise self.validation_error("too_many_login_attempts")
            usages.append(usage)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Not required within REAUTHENTICATION_TIMEOUT of a sign-in."""
        session = self.request.session if self.request else {}
        records = session.get("account_authentication_methods", [])
        latest = max((float(record.get("at", 0)) for record in records), default=0.0)
        if time() - latest < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for user in _accounts(credentials):
            security.note(request, user, SignIn.Outcome.WRONG_PASSWORD)

    def set_password(self, user: User, password: str) -> None:
        """Save the password alone: other account fields are shown on pages of events, which would be rendered
        again.
        """
        user.set_password(password)
        user.save(update_fields=["password"])

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        devices.remember(request, response, user)
        return response


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    security.note(request, user, SignIn.Outcome.OK)


@receiver(password_reset)
def _with_new_password(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    # After a password reset by mail the owner need not wait.
    forget_attempts(user, request)


def forget_attempts(user: User, request: HttpRequest | None = None) -> None:
    """Reset the attempts for this account, by name and email; with `request` also those from its address."""
    for name in {user.username.casefold(), user.email.casefold()} - {""}:
        if request is not None:
            limits.clear(request, "sign_in_name_address", f"{limits.address(request)} {name}")
        limits.clear(request or HttpRequest(), "sign_in_name", name)


class _Usages(list[limits.Usage]):
    def rollback(self) -> None:
        for usage in self:
            usage.rollback()


def _limits_of(request: HttpRequest, credentials: Credentials) -> list[tuple[str, str | None]]:
    """The limits one attempt counts for, with their keys."""
    name = _name(credentials)
    users = _accounts(credentials) if devices.COOKIE in request.COOKIES else []
    device = next((device for user in users if (device := devices.known(request, user))), None)
    if device:
        return [("sign_in_device", f"{device} {name}")]
    address = limits.address(request)
    return [
        ("sign_in_address", None),
        ("sign_in_name_address", f"{address} {name}"),
        ("sign_in_name", name),
    ]


def _name(credentials: Credentials) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").casefold()


def _accounts(credentials: Credentials) -> list[User]:
    """Accounts with this name or email address."""
    name = _name(credentials)
    return list(User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name))[: devices.MOST])


class SignInForm(LoginForm):
    """Label the first field, and let a phone fill it in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or email")
        login.widget.attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
