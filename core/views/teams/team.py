"""The pages of a team: members, invitations, name."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import hooks
from core.access import may_create_homes
from core.engine.refused import Refused
from core.forms.teams import MemberForm, TeamNameForm, TeamNamesForm
from core.models import Team, TeamMember
from core.queries import teams as rows
from core.queries.homes import core_page_address
from core.requests import SignedInRequest, TeamRequest
from core.responses import forbid_caching
from core.sentences import refusal_text
from core.services import teams as services
from core.team_access import as_page_of_team


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def teams_page(request: SignedInRequest) -> HttpResponse:
    """Show the user's teams and, if the user may create events, a form that creates a team."""
    user = request.user
    may_create_team = may_create_homes(request)
    form = TeamNameForm(request.POST if request.method == "POST" else None)
    if may_create_team and request.method == "POST" and form.is_valid():
        try:
            team = services.create_team(by=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", refusal_text(refused))
        else:
            messages.success(request, _("Team %(name)s was created.") % {"name": team.name})
            return redirect(core_page_address("team", team.pk))
    context = {
        "teams": rows.teams_of(user),
        "invited": rows.pending_invitations(user),
        "form": form if may_create_team else None,
    }
    status = 422 if form.errors else 200
    return forbid_caching(render(request, "core/teams/teams.html", context, status=status))


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_team()
def team(request: TeamRequest, team: Team) -> HttpResponse:
    """Show the members and, to owners, a form that invites an account."""
    owns = request.owns_team
    form = MemberForm(request.POST if owns and request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            invited = services.invite_member(team, by=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("login", refusal_text(refused))
        else:
            messages.success(request, _("%(name)s is invited.") % {"name": invited.user})
            return redirect(core_page_address("team", team.pk))
    members = rows.team_members(team)
    context = {
        "team": team,
        "members": members,
        "owners": sum(member.owner and member.accepted for member in members),
        "form": form,
        "name_form": TeamNameForm(initial={"name": team.name}, auto_id="team_%s"),
        "names_form": TeamNamesForm(instance=team, auto_id="names_%s"),
        "days": settings.PERSONAL_DATA_DAYS,
        "invitations": rows.open_team_invitations(team, timezone.now()),
        "owns": owns,
    }
    for find_facts in hooks.team_facts:
        context |= find_facts(team)
    return render(request, "core/teams/team.html", context, status=422 if form.errors else 200)


@require_POST
@as_page_of_team(owner=True)
def team_rename(request: TeamRequest, team: Team) -> HttpResponse:
    """Rename the team. Refusals are shown on its page."""
    form = TeamNameForm(request.POST)
    try:
        name = form.cleaned_data["name"] if form.is_valid() else ""
        renamed = services.rename_team(team, by=request.user, name=name)
        messages.success(request, _("The team is called %(name)s.") % {"name": renamed.name})
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("team", team.pk))


@require_POST
@as_page_of_team(owner=True)
def change_team_names_stay(request: TeamRequest, team: Team) -> HttpResponse:
    """Set whether names remain in results when personal data is removed (posted `names_stay` is "on")."""
    stay = request.POST.get("names_stay") == "on"
    services.set_names_stay(team, by=request.user, stay=stay)
    text = (
        _("Names will remain in results.")
        if stay
        else _("Names are removed from results with other personal data.")
    )
    messages.success(request, text)
    return redirect(core_page_address("team", team.pk))


@require_POST
@as_page_of_team(owner=True)
def team_member_ownership(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Make a member an owner if the posted `owner` is "1"; otherwise the member is no longer an owner."""
    member = _get_member(team, pk)
    try:
        services.set_owner(member, by=request.user, owner=request.POST.get("owner") == "1")
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("team", team.pk))


@require_POST
@as_page_of_team()
def team_member_remove(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Remove a member, as an owner, or leave the team, as any member."""
    member = _get_member(team, pk)
    leaves = member.user_id == request.user.pk
    if not (leaves or request.owns_team):
        messages.error(request, _("Only an owner of the team can remove others."))
        return redirect(core_page_address("team", team.pk))
    try:
        services.remove_member(member, by=request.user)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect(core_page_address("team", team.pk))
    messages.success(request, _("%(name)s is no longer in the team.") % {"name": member.user})
    return redirect(core_page_address("teams")) if leaves else redirect(core_page_address("team", team.pk))


@require_POST
@login_required
def team_invitation_answer(request: SignedInRequest, team: int) -> HttpResponse:
    """Accept a team's invitation if the posted `join` is "1", otherwise decline it."""
    user = request.user
    member = rows.pending_invitation(user, team)
    if member is None:
        raise Http404
    try:
        if request.POST.get("join") == "1":
            services.accept_team_invitation(member)
            messages.success(request, _("%(name)s is in the team.") % {"name": user})
            return redirect(core_page_address("team", team))
        services.remove_member(member, by=user)
        messages.success(request, _("Declined. The team cannot see your players."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(core_page_address("teams"))


def _get_member(team: Team, pk: int) -> TeamMember:
    """Return the member of this team with this key, or raise Http404."""
    return get_object_or_404(team.members.select_related("user", "team"), pk=pk)
