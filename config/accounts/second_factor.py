"""The second factor: codes from an app on a phone, and ten recovery codes on paper.

allauth generates and checks the codes. This module adds the texts and the QR picture, and ends other sessions
after the set-up. SECOND_FACTOR=required redirects event staff and administrators of the installation to the
set-up page.
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
from core.documents.qr_codes import qr_modules, qr_svg_path
from core.models import TeamMember
from tournaments.access import may_create_events
from tournaments.models import StaffMember, User

OPEN = ("/account/", "/static/", "/api/", "/my/", "/l/", "/d/", "/p/")
"""Addresses open without a second factor: its set-up, and pages that need a link or token rather than an account."""

OPEN_NAMES = ("set_language", "favicon", "core:manifest", "core:service_worker")
"""Names of further URLs that are open without a second factor."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """Second-factor adapter with the wording of Stadium and a QR code drawn without another website."""

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
        # The code has a margin of two modules on each side.
        side = len(modules) + 4
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="220" height="220">'
            f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path stroke="#000" d="{qr_svg_path(modules)}"/></svg>'
        )


def _set_code_field_label(form: Form, label: str) -> None:
    code = form.fields["code"]
    code.label = label
    code.widget.attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}


class _LimitedCodeMixin:
    """Limits attempts per known device, and otherwise per account."""

    def clean_code(self) -> str:
        form: Any = self
        code, request = str(form.cleaned_data["code"]), context.request
        # Recovery codes have a separate limit.
        kind = "app" if len(code.replace(" ", "")) <= mfa_settings.TOTP_DIGITS else "recovery"
        device = devices.known_device(request, form.user)
        action, key = "second_factor", f"{form.user.pk} {kind}"
        if device is not None:
            action, key = "second_factor_device", f"{key} {device}"
        if limits.count_attempt(request, action, key) is None:
            raise get_adapter().validation_error("too_many_codes")
        unordered = Authenticator.objects.filter(user=form.user).exclude(type=Authenticator.Type.WEBAUTHN)
        # Check the app first, so that a failure is attributed to it and not to the recovery codes.
        authenticators = sorted(
            unordered, key=lambda authenticator: authenticator.type != Authenticator.Type.TOTP
        )
        for authenticator in authenticators:
            if authenticator.wrap().validate_code(code):
                authenticator.user, form.authenticator = form.user, authenticator
                limits.clear_attempts(request, action, key)
                return code
        if authenticators:
            form._emit_authentication_failed(authenticators[0])
        raise get_adapter().validation_error("incorrect_code")


def forget_code_attempts(user: User) -> None:
    """Reset the number of failed attempts that unknown devices made for this account."""
    for kind in ("app", "recovery"):
        limits.clear_attempts(HttpRequest(), "second_factor", f"{user.pk} {kind}")


class CodeForm(_LimitedCodeMixin, AuthenticateForm):
    """The form for the code, as the second step of signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_code_field_label(self, _("Code from your app, or a recovery code"))


class CodeAgainForm(_LimitedCodeMixin, ReauthenticateForm):
    """The form that requires the code again before a sensitive page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_code_field_label(self, _("Code from your app, or a recovery code"))


class FirstCodeForm(ActivateTOTPForm):
    """The form for the first code, which proves that the app has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_code_field_label(self, _("Code that the app shows"))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


@receiver(authenticator_added)
def _end_sessions_without_code(
    request: HttpRequest, user: User, authenticator: Authenticator, **_kwargs: Any
) -> None:
    # Sessions that began with only a password must sign in again.
    if authenticator.type == Authenticator.Type.TOTP:
        sessions.end_other_sessions(request, user)


def has_second_factor(user: User) -> bool:
    """Return whether signing in to this account requires a code."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


def remove_second_factor(user: User) -> bool:
    """Remove the second factor of an account with its recovery codes; return whether it had one."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


class SecondFactorMiddleware:
    """Redirects users who need a second factor and have none to the page that sets it up."""

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
        # Everyone who organizes, works at an event or administers the installation needs a second factor.
        if (
            isinstance(user, User)
            and (
                user.is_staff
                or user.is_superuser
                or may_create_events(user)
                or StaffMember.objects.filter(user=user).exists()
                or TeamMember.objects.filter(user=user).exists()
            )
            and not has_second_factor(user)
        ):
            messages.warning(
                request, _("Set up two-step sign-in first: this site requires it for all staff.")
            )
            return redirect("mfa_activate_totp")
        return self.get_response(request)
