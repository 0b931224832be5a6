"""Teams of accounts that organize: whose somebody is, who is in one."""

from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Organizer, OrganizerInvitation, OrganizerMember, User
from tournaments.queries.people import sees_everybody


def home_of(user: User) -> Organizer | None:
    """The team that new events and known players of `user` belong to: their own first; None before the first one."""
    member = _joined(user).first()
    return member.organizer if member else None


def teams_of(user: User) -> list[Organizer]:
    """The teams somebody is in, as `home_of` orders them. One query."""
    return [row.organizer for row in _joined(user)]


def _joined(user: User) -> QuerySet[OrganizerMember]:
    """Whoever was asked by name and has not joined is in no team."""
    return user.memberships.filter(accepted=True).select_related("organizer").order_by("-owner", "pk")


def invited_into(user: User) -> list[OrganizerMember]:
    """The teams that asked somebody who has not answered, oldest first. One query."""
    return list(user.memberships.filter(accepted=False).select_related("organizer").order_by("pk"))


def invited(user: User, organizer: int) -> OrganizerMember | None:
    """What somebody was asked by one team and has not answered."""
    return user.memberships.filter(accepted=False, organizer=organizer).select_related("organizer").first()


def acts_for(by: User | None, organizer: Organizer) -> bool:
    """Whether `by` acts with all people of the organizer: its members, administrators and the command line."""
    rows = OrganizerMember.objects.filter(organizer=organizer, user=by, accepted=True)
    return sees_everybody(by) or rows.exists()


def membership(user: User, organizer: int) -> OrganizerMember | None:
    """The place of somebody in a team, with the team. One query."""
    rows = OrganizerMember.objects.select_related("organizer", "user")
    return rows.filter(user=user, organizer=organizer, accepted=True).first()


def members(organizer: Organizer) -> list[OrganizerMember]:
    """Who is in a team, owners first, then who was asked by name. One query."""
    return list(organizer.members.select_related("user").order_by("-accepted", "-owner", "pk"))


def open_invitations(organizer: Organizer, now: datetime) -> list[OrganizerInvitation]:
    """Those somebody can still use, oldest first."""
    return list(organizer.invitations.filter(expires_at__gt=now).order_by("pk"))


def by_token(token: str, now: datetime) -> OrganizerInvitation | None:
    """The one a phone opened; None where it opens nothing any more."""
    rows = OrganizerInvitation.objects.select_related("organizer")
    return rows.filter(token=token, expires_at__gt=now).first()
