"""Forms for staff members and invitations."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentForm
from tournaments.models import StaffMember


class StaffForm(forms.Form):
    """An existing account and its new role."""

    login = forms.CharField(
        label=_("Username or email"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_("The name this person uses to sign in."),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=StaffMember.Role.choices, initial=StaffMember.Role.SCOREKEEPER
    )


class RoleForm(ConcurrentForm):
    """A new role for a staff member."""

    role = forms.ChoiceField(
        choices=StaffMember.Role.choices, widget=forms.Select(attrs={"class": "input as-long"})
    )

    def __init__(self, data: Any, member: int, role: str) -> None:
        super().__init__(data, initial={"role": role}, auto_id=f"member-{member}-%s")


class InvitationForm(forms.Form):
    """The role of an invitation, and how long it is valid."""

    role = forms.ChoiceField(
        label=_("Role"), choices=StaffMember.Role.choices, initial=StaffMember.Role.JUDGE
    )
    hours = forms.TypedChoiceField(
        label=_("Can be used for"),
        coerce=int,
        choices=[(1, _("1 hour")), (12, _("12 hours")), (72, _("3 days"))],
        initial=12,
    )
