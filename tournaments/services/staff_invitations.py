"""Invitations to the staff, each for one person and one role, valid for some hours."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import accounts, journal
from tournaments.engine.journal_kinds import StaffInvitationWithdrawn, StaffInvited, StaffJoined
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import StaffInvitation, StaffMember, Tournament, User
from tournaments.services import locks

TOKEN_BYTES = 18
"""144 bits, so that an invitation cannot be guessed."""


@transaction.atomic
def create_staff_invitation(
    event: Tournament, *, by: User | None, role: str, hours: int, now: datetime | None = None
) -> StaffInvitation:
    """Create an invitation valid for `hours`. Refused: CHANGED_MEANWHILE if the event was deleted."""
    locks.lock_event(event)
    invitation = StaffInvitation.objects.create(
        tournament=event,
        role=StaffMember.Role(role),
        token=secrets.token_urlsafe(TOKEN_BYTES),
        expires_at=(now or timezone.now()) + timedelta(hours=hours),
    )
    journal.write_journal_line(event, StaffInvited(role=role), by=by)
    return invitation


@transaction.atomic
def withdraw_staff_invitation(invitation: StaffInvitation, *, by: User | None) -> None:
    """Delete an invitation. Refused: INVITATION_OVER."""
    row = _locked_invitation(invitation.token)
    journal.write_journal_line(row.tournament, StaffInvitationWithdrawn(role=row.role), by=by)
    row.delete()


@transaction.atomic
def join_staff(token: str, *, user: User, now: datetime | None = None) -> StaffMember:
    """Add `user` to the staff, and delete the invitation.

    Refused: INVITATION_OVER if it has expired or no longer exists; ALREADY_STAFF (name), after which the
    invitation is still valid for another person.
    """
    row = _locked_invitation(token)
    if row.expires_at <= (now or timezone.now()):
        raise Refused(CoreRefusal.INVITATION_OVER)
    if row.tournament.staff.filter(user=user).exists():
        raise Refused(TournamentRefusal.ALREADY_STAFF, name=str(user))
    member = StaffMember.objects.create(tournament=row.tournament, user=user, role=row.role)
    row.delete()
    journal.write_journal_line(row.tournament, StaffJoined(name=str(user), role=member.role), by=user)
    return member


def join_with_new_account(token: str, *, username: str, password: str) -> StaffMember:
    """Create an account, and add its user to the staff as `join_staff` does.

    Refused: INVITATION_OVER, USERNAME_TAKEN.
    """
    # The password is hashed before any lock is taken, because hashing is slow.
    user = User(username=User.normalize_username(username), password=make_password(password))
    with transaction.atomic():
        _locked_invitation(token)
        accounts.lock_username(user.username)
        if User.objects.filter(username__iexact=user.username).exists():
            raise Refused(CoreRefusal.USERNAME_TAKEN)
        user.save(force_insert=True)
        return join_staff(token, user=user)


def _locked_invitation(token: str) -> StaffInvitation:
    """Lock the event of an invitation and return the invitation, even if it has expired.

    Refused: INVITATION_OVER if the invitation no longer exists, and whatever `locks.lock_event` refuses.
    """
    row = StaffInvitation.objects.select_related("tournament").filter(token=token).first()
    if row is None:
        raise Refused(CoreRefusal.INVITATION_OVER)
    locks.lock_event(row.tournament)
    if not StaffInvitation.objects.filter(pk=row.pk).exists():
        raise Refused(CoreRefusal.INVITATION_OVER)
    return row
