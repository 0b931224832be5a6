"""Manage the staff of an event, which always has at least one organizer."""

from django.db import transaction

from core.engine.refused import Refused
from core.services import accounts, journal
from tournaments.engine.journal_kinds import StaffAdded, StaffChanged, StaffRemoved
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import StaffMember, Tournament, User
from tournaments.services import locks

Role = StaffMember.Role


@transaction.atomic
def add_staff_member(event: Tournament, *, by: User | None, login: str, role: str) -> StaffMember:
    """Add an account, found by username or email address, to the staff with a role.

    Refused: ALREADY_STAFF (name), and whatever `locks.lock_event` and `accounts.find_user` refuse.
    """
    locks.lock_event(event)
    user = accounts.find_user(login.strip())
    if event.staff.filter(user=user).exists():
        raise Refused(TournamentRefusal.ALREADY_STAFF, name=str(user))
    member = StaffMember.objects.create(tournament=event, user=user, role=Role(role))
    journal.write_journal_line(event, StaffAdded(name=str(user), role=role), by=by)
    return member


@transaction.atomic
def change_staff_role(member: StaffMember, *, by: User | None, role: str) -> StaffMember:
    """Change the role of a staff member. Does nothing if the member already has it.

    Refused: LAST_ORGANIZER if the event would have no organizer left, CHANGED_MEANWHILE if the member was
    removed.
    """
    row = locks.lock_staff_member(member)
    if row.role == role:
        return row
    _require_not_last_organizer(row)
    row.role = Role(role)
    row.save(update_fields=["role"])
    journal.write_journal_line(row.tournament, StaffChanged(name=str(row.user), role=role), by=by)
    return row


@transaction.atomic
def remove_staff_member(member: StaffMember, *, by: User | None) -> None:
    """Remove a member from the staff.

    Refused: LAST_ORGANIZER if the event would have no organizer left, CHANGED_MEANWHILE if the member was
    already removed.
    """
    row = locks.lock_staff_member(member)
    _require_not_last_organizer(row)
    row.delete()
    journal.write_journal_line(row.tournament, StaffRemoved(name=str(row.user)), by=by)


def _require_not_last_organizer(member: StaffMember) -> None:
    """Require that the member is not the event's only organizer. Refused: LAST_ORGANIZER."""
    other_organizers = member.tournament.staff.filter(role=Role.ORGANIZER).exclude(pk=member.pk)
    if member.role == Role.ORGANIZER and not other_organizers.exists():
        raise Refused(TournamentRefusal.LAST_ORGANIZER)
