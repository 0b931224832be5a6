"""The staff of an event, always with at least one organizer."""

from django.db import transaction

from core.engine.refused import Refused
from core.services import accounts, journal
from tournaments.engine.journal_kinds import StaffAdded, StaffChanged, StaffRemoved
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import StaffMember, Tournament, User
from tournaments.services import locks

Role = StaffMember.Role


@transaction.atomic
def invite(event: Tournament, *, by: User | None, login: str, role: str) -> StaffMember:
    """Give a role to an account, found by username or email address.

    Refused: ALREADY_STAFF (name), and those of `accounts.user_of`.
    """
    locks.event(event)
    user = accounts.user_of(login.strip())
    if event.staff.filter(user=user).exists():
        raise Refused(TournamentRefusal.ALREADY_STAFF, name=str(user))
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


def _require_another_organizer(member: StaffMember) -> None:
    others = member.tournament.staff.filter(role=Role.ORGANIZER).exclude(pk=member.pk)
    if member.role == Role.ORGANIZER and not others.exists():
        raise Refused(TournamentRefusal.LAST_ORGANIZER)
