"""Access to the pages of a team: members only, 404 for everyone else."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse

from core.models import Team
from core.queries import teams as rows
from core.queries.teams import sees_all_teams
from core.requests import TeamRequest
from core.responses import forbid_caching, redirect_to_sign_in, set_view_attributes

TeamView = Callable[Concatenate[TeamRequest, Team, ...], HttpResponse]


def as_page_of_team(*, owner: bool = False) -> Callable[[TeamView], Callable[..., HttpResponse]]:
    """Decorate a view `view(request, team, …)`, whose URL contains the key of the team.

    Visitors are asked to sign in, users outside the team get 404, and if `owner` is True, members who are not
    owners get 403. Administrators may open every page. Sets `request.owns_team`. Browsers and proxies never
    cache the page.
    """

    def decorate(view: TeamView) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: TeamRequest, team: int, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_sign_in(request)
            user = request.user
            member = rows.membership(user, team)
            displayed_team = member.team if member else None
            if displayed_team is None and sees_all_teams(user):
                displayed_team = Team.objects.filter(pk=team).first()
            if displayed_team is None:
                raise Http404
            is_owner = bool(member and member.owner) or sees_all_teams(user)
            if owner and not is_owner:
                raise PermissionDenied
            request.owns_team = is_owner
            return forbid_caching(view(request, displayed_team, *args, **kwargs))

        return set_view_attributes(page, of_team=True)

    return decorate
