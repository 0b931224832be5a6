"""Organizers' teams of accounts: created with an account's first event, joined by invitation or code, left."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.people import is_visible
from core.engine.refused import Refused
from core.services import accounts, journal
from core.services import locks as core_locks
from tournaments.engine.journal_kinds import (
    TeamFounded,
    TeamInvitationMade,
    TeamInvitationWithdrawn,
    TeamMemberAdded,
    TeamMemberInvited,
    TeamMemberNotJoined,
    TeamMemberRemoved,
    TeamNamesGo,
    TeamNamesStay,
    TeamOwnerEnded,
    TeamOwnerNamed,
    TeamRenamed,
)
from tournaments.models import Organizer, OrganizerInvitation, OrganizerMember, User
from tournaments.queries import organizers as rows
from tournaments.services import locks

TOKEN_BYTES = 18
"""144 bits, so that an invitation cannot be guessed."""


@transaction.atomic
def home(by: User | None) -> Organizer:
    """The team that new events of `by` belong to: their own, else the one they joined first, else a new one.

    For the command line (None) it is the team of the installation.
    """
    if by is None:
        return of_installation()
    found = rows.home_of(by)
    if found is None:
        core_locks.account(by)
        found = rows.home_of(by) or _found(by, str(by))
    return found


@transaction.atomic
def found_team(*, by: User, name: str) -> Organizer:
    """Create a team owned by `by`. Refused: TEAM_NAME_MISSING."""
    made = _found(by, _name(name))
    journal.write(None, TeamFounded(name=made.name, team=made.pk), by=by)
    return made


def of_installation() -> Organizer:
    """The team without members, which owns what belongs to no account."""
    made, _new = Organizer.objects.get_or_create(of_installation=True, defaults={"name": "Stadium"})
    return made


def require_member(organizer: Organizer, by: User | None) -> None:
    """Refused: NOT_OF_TEAM, except for its members, administrators and the command line."""
    if not rows.acts_for(by, organizer):
        raise Refused("NOT_OF_TEAM")


@transaction.atomic
def rename(organizer: Organizer, *, by: User | None, name: str) -> Organizer:
    """Rename a team. Refused: TEAM_NAME_MISSING, CHANGED_MEANWHILE."""
    row = locks.organizer(organizer)
    before, row.name = row.name, _name(name)
    if row.name != before:
        row.save(update_fields=["name"])
        journal.write(None, TeamRenamed(name=row.name, other=before, team=row.pk), by=by)
    return row


@transaction.atomic
def choose_names(organizer: Organizer, *, by: User | None, stay: bool) -> Organizer:
    """Set whether names stay in results once the personal data of an event is removed. Refused: CHANGED_MEANWHILE."""
    row = locks.organizer(organizer)
    if row.names_stay != stay:
        row.names_stay = stay
        row.save(update_fields=["names_stay"])
        kind = TeamNamesStay if stay else TeamNamesGo
        journal.write(None, kind(name=row.name, team=row.pk), by=by)
    return row


@transaction.atomic
def add_member(organizer: Organizer, *, by: User | None, login: str) -> OrganizerMember:
    """Invite an account into the team, by username or email address; it is a member once it has `accepted`.

    Refused: ALREADY_IN_TEAM (name), and those of `accounts.user_of`.
    """
    row = locks.organizer(organizer)
    user = accounts.user_of(login.strip())
    _require_outside(row, user)
    # Without consent, the people of an account without a team would become this team's (`home`).
    member = OrganizerMember.objects.create(organizer=row, user=user, accepted=False)
    journal.write(None, TeamMemberInvited(name=str(user), team=row.pk), by=by)
    return member


@transaction.atomic
def accept(member: OrganizerMember) -> OrganizerMember:
    """Accept a team's invitation. Refused: CHANGED_MEANWHILE."""
    row = locks.organizer_member(member)
    if row.accepted:
        return row
    row.accepted = True
    row.save(update_fields=["accepted"])
    journal.write(None, TeamMemberAdded(name=str(row.user), team=row.organizer_id), by=row.user)
    return row


