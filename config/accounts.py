"""How accounts behave here; everything else is allauth's."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm
from allauth.account.signals import password_reset
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from config import devices
from tournaments import limits
from tournaments.engine.people import is_visible
from tournaments.models import User


class StadiumAccounts(DefaultAccountAdapter):
    """Lets a host close the sign-up with SIGNUP_OPEN=false, and counts failed attempts to sign in.

    A known device is limited by itself. Others are by their address, by name and address together, and by the name with
    a ceiling that is for machines: nobody's typing reaches it.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _(
            "Too many wrong passwords. Wait five minutes, then try again, or sign in on a device you have used before."
        )
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGNUP_OPEN)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if not is_visible(username):
            raise ValidationError(_("Choose a name that others can read."))
        return str(super().clean_username(username, shallow=shallow))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count this attempt; `authenticate` counts it no longer once the password is right."""
        usages = _Usages()
        self._login_failed_rl_usage = usages
        for action, key in _limits_of(request, credentials):
            usage = limits.count(request, action, key)
            if usage is None:
                raise self.validation_error("too_many_login_attempts")
            usages.append(usage)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        devices.remember(request, response, user)
        return response


@receiver(password_reset)
def _with_new_password(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """A new password from the letter: its owner need not wait."""
    forget_attempts(user, request)


def forget_attempts(user: User, request: HttpRequest | None = None) -> None:
    """Count attempts for this account anew, by its name and its e-mail; those from where `request` comes too."""
    for name in {user.username.casefold(), user.email.casefold()} - {""}:
        if request is not None:
            limits.clear(request, "sign_in_name_address", f"{limits.address(request)} {name}")
        limits.clear(request or HttpRequest(), "sign_in_name", name)


class _Usages(list[limits.Usage]):
    def rollback(self) -> None:
        for usage in self:
            usage.rollback()


def _limits_of(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[str, str | None]]:
    """The limits one attempt counts for, with their keys."""
    name = str(credentials.get("email") or credentials.get("username") or "").casefold()
    device = _known_device(request, name)
    if device:
        return [("sign_in_device", f"{device} {name}")]
    address = limits.address(request)
    return [
        ("sign_in_address", None),
        ("sign_in_name_address", f"{address} {name}"),
        ("sign_in_name", name),
    ]


def _known_device(request: HttpRequest, name: str) -> str | None:
    if devices.COOKIE not in request.COOKIES:
        return None
    users = User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name))[: devices.MOST]
    return next((device for user in users if (device := devices.known(request, user))), None)


class SignIn(LoginForm):
    """Says what to type into the first field, and lets a phone fill it in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Name or e-mail")
        login.widget.attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
