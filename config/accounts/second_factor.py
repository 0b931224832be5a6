"""The second factor: codes of an app on a phone, and ten recovery codes on paper.

allauth generates and checks the codes. Ours are the words and the QR picture; other sessions end when it is set
up, and SECOND_FACTOR=required redirects all who work at an event or administer to the set-up page.
"""

from collections.abc import Callable
from typing import Any

from allauth.core import context
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.conf import settings
from django.contrib import messages
from django.dispatch import receiver
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.accounts import devices, sessions
from core import limits
from core.documents.marks import qr_modules, squares
from core.models import TeamMember
from tournaments.models import StaffMember, User
from tournaments.rules import may_create_events

OPEN = ("/account/", "/static/", "/api/", "/my/", "/l/", "/d/", "/p/")
"""Open without a second factor: pages to set it up, and pages opened by a link or token instead of the account."""

OPEN_NAMES = ("set_language", "favicon", "core:manifest", "core:service_worker")


class SecondFactor(DefaultMFAAdapter):
    """Our words, and a QR picture without another site."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("This code is wrong or too old. Type the one your app shows now."),
        "too_many_codes": gettext_lazy(
            "Too many wrong codes. Type a recovery code, sign in on a device you have used before, or wait ten minutes."
        ),
    }

    def get_totp_label(self, user: User) -> str:
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        modules = qr_modules(url)
        side = len(modules) + 4
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="220" height="220">'
            f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path stroke="#000" d="{squares(modules)}"/></svg>'
        )


def _with_words(form: Form, label: str) -> None:
    code = form.fields["code"]
    code.label = label
    code.widget.attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}


class _LimitedCode:
    """Count codes by known device, else by account; recovery codes are counted separately."""

    def clean_code(self) -> str:
        form: Any = self
        code, request = str(form.cleaned_data["code"]), context.request
        # The limit a code counts toward, and its key.
        kind = "app" if len(code.replace(" ", "")) <= mfa_settings.TOTP_DIGITS else "recovery"
        device = devices.known(request, form.user)
        action, key = "second_factor", f"{form.user.pk} {kind}"
        if device is not None:
            action, key = "second_factor_device", f"{key} {device}"
        if limits.count(request, action, key) is None:
            raise get_adapter().validation_error("too_many_codes")
        rows = Authenticator.objects.filter(user=form.user).exclude(type=Authenticator.Type.WEBAUTHN)
        # The app first, so that a failure counts against it and not against the recovery codes.
        ordered = sorted(rows, key=lambda row: row.type != Authenticator.Type.TOTP)
        for row in ordered:
            if row.wrap().validate_code(code):
                row.user, form.authenticator = form.user, row
                limits.clear(request, action, key)
                return code
        if ordered:
            form._emit_authentication_failed(ordered[0])
        raise get_adapter().validation_error("incorrect_code")


def forget_codes(user: User) -> None:
    """Reset the attempts of unknown devices on this account."""
    for kind in ("app", "recovery"):
        limits.clear(HttpRequest(), "second_factor", f"{user.pk} {kind}")


class CodeForm(_LimitedCode, AuthenticateForm):
    """The second step of signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _with_words(self, _("Code from your app, or a recovery code"))


class CodeAgainForm(_LimitedCode, ReauthenticateForm):
    """The same, before a sensitive page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _with_words(self, _("Code from your app, or a recovery code"))


class FirstCodeForm(ActivateTOTPForm):
    """Confirm that the app has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _with_words(self, _("Code that the app shows"))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


@receiver(authenticator_added)
def _end_sessions_without_it(
    request: HttpRequest, user: User, authenticator: Authenticator, **_kwargs: Any
) -> None:
    # Sessions begun with the password alone must sign in again.
    if authenticator.type == Authenticator.Type.TOTP:
        sessions.end_others(request, user)


def has_second_factor(user: User) -> bool:
    """Whether signing in to this account requires a code."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def needs_second_factor(user: User) -> bool:
    """Whether SECOND_FACTOR requires a code of this user, who organizes, works at an event or administers."""
    if settings.SECOND_FACTOR != "required":
        return False
    return (
        user.is_staff
        or user.is_superuser
        or may_create_events(user)
        or StaffMember.objects.filter(user=user).exists()
        or TeamMember.objects.filter(user=user).exists()
    )


def remove(user: User) -> bool:
    """Remove the second factor of an account. Returns whether it had one."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


class SecondFactorMiddleware:
    """Redirect users who need a second factor and have none to the page that sets it up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            settings.SECOND_FACTOR != "required"
            or request.path.startswith(OPEN)
            or request.path in map(reverse, OPEN_NAMES)
        ):
            return self.get_response(request)
        user = request.user
        if isinstance(user, User) and needs_second_factor(user) and not has_second_factor(user):
            messages.warning(
                request, _("Set up two-step sign-in first: this site requires it for all staff.")
            )
            return redirect("mfa_activate_totp")
        return self.get_response(request)
