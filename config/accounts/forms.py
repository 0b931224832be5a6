"""Forms of allauth with labels written like all others here: one capital, and "optional" said by the page alone."""

from typing import Any

from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm, SignupForm
from django.forms import Form
from django.utils.translation import gettext_lazy as _


class SignUpForm(SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _call(self, email=_("Email"))


class NewPasswordForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _call(self, oldpassword=_("Current password"))
        _call(self, password1=_("New password"), password2=_("New password (again)"))


class ForgottenPasswordForm(ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _call(self, password1=_("New password"), password2=_("New password (again)"))


def _call(form: Form, **labels: Any) -> None:
    """Name fields; what stands in an empty one as a hint is its name."""
    for name, label in labels.items():
        form.fields[name].label = label
        if name != "email":
            form.fields[name].widget.attrs["placeholder"] = label
