"""Stadium's adapter for the accounts of allauth, and its sign-in form."""

from collections.abc import Mapping
from time import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm
from allauth.account.signals import password_reset, user_logged_in
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.accounts import devices, security
from core import limits
from core.engine.person_names import has_visible_character
from core.models import SignIn
from core.requests import SignedInRequest
from tournaments.models import StaffMember, User
from tournaments.queries import events_staffed_by


class StadiumAccountAdapter(DefaultAccountAdapter):
    """The account adapter of Stadium.

    It refuses new accounts if SIGNUP_OPEN=false, and limits failed attempts to sign in. Each known device has a
    separate limit. Other devices are limited by address, by name and address together, and by name; the last
    limit is so high that only programs reach it.
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
        if not has_visible_character(username):
            raise ValidationError(_("Choose a name that others can read."))
        return str(super().clean_username(username, shallow=shallow))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new account like allauth, but with the password hash that the form computed before its transaction."""
        hashed_password = getattr(form, "hashed_password", None)
        if hashed_password is None:
            return super().save_user(request, user, form, commit=commit)
        # Without a password in the form, allauth does not hash it a second time.
        raw_password = form.cleaned_data.pop("password1")
        super().save_user(request, user, form, commit=False)
        form.cleaned_data["password1"] = raw_password
        user.password = hashed_password
        if commit:
            user.save()
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count this attempt under each of its limits; `authenticate` rolls it back if the password is right.

        Raises ValidationError if a limit is exceeded.
        """
        usages = _AttemptUsages()
        self._login_failed_rl_usage = usages
        name = _typed_name(credentials)
        users = accounts_named(name)[: devices.MOST] if devices.COOKIE in request.COOKIES else []
        device = next((device for user in users if (device := devices.known_device(request, user))), None)
        keys = (
            {"sign_in_device": f"{device} {name}"}
            if device
            else {
                "sign_in_address": None,
                "sign_in_name_address": f"{limits.client_address(request)} {name}",
                "sign_in_name": name,
            }
        )
        for action, key in keys.items():
            usage = limits.count_attempt(request, action, key)
            if usage is None:
                raise self.validation_error("too_many_login_attempts")
            usages.append(usage)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether allauth requires a new sign-in and the last one is older than REAUTHENTICATION_TIMEOUT."""
        session = self.request.session if self.request else {}
        records = session.get("account_authentication_methods", [])
        latest = max((float(record.get("at", 0)) for record in records), default=0.0)
        if time() - latest < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for user in accounts_named(_typed_name(credentials))[: devices.MOST]:
            security.record_sign_in_attempt(request, user, SignIn.Outcome.WRONG_PASSWORD)

    def set_password(self, user: User, password: str) -> None:
        """Save only the password.

        Other fields of accounts appear on pages of events, which would have to be rendered again.
        """
        user.set_password(password)
        user.save(update_fields=["password"])

    def get_login_redirect_url(self, request: SignedInRequest) -> str:
        """Return the URL of the judge calls for a judge of a single running event, or else that of the start page."""
        now = timezone.now()
        running = [row for row in events_staffed_by(request.user) if row.phase(now) == "running"]
        if [row.role for row in running] == [StaffMember.Role.JUDGE]:
            return reverse("floor:calls", args=[running[0].slug])
        return str(super().get_login_redirect_url(request))

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        devices.remember_device(request, response, user)
        return response


@receiver(user_logged_in)
def _record_sign_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    security.record_sign_in_attempt(request, user, SignIn.Outcome.OK)


@receiver(password_reset)
def _forget_attempts_after_reset(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    # Only the owner can read the mail with the link, so earlier guesses no longer count.
    forget_sign_in_attempts(user, request)


def forget_sign_in_attempts(user: User, request: HttpRequest | None = None) -> None:
    """Reset the attempts counted for this account by name and email, and with `request` also by its IP address."""
    for name in {user.username.casefold(), user.email.casefold()} - {""}:
        if request is not None:
            limits.clear_attempts(request, "sign_in_name_address", f"{limits.client_address(request)} {name}")
        limits.clear_attempts(request or HttpRequest(), "sign_in_name", name)


class _AttemptUsages(list[limits.CountedAttempt]):
    """The counts of an attempt under each of its limits, with the method that allauth calls on success."""

    def rollback(self) -> None:
        for usage in self:
            usage.rollback()


def _typed_name(credentials: Mapping[str, Any]) -> str:
    """Return the username or email address of an attempt to sign in, in lower case."""
    return str(credentials.get("email") or credentials.get("username") or "").casefold()


def accounts_named(name: str) -> QuerySet[User]:
    """Return the accounts with this username or email address, ignoring case."""
    return User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name))


class SignInForm(LoginForm):
    """The sign-in form, with the project's label and hints for password managers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or email")
        login.widget.attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
