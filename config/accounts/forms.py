"""Forms of allauth with labels in the project's style: a single capital, and "optional" added only by the page."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm, SignupForm
from allauth.account.views import SignupView
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from core.services import accounts


class SignUpForm(SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_labels(self, email=_("Email"))

    def try_save(self, request: HttpRequest) -> Any:
        """Create the account. Raises ValidationError if the username was taken since it was checked."""
        # Hashing takes a third of a second, during which an open transaction would block all other writers.
        self.hashed_password = make_password(self.cleaned_data["password1"])
        with transaction.atomic():
            accounts.lock_username(self.cleaned_data["username"])
            get_adapter(request).clean_username(self.cleaned_data["username"])
            return super().try_save(request)


class SignUpView(SignupView):
    def form_valid(self, form: Form) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as taken:
            form.add_error("username", taken)
            response = self.form_invalid(form)
        return response


class NewPasswordForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_labels(self, oldpassword=_("Current password"))
        _set_labels(self, password1=_("New password"), password2=_("New password (again)"))


class ForgottenPasswordForm(ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_labels(self, password1=_("New password"), password2=_("New password (again)"))


def _set_labels(form: Form, **labels: Any) -> None:
    """Set labels, and use them as placeholders of all fields except the email address."""
    for name, label in labels.items():
        form.fields[name].label = label
        if name != "email":
            form.fields[name].widget.attrs["placeholder"] = label
