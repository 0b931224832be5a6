"""Invitations to the staff."""

from datetime import datetime

from tournaments.models import StaffInvitation, Tournament


def open_ones(event: Tournament, now: datetime) -> list[StaffInvitation]:
    """The invitations that are still valid, oldest first."""
    return list(event.invitations.filter(expires_at__gt=now).order_by("pk"))


def by_token(token: str, now: datetime) -> StaffInvitation | None:
    """The invitation with this token; None if it is no longer valid."""
    rows = StaffInvitation.objects.select_related("tournament")
    return rows.filter(token=token, expires_at__gt=now).first()
