"""Access to pages of a team: only for its members; 404 for everyone else."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from core.models import Team
from core.queries import teams as rows
from core.queries.teams import sees_everybody
from core.web import sign_in_first, uncached

TeamView = Callable[Concatenate[HttpRequest, Team, ...], HttpResponse]


def team_page(*, owner: bool = False) -> Callable[[TeamView], Callable[..., HttpResponse]]:
    """Decorate `view(request, team, …)`, routed with the key of the team.

    Strangers sign in; users outside the team get 404, members 403 on pages for owners. Administrators have access
    everywhere. `request.owns_team` is set for templates. Never cached by browsers or proxies.
    """

    def decorate(view: TeamView) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, team: int, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return sign_in_first(request)
            user = request.user
            member = rows.membership(user, team)
            found = member.team if member else None
            if found is None and sees_everybody(user):
                found = Team.objects.filter(pk=team).first()
            if found is None:
                raise Http404
            owns = bool(member and member.owner) or sees_everybody(user)
            if owner and not owns:
                raise PermissionDenied
            request.owns_team = owns  # type: ignore[attr-defined]
            return uncached(view(request, found, *args, **kwargs))

        page.of_team = True  # type: ignore[attr-defined]
        return page

    return decorate
