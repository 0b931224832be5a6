"""Invitations to the staff: a code on the organizer's screen, and the page it opens on the helper's phone."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from core.documents.marks import qr_modules, squares
from core.engine.refused import Refused
from core.forms.accounts import NewAccountForm
from core.public_address import absolute
from core.sentences import refusal_text
from core.web import private_page
from tournaments.access import event_page, signed_in
from tournaments.forms.staff import InvitationForm
from tournaments.models import StaffMember, Tournament
from tournaments.queries import staff_invitations as rows
from tournaments.services import staff_invitations
from tournaments.wording import role_text


@require_POST
@event_page("organize")
def invite(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Create an invitation and show its code."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a role and a time from the list."))
        return redirect("tournaments:staff", event.slug)
    made = staff_invitations.make(event, by=signed_in(request), **form.cleaned_data)
    return redirect("tournaments:staff_invitation", event.slug, made.pk)


@require_safe
@private_page
@event_page("organize")
def invitation(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """The code for one person, and when it expires."""
    row = get_object_or_404(event.invitations, pk=pk)
    address = absolute(request, reverse("tournaments:join", args=[row.token]))
    modules = qr_modules(address)
    context = {
        "page": "staff",
        "row": row,
        "over": row.expires_at <= timezone.now(),
        "address": address,
        "code": {"side": len(modules) + 4, "path": squares(modules)},
    }
    return render(request, "tournaments/staff_invitation.html", context)


@require_POST
@event_page("organize")
def withdraw(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    row = get_object_or_404(event.invitations, pk=pk)
    try:
        staff_invitations.withdraw(row, by=signed_in(request))
        messages.success(request, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("tournaments:staff", event.slug)


@private_page
@sensitive_post_parameters("password1", "password2")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The page an invitation opens: a button for an existing account, or username and password for a new one."""
    row = rows.by_token(token, timezone.now())
    if row is None:
        return render(request, "tournaments/invitation_over.html", status=404)
    known = request.user.is_authenticated
    form = None if known else NewAccountForm(request.POST or None)
    refused_because = ""
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            member = _join(request, token, form)
        except Refused as refused:
            refused_because = refusal_text(refused)
        else:
            facts = {"name": member.user, "role": role_text(member.role)}
            messages.success(request, _("%(name)s joins as %(role)s.") % facts)
            return redirect("tournaments:event", row.tournament.slug)
    context = {"row": row, "role": role_text(row.role), "form": form, "refused_because": refused_because}
    return render(request, "tournaments/join.html", context)


def _join(request: HttpRequest, token: str, form: NewAccountForm | None) -> StaffMember:
    if form is None:
        return staff_invitations.join(token, user=signed_in(request))
    member = staff_invitations.join_with_new_account(
        token, username=form.cleaned_data["username"], password=form.cleaned_data["password1"]
    )
    get_adapter().login(request, member.user)
    return member
