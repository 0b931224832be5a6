"""Invitations to the staff."""

from datetime import datetime

from tournaments.models import StaffInvitation, Tournament


def open_staff_invitations(event: Tournament, now: datetime) -> list[StaffInvitation]:
    """List the invitations that are still valid, oldest first."""
    return list(event.invitations.filter(expires_at__gt=now).order_by("pk"))


def invitation_by_token(token: str, now: datetime) -> StaffInvitation | None:
    """Return the invitation with this token, or None if it is no longer valid."""
    rows = StaffInvitation.objects.select_related("tournament")
    return rows.filter(token=token, expires_at__gt=now).first()
