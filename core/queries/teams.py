"""Teams of accounts and their members."""

from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet

from core.models import Team, TeamInvitation, TeamMember


def default_team(user: AbstractUser) -> Team | None:
    """Return the team that owns what `user` creates, or None if they are in no team.

    A team that the user owns is preferred.
    """
    member = _memberships(user).first()
    return member.team if member else None


def teams_of(user: AbstractUser) -> list[Team]:
    """Return the teams of a user, in the order of `default_team`. Makes one query."""
    return [member.team for member in _memberships(user)]


def _memberships(user: AbstractUser) -> QuerySet[TeamMember]:
    """Select the memberships that the user has accepted, owned teams first."""
    return (
        TeamMember.objects.filter(user=user.pk, accepted=True).select_related("team").order_by("-owner", "pk")
    )


def pending_invitations(user: AbstractUser) -> list[TeamMember]:
    """Return the unanswered team invitations of a user, oldest first. Makes one query."""
    return list(TeamMember.objects.filter(user=user.pk, accepted=False).select_related("team").order_by("pk"))


def pending_invitation(user: AbstractUser, team: int) -> TeamMember | None:
    """Return the unanswered invitation of a user from a team. Return None if there is none."""
    return TeamMember.objects.filter(user=user.pk, accepted=False, team=team).select_related("team").first()


def may_act_for(by: AbstractUser | None, team: Team) -> bool:
    """Return whether `by` may act for the team, as its members, administrators and the command line may."""
    return (
        by is None
        or sees_all_teams(by)
        or TeamMember.objects.filter(team=team, user=by.pk, accepted=True).exists()
    )


def membership(user: AbstractUser, team: int) -> TeamMember | None:
    """Return the membership of a user in a team, with the team. Return None if there is none. Makes one query."""
    memberships = TeamMember.objects.select_related("team", "user")
    return memberships.filter(user=user.pk, team=team, accepted=True).first()


def team_members(team: Team) -> list[TeamMember]:
    """Return the members of a team, owners first, then invited accounts. Makes one query."""
    return list(team.members.select_related("user").order_by("-accepted", "-owner", "pk"))


def open_team_invitations(team: Team, now: datetime) -> list[TeamInvitation]:
    """Return the invitations that are still valid, oldest first."""
    return list(team.invitations.filter(expires_at__gt=now).order_by("pk"))


def valid_team_invitation(token: str, now: datetime) -> TeamInvitation | None:
    """Return the invitation with this token. Return None if it is no longer valid."""
    invitations = TeamInvitation.objects.select_related("team")
    return invitations.filter(token=token, expires_at__gt=now).first()


def sees_all_teams(by: AbstractUser | None) -> bool:
    """Return whether `by` is an administrator or the command line (None)."""
    return by is None or (by.is_active and by.is_superuser)


def public_team(page_name: str) -> Team | None:
    """Return the team with this name in the address of its public page, or None. Makes one query."""
    return Team.objects.filter(page_name=page_name, page_is_public=True).first()
