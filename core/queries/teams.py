"""Teams of accounts and their members."""

from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet

from core.models import Team, TeamInvitation, TeamMember


def home_of(user: AbstractUser) -> Team | None:
    """The team that what `user` creates belongs to: their own first; None if they are in no team."""
    member = _joined(user).first()
    return member.team if member else None


def teams_of(user: AbstractUser) -> list[Team]:
    """The teams of a user, in the order of `home_of`. One query."""
    return [row.team for row in _joined(user)]


def _joined(user: AbstractUser) -> QuerySet[TeamMember]:
    """Memberships that were accepted, owned teams first."""
    return (
        TeamMember.objects.filter(user=user.pk, accepted=True).select_related("team").order_by("-owner", "pk")
    )


def invited_into(user: AbstractUser) -> list[TeamMember]:
    """Unanswered invitations of a user, oldest first. One query."""
    return list(TeamMember.objects.filter(user=user.pk, accepted=False).select_related("team").order_by("pk"))


def invited(user: AbstractUser, team: int) -> TeamMember | None:
    """The unanswered invitation of a user from one team."""
    return TeamMember.objects.filter(user=user.pk, accepted=False, team=team).select_related("team").first()


def acts_for(by: AbstractUser | None, team: Team) -> bool:
    """Whether `by` may act for the team: its members, administrators and the command line."""
    return (
        by is None
        or sees_everybody(by)
        or TeamMember.objects.filter(team=team, user=by.pk, accepted=True).exists()
    )


def membership(user: AbstractUser, team: int) -> TeamMember | None:
    """The membership of a user in a team, with the team. One query."""
    rows = TeamMember.objects.select_related("team", "user")
    return rows.filter(user=user.pk, team=team, accepted=True).first()


def members(team: Team) -> list[TeamMember]:
    """The members of a team, owners first, then invited accounts. One query."""
    return list(team.members.select_related("user").order_by("-accepted", "-owner", "pk"))


def open_invitations(team: Team, now: datetime) -> list[TeamInvitation]:
    """The invitations that are still valid, oldest first."""
    return list(team.invitations.filter(expires_at__gt=now).order_by("pk"))


def by_token(token: str, now: datetime) -> TeamInvitation | None:
    """The invitation with this token; None if it is no longer valid."""
    rows = TeamInvitation.objects.select_related("team")
    return rows.filter(token=token, expires_at__gt=now).first()


def sees_everybody(by: AbstractUser | None) -> bool:
    """Whether `by` is an administrator or the command line (None)."""
    return by is None or (by.is_active and by.is_superuser)
