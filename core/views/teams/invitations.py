"""Invitations to a team: a code on an owner's screen, and the page it opens on the other phone."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.access import signed_in
from core.documents.marks import qr_modules, squares
from core.engine.refused import Refused
from core.models import Team
from core.public_address import absolute
from core.queries import teams as rows
from core.queries.homes import page_address
from core.sentences import refusal_text
from core.services import teams
from core.views.team_door import team_page
from core.web import private_page

HOURS = 72
"""Hours an invitation is valid."""


@require_POST
@team_page(owner=True)
def team_invite(request: HttpRequest, team: Team) -> HttpResponse:
    """Create an invitation and show its code."""
    made = teams.invite(team, by=signed_in(request), hours=HOURS)
    return redirect(page_address("team_invitation", team.pk, made.pk))


@require_safe
@private_page
@team_page(owner=True)
def team_invitation(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """The code for one person, and when it expires."""
    row = get_object_or_404(team.invitations, pk=pk)
    address = absolute(request, page_address("team_join", row.token))
    modules = qr_modules(address)
    context = {
        "team": team,
        "row": row,
        "over": row.expires_at <= timezone.now(),
        "address": address,
        "code": {"side": len(modules) + 4, "path": squares(modules)},
    }
    return render(request, "tournaments/teams/invitation.html", context)


@require_POST
@team_page(owner=True)
def team_withdraw(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    row = get_object_or_404(team.invitations, pk=pk)
    try:
        teams.withdraw(row, by=signed_in(request))
        messages.success(request, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(page_address("team", team.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def team_join(request: HttpRequest, token: str) -> HttpResponse:
    """A button to join the team; without an account signed in, sign-in first and back here."""
    row = rows.by_token(token, timezone.now())
    if row is None:
        return render(request, "tournaments/invitation_over.html", status=404)
    refused_because = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            member = teams.join(token, user=signed_in(request))
        except Refused as refused:
            refused_because = refusal_text(refused)
        else:
            messages.success(request, _("%(name)s is in the team.") % {"name": member.user})
            return redirect(page_address("team", row.team_id))
    context = {"row": row, "refused_because": refused_because}
    return render(request, "tournaments/teams/join.html", context)
