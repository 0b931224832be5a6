"""A team: members, invitations, name."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import hooks
from core.access import may_create, signed_in
from core.engine.refused import Refused
from core.forms.teams import MemberForm, TeamNameForm, TeamNamesForm
from core.models import Team, TeamMember
from core.queries import teams as rows
from core.queries.homes import page_address
from core.sentences import refusal_text
from core.services import teams as services
from core.views.team_door import team_page
from core.web import uncached


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: HttpRequest) -> HttpResponse:
    """The user's teams, and a form to create one."""
    user = signed_in(request)
    may = may_create(request)
    form = TeamNameForm(request.POST if request.method == "POST" else None)
    if may and request.method == "POST" and form.is_valid():
        try:
            made = services.found_team(by=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", refusal_text(refused))
        else:
            messages.success(request, _("Team %(name)s made.") % {"name": made.name})
            return redirect(page_address("team", made.pk))
    context = {
        "teams": rows.teams_of(user),
        "invited": rows.invited_into(user),
        "form": form if may else None,
    }
    status = 422 if form.errors else 200
    return uncached(render(request, "tournaments/teams/teams.html", context, status=status))


@require_http_methods(["GET", "HEAD", "POST"])
@team_page()
def team(request: HttpRequest, team: Team) -> HttpResponse:
    """The members; for owners with a form to invite one."""
    owns = request.owns_team  # type: ignore[attr-defined]
    form = MemberForm(request.POST if owns and request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            invited = services.add_member(team, by=signed_in(request), **form.cleaned_data)
        except Refused as refused:
            form.add_error("login", refusal_text(refused))
        else:
            messages.success(request, _("%(name)s is invited.") % {"name": invited.user})
            return redirect(page_address("team", team.pk))
    members = rows.members(team)
    context = {
        "team": team,
        "members": members,
        "owners": sum(row.owner and row.accepted for row in members),
        "form": form,
        "name_form": TeamNameForm(initial={"name": team.name}, auto_id="team_%s"),
        "names_form": TeamNamesForm(instance=team, auto_id="names_%s"),
        "days": settings.PERSONAL_DATA_DAYS,
        "invitations": rows.open_invitations(team, timezone.now()),
        "owns": owns,
    }
    for find in hooks.team_facts:
        context |= find(team)
    return render(request, "tournaments/teams/team.html", context, status=422 if form.errors else 200)


@require_POST
@team_page(owner=True)
def team_rename(request: HttpRequest, team: Team) -> HttpResponse:
    """Rename the team."""
    form = TeamNameForm(request.POST)
    try:
        name = form.cleaned_data["name"] if form.is_valid() else ""
        renamed = services.rename(team, by=signed_in(request), name=name)
        messages.success(request, _("The team is called %(name)s.") % {"name": renamed.name})
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(page_address("team", team.pk))


@require_POST
@team_page(owner=True)
def team_names(request: HttpRequest, team: Team) -> HttpResponse:
    """Choose whether names stay in results once personal data is removed."""
    stay = request.POST.get("names_stay") == "on"
    services.choose_names(team, by=signed_in(request), stay=stay)
    text = (
        _("Names stay in results.") if stay else _("Names are removed from results with other personal data.")
    )
    messages.success(request, text)
    return redirect(page_address("team", team.pk))


@require_POST
@team_page(owner=True)
def team_owner(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Grant (`owner` 1) or revoke (0) a member's ownership."""
    member = _member(team, pk)
    try:
        services.set_owner(member, by=signed_in(request), owner=request.POST.get("owner") == "1")
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(page_address("team", team.pk))


@require_POST
@team_page()
def team_remove(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Remove a member, for owners, or leave, for every member."""
    member = _member(team, pk)
    own = member.user_id == request.user.pk
    if not (own or request.owns_team):  # type: ignore[attr-defined]
        messages.error(request, _("Only an owner of the team can remove others."))
        return redirect(page_address("team", team.pk))
    try:
        services.remove_member(member, by=signed_in(request))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect(page_address("team", team.pk))
    messages.success(request, _("%(name)s is no longer in the team.") % {"name": member.user})
    return redirect(page_address("teams")) if own else redirect(page_address("team", team.pk))


@require_POST
@login_required
def team_answer(request: HttpRequest, team: int) -> HttpResponse:
    """Accept (`join` 1) or decline (0) a team's invitation."""
    user = signed_in(request)
    member = rows.invited(user, team)
    if member is None:
        raise Http404
    try:
        if request.POST.get("join") == "1":
            services.accept(member)
            messages.success(request, _("%(name)s is in the team.") % {"name": user})
            return redirect(page_address("team", team))
        services.remove_member(member, by=user)
        messages.success(request, _("Declined. The team cannot see your players."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(page_address("teams"))


def _member(team: Team, pk: int) -> TeamMember:
    return get_object_or_404(team.members.select_related("user", "team"), pk=pk)
