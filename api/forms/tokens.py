"""The form that creates a token: its purpose, scopes and lifetime."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from api.engine.scopes import scopes_grantable_by_role
from api.models.tokens import MAX_NAME_LENGTH
from api.words.api_words import SCOPE_NAMES
from tournaments.rules import MAY


class TokenForm(forms.Form):
    """A new token. `role` determines which scopes are available."""

    name = forms.CharField(
        label=_("Purpose"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("What will use it, for example “Stream overlay”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("May also read"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Leave blank to read only what the public pages show, even before the event is public."),
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(1, _("1 day")), (7, _("7 days")), (90, _("90 days")), (365, _("1 year"))],
        initial=7,
    )

    def __init__(self, *args: Any, role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - a field of this form
        field.choices = [(scope, SCOPE_NAMES[scope]) for scope in scopes_grantable_by_role(role, MAY)]
