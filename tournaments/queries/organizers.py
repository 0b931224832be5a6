"""Organizers' teams and their members."""

from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Organizer, OrganizerInvitation, OrganizerMember, User
from tournaments.queries.people import sees_everybody


def home_of(user: User) -> Organizer | None:
    """The team that new events and known players of `user` belong to: their own first; None if they are in no team."""
    member = _joined(user).first()
    return member.organizer if member else None


def teams_of(user: User) -> list[Organizer]:
    """The teams of a user, in the order of `home_of`. One query."""
    return [row.organizer for row in _joined(user)]


def _joined(user: User) -> QuerySet[OrganizerMember]:
    """Memberships that were accepted, owned teams first."""
    return user.memberships.filter(accepted=True).select_related("organizer").order_by("-owner", "pk")


def invited_into(user: User) -> list[OrganizerMember]:
    """Unanswered invitations of a user, oldest first. One query."""
    return list(user.memberships.filter(accepted=False).select_related("organizer").order_by("pk"))


def invited(user: User, organizer: int) -> OrganizerMember | None:
    """The unanswered invitation of a user from one team."""
    return user.memberships.filter(accepted=False, organizer=organizer).select_related("organizer").first()


def acts_for(by: User | None, organizer: Organizer) -> bool:
    """Whether `by` may act for all people of the organizer: its members, administrators and the command line."""
    rows = OrganizerMember.objects.filter(organizer=organizer, user=by, accepted=True)
    return sees_everybody(by) or rows.exists()


def membership(user: User, organizer: int) -> OrganizerMember | None:
    """The membership of a user in a team, with the team. One query."""
    rows = OrganizerMember.objects.select_related("organizer", "user")
    return rows.filter(user=user, organizer=organizer, accepted=True).first()


def members(organizer: Organizer) -> list[OrganizerMember]:
    """The members of a team, owners first, then invited accounts. One query."""
    return list(organizer.members.select_related("user").order_by("-accepted", "-owner", "pk"))


def open_invitations(organizer: Organizer, now: datetime) -> list[OrganizerInvitation]:
    """The invitations that are still valid, oldest first."""
    return list(organizer.invitations.filter(expires_at__gt=now).order_by("pk"))


def by_token(token: str, now: datetime) -> OrganizerInvitation | None:
    """The invitation with this token; None if it is no longer valid."""
    rows = OrganizerInvitation.objects.select_related("organizer")
    return rows.filter(token=token, expires_at__gt=now).first()
