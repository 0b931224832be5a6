"""Joining the staff from one's own phone: an invitation admits one person, in one role, for some hours."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from tournaments.engine.journal_kinds import StaffInvitationWithdrawn, StaffInvited, StaffJoined
from tournaments.models import StaffInvitation, StaffMember, Tournament, User
from tournaments.services import accounts, journal, locks

TOKEN_BYTES = 18
"""144 bits: nobody guesses an invitation."""


@transaction.atomic
def make(
    event: Tournament, *, by: User | None, role: str, hours: int, now: datetime | None = None
) -> StaffInvitation:
    """An invitation that expires after `hours`."""
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
    """Refused: INVITATION_OVER."""
    row = _held(invitation.token)
    journal.write(row.tournament, StaffInvitationWithdrawn(role=row.role), by=by)
    row.delete()


@transaction.atomic
def join(token: str, *, user: User, now: datetime | None = None) -> StaffMember:
    """`user` takes the place on the staff; the invitation is used up.

    Refused: INVITATION_OVER, ALREADY_STAFF (name), which leaves the invitation to somebody else.
    """
    row = _held(token)
    if row.expires_at <= (now or timezone.now()):
        raise Refused("INVITATION_OVER")
    if row.tournament.staff.filter(user=user).exists():
        raise Refused("ALREADY_STAFF", name=str(user))
    member = StaffMember.objects.create(tournament=row.tournament, user=user, role=row.role)
    row.delete()
    journal.write(row.tournament, StaffJoined(name=str(user), role=member.role), by=user)
    return member


def join_with_new_account(token: str, *, username: str, password: str) -> StaffMember:
    """The same for somebody without an account, who has one afterwards. Refused: INVITATION_OVER, USERNAME_TAKEN.

    A password is slow to hash, so that is done before anybody has to wait.
    """
    return _join_anew(
        token, User(username=User.normalize_username(username), password=make_password(password))
    )


@transaction.atomic
def _join_anew(token: str, user: User) -> StaffMember:
    _held(token)
    accounts.hold_username(user.username)
    if User.objects.filter(username__iexact=user.username).exists():
        raise Refused("USERNAME_TAKEN")
    user.save(force_insert=True)
    return join(token, user=user)


def _held(token: str) -> StaffInvitation:
    """The row behind a token, with its event locked."""
    found = StaffInvitation.objects.select_related("tournament").filter(token=token).first()
    if found is None:
        raise Refused("INVITATION_OVER")
    locks.event(found.tournament)
    if not StaffInvitation.objects.filter(pk=found.pk).exists():
        raise Refused("INVITATION_OVER")
    return found
