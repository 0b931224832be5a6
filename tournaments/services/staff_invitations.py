"""Invitations to the staff, accepted on one's own phone: each for one person, one role and some hours."""

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
def make(
    event: Tournament, *, by: User | None, role: str, hours: int, now: datetime | None = None
) -> StaffInvitation:
    """Create an invitation valid for `hours`."""
    locks.event(event)
    made = StaffInvitation.objects.create(
        tournament=event,
        role=StaffMember.Role(role),
        token=secrets.token_urlsafe(TOKEN_BYTES),
        expires_at=(now or timezone.now()) + timedelta(hours=hours),
    )
    journal.write(event, StaffInvited(role=role), by=by)
    return made


@transaction.atomic
def withdraw(invitation: StaffInvitation, *, by: User | None) -> None:
    """Delete an invitation. Refused: INVITATION_OVER."""
    row = _held(invitation.token)
    journal.write(row.tournament, StaffInvitationWithdrawn(role=row.role), by=by)
    row.delete()


@transaction.atomic
def join(token: str, *, user: User, now: datetime | None = None) -> StaffMember:
    """Add `user` to the staff and use up the invitation.

    Refused: INVITATION_OVER, ALREADY_STAFF (name), which leaves the invitation valid for somebody else.
    """
    row = _held(token)
    if row.expires_at <= (now or timezone.now()):
        raise Refused(CoreRefusal.INVITATION_OVER)
    if row.tournament.staff.filter(user=user).exists():
        raise Refused(TournamentRefusal.ALREADY_STAFF, name=str(user))
    member = StaffMember.objects.create(tournament=row.tournament, user=user, role=row.role)
    row.delete()
    journal.write(row.tournament, StaffJoined(name=str(user), role=member.role), by=user)
    return member


def join_with_new_account(token: str, *, username: str, password: str) -> StaffMember:
    """Like `join`, with a new account for it. Refused: INVITATION_OVER, USERNAME_TAKEN."""
    # The password is hashed here, before any lock, because hashing is slow.
    return _join_anew(
        token, User(username=User.normalize_username(username), password=make_password(password))
    )


@transaction.atomic
def _join_anew(token: str, user: User) -> StaffMember:
    _held(token)
    accounts.hold_username(user.username)
    if User.objects.filter(username__iexact=user.username).exists():
        raise Refused(CoreRefusal.USERNAME_TAKEN)
    user.save(force_insert=True)
    return join(token, user=user)


def _held(token: str) -> StaffInvitation:
    """The row of a token, with its event locked."""
    found = StaffInvitation.objects.select_related("tournament").filter(token=token).first()
    if found is None:
        raise Refused(CoreRefusal.INVITATION_OVER)
    locks.event(found.tournament)
    if not StaffInvitation.objects.filter(pk=found.pk).exists():
        raise Refused(CoreRefusal.INVITATION_OVER)
    return found