@transaction.atomic
def set_owner(member: OrganizerMember, *, by: User | None, owner: bool) -> OrganizerMember:
    """Grant or revoke ownership, the right to choose the members. Refused: LAST_OWNER, CHANGED_MEANWHILE."""
    row = locks.organizer_member(member)
    if not row.accepted:
        raise Refused("CHANGED_MEANWHILE")
    if row.owner == owner:
        return row
    _require_another_owner(row)
    row.owner = owner
    row.save(update_fields=["owner"])
    kind = TeamOwnerNamed if owner else TeamOwnerEnded
    journal.write(None, kind(name=str(row.user), team=row.organizer_id), by=by)
    return row


@transaction.atomic
def remove_member(member: OrganizerMember, *, by: User | None) -> None:
    """Remove a member or an invited account; also to leave or decline. Roles in events stay.

    Refused: LAST_OWNER, CHANGED_MEANWHILE.
    """
    row = locks.organizer_member(member)
    _require_another_owner(row)
    row.delete()
    kind = TeamMemberRemoved if row.accepted else TeamMemberNotJoined
    journal.write(None, kind(name=str(row.user), team=row.organizer_id), by=by)


@transaction.atomic
def invite(
    organizer: Organizer, *, by: User | None, hours: int, now: datetime | None = None
) -> OrganizerInvitation:
    """Create a code with which one account can join, valid for `hours`."""
    row = locks.organizer(organizer)
    made = OrganizerInvitation.objects.create(
        organizer=row,
        token=secrets.token_urlsafe(TOKEN_BYTES),
        expires_at=(now or timezone.now()) + timedelta(hours=hours),
    )
    journal.write(None, TeamInvitationMade(name=row.name, team=row.pk), by=by)
    return made


@transaction.atomic
def withdraw(invitation: OrganizerInvitation, *, by: User | None) -> None:
    """Delete an invitation. Refused: INVITATION_OVER."""
    row = _held(invitation.token)
    journal.write(None, TeamInvitationWithdrawn(name=row.organizer.name, team=row.organizer_id), by=by)
    row.delete()


@transaction.atomic
def join(token: str, *, user: User, now: datetime | None = None) -> OrganizerMember:
    """Add `user` to the team and use up the invitation. Refused: INVITATION_OVER, ALREADY_IN_TEAM (name)."""
    row = _held(token)
    if row.expires_at <= (now or timezone.now()):
        raise Refused("INVITATION_OVER")
    member = _join(row.organizer, user, by=user)
    row.delete()
    return member


def _found(by: User, name: str) -> Organizer:
    stamps.mark()
    made = Organizer.objects.create(name=name[:120])
    OrganizerMember.objects.create(organizer=made, user=by, owner=True)
    return made


def _join(organizer: Organizer, user: User, *, by: User | None) -> OrganizerMember:
    invited = organizer.members.filter(user=user, accepted=False).first()
    if invited is not None:
        return accept(invited)
    _require_outside(organizer, user)
    member = OrganizerMember.objects.create(organizer=organizer, user=user)
    journal.write(None, TeamMemberAdded(name=str(user), team=organizer.pk), by=by)
    return member


def _require_outside(organizer: Organizer, user: User) -> None:
    if organizer.members.filter(user=user).exists():
        raise Refused("ALREADY_IN_TEAM", name=str(user))


def _held(token: str) -> OrganizerInvitation:
    """The row of a token, with its team locked."""
    found = OrganizerInvitation.objects.select_related("organizer").filter(token=token).first()
    if found is None:
        raise Refused("INVITATION_OVER")
    locks.organizer(found.organizer)
    if not OrganizerInvitation.objects.filter(pk=found.pk).exists():
        raise Refused("INVITATION_OVER")
    return found


def _require_another_owner(member: OrganizerMember) -> None:
    others = member.organizer.members.filter(owner=True, accepted=True).exclude(pk=member.pk)
    if member.owner and member.accepted and not others.exists():
        raise Refused("LAST_OWNER")


def _name(name: str) -> str:
    if not is_visible(name):
        raise Refused("TEAM_NAME_MISSING")
    return name.strip()[:120]
