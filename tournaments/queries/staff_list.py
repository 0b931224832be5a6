"""The staff of an event with their roles."""

from dataclasses import dataclass

from tournaments.models import StaffMember, Tournament


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One member of the staff. `member` is the key of the `StaffMember` row, and `user` the key of the account.

    `only_organizer` marks the event's last organizer, who cannot leave.
    """

    member: int
    user: int
    name: str
    username: str
    email: str
    role: str
    only_organizer: bool


def staff_rows(event: Tournament) -> list[StaffRow]:
    """List the staff, ordered by role. Makes one query."""
    members = list(event.staff.select_related("user"))
    organizers = [member for member in members if member.role == StaffMember.Role.ORGANIZER]
    members.sort(key=lambda member: (StaffMember.Role.values.index(member.role), str(member.user)))
    return [
        StaffRow(
            member.pk,
            member.user_id,
            str(member.user),
            member.user.username,
            member.user.email,
            member.role,
            organizers == [member],
        )
        for member in members
    ]
