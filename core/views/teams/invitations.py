"""Invitations to a team: a code on an owner's screen, and the page it opens on another phone."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.qr_codes import qr_svg
from core.engine.refused import Refused
from core.models import Team
from core.public_address import absolute_url_for_phones
from core.queries import teams as rows
from core.queries.homes import core_page_address
from core.requests import SignedInRequest, TeamRequest
from core.responses import as_private_page
from core.sentences import refusal_text
from core.services import teams
from core.team_access import as_page_of_team

HOURS = 72
"""The number of hours for which an invitation is valid."""


@require_POST
@as_page_of_team(owner=True)
def team_invite(request: TeamRequest, team: Team) -> HttpResponse:
    """Create an invitation to the team, and redirect to the page with its code."""
    invitation = teams.create_team_invitation(team, by=request.user, hours=HOURS)
    return redirect(core_page_address("team_invitation", team.pk, invitation.pk))


@require_safe
@as_private_page
@as_page_of_team(owner=True)
def team_invitation_page(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Show the code for one person, and when it expires."""
    invitation = get_object_or_404(team.invitations, pk=pk)
    address = absolute_url_for_phones(request, core_page_address("team_join", invitation.token))
    context = {
        "team": team,
        "row": invitation,
        "over": invitation.expires_at <= timezone.now(),
        "address": address,
        "code": qr_svg(address),
    }
    return render(request, "core/teams/invitation.html", context)


@require_POST
@as_page_of_team(owner=True)
def team_invitation_withdraw(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    invitation = get_object_or_404(team.invitations, pk=pk)
    try:
        teams.withdraw_team_invitation(invitation, by=request.user)
        messages.success(request, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("team", team.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@as_private_page
def team_join(request: SignedInRequest, token: str) -> HttpResponse:
    """Show a button to join the team, and join it on POST; 404 if the invitation is no longer valid.

    People who are not signed in are sent to sign in first, then returned to this page.
    """
    invitation = rows.valid_team_invitation(token, timezone.now())
    if invitation is None:
        return render(request, "core/invitation_over.html", status=404)
    refused_because = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            member = teams.join_team(token, user=request.user)
        except Refused as refused:
            refused_because = refusal_text(refused)
        else:
            messages.success(request, _("%(name)s is in the team.") % {"name": member.user})
            return redirect(core_page_address("team", invitation.team_id))
    context = {"row": invitation, "refused_because": refused_because}
    return render(request, "core/teams/join.html", context)
