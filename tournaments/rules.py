"""Permissions: predicates over a user's role in one event.

view      see the staff pages                                   any staff
report    enter a result, drop a player                         any staff
run       check in, pair, post, swap, close, undo               organizer, head judge, scorekeeper
rule      settle a deck list, start without lists (R-002)         organizer, head judge
organize  settings, staff, announcements, reporting, deletion   organizer
"""

import rules
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from tournaments.models import StaffMember, Tournament, User

Role = StaffMember.Role


def role_in(user: User, tournament: Tournament) -> str | None:
    """The role of `user` in `tournament`, read once per pair of objects in a request."""
    if not user.is_authenticated:
        return None
    # Cached on the row: `request.user` is a proxy, but permissions are checked on the row itself.
    known: dict[int, str | None] | None = getattr(user, "_roles", None)
    if known is None:
        known = user._roles = {}  # type: ignore[attr-defined]
    if tournament.pk not in known:
        known[tournament.pk] = (
            StaffMember.objects.filter(user=user, tournament=tournament)
            .values_list("role", flat=True)
            .first()
        )
    return known[tournament.pk]


def _has_role(*roles: str) -> rules.predicates.Predicate:
    @rules.predicate
    def has_role(user: User, tournament: Tournament | None) -> bool:
        return tournament is not None and role_in(user, tournament) in roles

    return has_role


MAY = StaffMember.MAY

POWERS = tuple(MAY)

for power, roles in MAY.items():
    rules.add_perm(f"tournaments.{power}", _has_role(*roles))


def may_create_events(user: User | AnonymousUser) -> bool:
    """Whether a user may create events here: every account, or only those an administrator allows."""
    if not user.is_authenticated:
        return False
    return settings.EVENT_CREATION == "open" or user.has_perm("tournaments.add_tournament")


def powers(user: User, tournament: Tournament) -> dict[str, bool]:
    """The powers of `user` in `tournament`: one entry for each of POWERS."""
    return {power: user.has_perm(f"tournaments.{power}", tournament) for power in POWERS}
