"""Permissions: predicates over a user's role in one event.

view      see the staff pages                                   any staff
report    enter a result, drop a player                         any staff
run       check in, pair, post, swap, close, undo               organizer, head judge, scorekeeper
rule      settle a deck list, start without lists (R-002)         organizer, head judge
organize  settings, staff, announcements, reporting, deletion   organizer
"""

import rules
from django.contrib.auth.models import AnonymousUser

from tournaments.models import StaffMember, Tournament, User

Role = StaffMember.Role


def role_in(user: User | AnonymousUser, tournament: Tournament) -> str | None:
    """Return the role of `user` in `tournament`, or None if the user has no role.

    The role is read from the database once for each user object and event.
    """
    if not user.is_authenticated:
        return None
    # The cache is an attribute of the user row, because permissions are checked on it, not on the proxy `request.user`.
    role_by_event: dict[int, str | None] | None = getattr(user, "_roles", None)
    if role_by_event is None:
        role_by_event = user._roles = {}
    if tournament.pk not in role_by_event:
        role_by_event[tournament.pk] = (
            StaffMember.objects.filter(user=user, tournament=tournament)
            .values_list("role", flat=True)
            .first()
        )
    return role_by_event[tournament.pk]


def _role_predicate(*roles: str) -> rules.predicates.Predicate:
    """Return a predicate that is true for users with one of these roles in the event."""

    @rules.predicate
    def has_role(user: User, tournament: Tournament | None) -> bool:
        return tournament is not None and role_in(user, tournament) in roles

    return has_role


MAY = StaffMember.MAY

POWERS = tuple(MAY)

for power, roles in MAY.items():
    rules.add_perm(f"tournaments.{power}", _role_predicate(*roles))


def powers(user: User | AnonymousUser, tournament: Tournament) -> dict[str, bool]:
    """Return for each permission in POWERS whether `user` has it in `tournament`, as the permission system says."""
    # Each page needs all of them, and asking every authentication backend about each takes longer than the query.
    if user.is_active and user.is_superuser:
        return dict.fromkeys(POWERS, True)
    role = role_in(user, tournament)
    return {power: role in roles for power, roles in MAY.items()}
