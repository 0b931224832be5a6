"""The staff of an event, always with at least one organizer."""

from allauth.account.models import EmailAddress
from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from tournaments.engine.journal_kinds import StaffAdded, StaffChanged, StaffRemoved
from tournaments.models import StaffMember, Tournament, User
from tournaments.services import locks

Role = StaffMember.Role


@transaction.atomic
def invite(event: Tournament, *, by: User | None, login: str, role: str) -> StaffMember:
    """Give a role to an account, found by username or email address.

    Refused: ALREADY_STAFF (name), and those of `user_of`.
    """
    locks.event(event)
    user = user_of(login.strip())
    if event.staff.filter(user=user).exists():
        raise Refused("ALREADY_STAFF", name=str(user))
    member = StaffMember.objects.create(tournament=event, user=user, role=Role(role))
    journal.write(event, StaffAdded(name=str(user), role=role), by=by)
    return member


@transaction.atomic
def change_role(member: StaffMember, *, by: User | None, role: str) -> StaffMember:
    """Change a role. Refused: LAST_ORGANIZER, CHANGED_MEANWHILE."""
    row = locks.staff_member(member)
    if row.role == role:
        return row
    _require_another_organizer(row)
    row.role = Role(role)
    row.save(update_fields=["role"])
    journal.write(row.tournament, StaffChanged(name=str(row.user), role=role), by=by)
    return row


@transaction.atomic
def remove(member: StaffMember, *, by: User | None) -> None:
    """Remove a staff member. Refused: LAST_ORGANIZER, CHANGED_MEANWHILE."""
    row = locks.staff_member(member)
    _require_another_organizer(row)
    row.delete()
    journal.write(row.tournament, StaffRemoved(name=str(row.user)), by=by)


def user_of(login: str) -> User:
    """The account with this username, or with this email address if confirmed.

    An address never matches an account that has it only as its username or never confirmed it. Refused: NO_SUCH_USER
    (name), ADDRESS_NOT_CONFIRMED (address).
    """
    active = User.objects.filter(is_active=True)
    if "@" in login:
        confirmed = EmailAddress.objects.filter(email__iexact=login, verified=True).values("user")
        named = list(active.filter(pk__in=confirmed)[:2])
        if len(named) != 1:
            raise Refused("ADDRESS_NOT_CONFIRMED", address=login)
        return named[0]
    named = list(active.filter(username__iexact=login)[:2])
    if not login or len(named) != 1:
        raise Refused("NO_SUCH_USER", name=login)
    return named[0]


def _require_another_organizer(member: StaffMember) -> None:
    others = member.tournament.staff.filter(role=Role.ORGANIZER).exclude(pk=member.pk)
    if member.role == Role.ORGANIZER and not others.exists():
        raise Refused("LAST_ORGANIZER")
