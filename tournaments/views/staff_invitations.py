"""Invitations to the staff: the QR code on the organizer's screen, and the page that it opens on a helper's phone."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from core.documents.qr_codes import qr_svg
from core.engine.refused import Refused
from core.forms.accounts import NewAccountForm
from core.public_address import absolute_url_for_phones
from core.requests import SignedInRequest, StaffRequest
from core.responses import as_private_page
from core.sentences import refusal_text
from tournaments.access import event_page
from tournaments.forms.staff import InvitationForm
from tournaments.labels import role_text
from tournaments.models import StaffMember, Tournament
from tournaments.queries import staff_invitations as rows
from tournaments.services import staff_invitations


@require_POST
@event_page("organize")
def create_staff_invitation_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Create an invitation and show its QR code."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a role and a time from the list."))
        return redirect("tournaments:staff", event.slug)
    row = staff_invitations.create_staff_invitation(event, by=request.user, **form.cleaned_data)
    return redirect("tournaments:staff_invitation", event.slug, row.pk)


@require_safe
@as_private_page
@event_page("organize")
def staff_invitation_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show the QR code of an invitation, and when it expires."""
    row = get_object_or_404(event.invitations, pk=pk)
    address = absolute_url_for_phones(request, reverse("tournaments:join", args=[row.token]))
    context = {
        "page": "staff",
        "row": row,
        "over": row.expires_at <= timezone.now(),
        "address": address,
        "code": qr_svg(address),
    }
    return render(request, "tournaments/staff_invitation.html", context)


@require_POST
@event_page("organize")
def withdraw_staff_invitation_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    row = get_object_or_404(event.invitations, pk=pk)
    try:
        staff_invitations.withdraw_staff_invitation(row, by=request.user)
        messages.success(request, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("tournaments:staff", event.slug)


@as_private_page
@sensitive_post_parameters("password1", "password2")
def join_staff_page(request: SignedInRequest, token: str) -> HttpResponse:
    """Show an invitation, and add the reader to the staff. 404 if it has expired or does not exist.

    Signed-in users see a button to join, and visitors a form for a new account.
    """
    row = rows.invitation_by_token(token, timezone.now())
    if row is None:
        return render(request, "core/invitation_over.html", status=404)
    form = None if request.user.is_authenticated else NewAccountForm(request.POST or None)
    refused_because = ""
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            if form is None:
                member = staff_invitations.join_staff(token, user=request.user)
            else:
                data = form.cleaned_data
                member = staff_invitations.join_with_new_account(
                    token, username=data["username"], password=data["password1"]
                )
                get_adapter().login(request, member.user)
        except Refused as refused:
            refused_because = refusal_text(refused)
        else:
            facts = {"name": member.user, "role": role_text(member.role)}
            messages.success(request, _("%(name)s joins as %(role)s.") % facts)
            # Judges are needed at tables, so they see the judge calls first.
            is_judge = member.role == StaffMember.Role.JUDGE
            return redirect("floor:calls" if is_judge else "tournaments:event", row.tournament.slug)
    context = {"row": row, "role": role_text(row.role), "form": form, "refused_because": refused_because}
    return render(request, "tournaments/join.html", context)
