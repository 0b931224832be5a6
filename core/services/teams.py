"""Teams of accounts: created with an account's first use, joined by invitation or code, left."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.journal_kinds import (
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
from core.engine.people import is_visible
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import Team, TeamInvitation, TeamMember
from core.queries import teams as rows
from core.services import accounts, journal, locks
from core.services.same_click import stored_by_same_click

TOKEN_BYTES = 18
"""144 bits, so that an invitation cannot be guessed."""


@transaction.atomic
def home(by: AbstractUser | None) -> Team:
    """The team that what `by` creates belongs to: their own, else the one they joined first, else a new one.

    For the command line (None) it is the team of the installation.
    """
    if by is None:
        return of_installation()
    team = rows.home_of(by)
    if team is None:
        locks.account(by)
        team = rows.home_of(by) or _found(by, str(by))
    return team


@transaction.atomic
def found_team(*, by: AbstractUser, name: str) -> Team:
    """Create a team owned by `by`. A double click creates one. Refused: TEAM_NAME_MISSING."""
    name, now = _name(name), timezone.now()
    locks.account(by)
    twice = Team.objects.filter(name=name, members__user=by.pk, members__owner=True)
    if (there := stored_by_same_click(twice, at="created_at", now=now)) is not None:
        return there
    made = _found(by, name)
    journal.write(None, TeamFounded(name=made.name, team=made.pk), by=by)
    return made


def of_installation() -> Team:
    """The team without members, which owns what belongs to no account."""
    made, _new = Team.objects.get_or_create(of_installation=True, defaults={"name": "Stadium"})
    return made


def require_member(team: Team, by: AbstractUser | None) -> None:
    """Refused: NOT_OF_TEAM, except for its members, administrators and the command line."""
    if not rows.acts_for(by, team):
        raise Refused(CoreRefusal.NOT_OF_TEAM)


@transaction.atomic
def rename(team: Team, *, by: AbstractUser | None, name: str) -> Team:
    """Rename a team. Refused: TEAM_NAME_MISSING, CHANGED_MEANWHILE."""
    row = locks.team(team)
    before, row.name = row.name, _name(name)
    if row.name != before:
        row.save(update_fields=["name"])
        journal.write(None, TeamRenamed(name=row.name, other=before, team=row.pk), by=by)
    return row


@transaction.atomic
def choose_names(team: Team, *, by: AbstractUser | None, stay: bool) -> Team:
    """Set whether names stay in results once the personal data of an event is removed. Refused: CHANGED_MEANWHILE."""
    row = locks.team(team)
    if row.names_stay != stay:
        row.names_stay = stay
        row.save(update_fields=["names_stay"])
        kind = TeamNamesStay if stay else TeamNamesGo
        journal.write(None, kind(name=row.name, team=row.pk), by=by)
    return row


@transaction.atomic
def add_member(team: Team, *, by: AbstractUser | None, login: str) -> TeamMember:
    """Invite an account into the team, by username or email address; it is a member once it has `accepted`.

    Refused: ALREADY_IN_TEAM (name), and those of `accounts.user_of`.
    """
    row = locks.team(team)
    user = accounts.user_of(login.strip())
    _require_outside(row, user)
    # Without consent, the people of an account without a team would become this team's (`home`).
    member = TeamMember.objects.create(team=row, user=user, accepted=False)
    journal.write(None, TeamMemberInvited(name=str(user), team=row.pk), by=by)
    return member


@transaction.atomic
def accept(member: TeamMember) -> TeamMember:
    """Accept a team's invitation. Refused: CHANGED_MEANWHILE."""
    row = locks.team_member(member)
    if row.accepted:
        return row
    row.accepted = True
    row.save(update_fields=["accepted"])
    journal.write(None, TeamMemberAdded(name=str(row.user), team=row.team_id), by=row.user)
    return row


@transaction.atomic
def set_owner(member: TeamMember, *, by: AbstractUser | None, owner: bool) -> TeamMember:
    """Grant or revoke ownership, the right to choose the members. Refused: LAST_OWNER, CHANGED_MEANWHILE."""
    row = locks.team_member(member)
    if not row.accepted:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if row.owner == owner:
        return row
    _require_another_owner(row)
    row.owner = owner
    row.save(update_fields=["owner"])
    kind = TeamOwnerNamed if owner else TeamOwnerEnded
    journal.write(None, kind(name=str(row.user), team=row.team_id), by=by)
    return row


@transaction.atomic
def remove_member(member: TeamMember, *, by: AbstractUser | None) -> None:
    """Remove a member or an invited account; also to leave or decline. Roles in events stay.

    Refused: LAST_OWNER, CHANGED_MEANWHILE.
    """
    row = locks.team_member(member)
    _require_another_owner(row)
    row.delete()
    kind = TeamMemberRemoved if row.accepted else TeamMemberNotJoined
    journal.write(None, kind(name=str(row.user), team=row.team_id), by=by)


@transaction.atomic
def invite(team: Team, *, by: AbstractUser | None, hours: int, now: datetime | None = None) -> TeamInvitation:
    """Create a code with which one account can join, valid for `hours`."""
    row = locks.team(team)
    made = TeamInvitation.objects.create(
        team=row,
        token=secrets.token_urlsafe(TOKEN_BYTES),
        expires_at=(now or timezone.now()) + timedelta(hours=hours),
    )
    journal.write(None, TeamInvitationMade(name=row.name, team=row.pk), by=by)
    return made


@transaction.atomic
def withdraw(invitation: TeamInvitation, *, by: AbstractUser | None) -> None:
    """Delete an invitation. Refused: INVITATION_OVER."""
    row = _held(invitation.token)
    journal.write(None, TeamInvitationWithdrawn(name=row.team.name, team=row.team_id), by=by)
    row.delete()


@transaction.atomic
def join(token: str, *, user: AbstractUser, now: datetime | None = None) -> TeamMember:
    """Add `user` to the team and use up the invitation. Refused: INVITATION_OVER, ALREADY_IN_TEAM (name)."""
    row = _held(token)
    if row.expires_at <= (now or timezone.now()):
        raise Refused(CoreRefusal.INVITATION_OVER)
    member = _join(row.team, user, by=user)
    row.delete()
    return member


def _found(by: AbstractUser, name: str) -> Team:
    stamps.mark()
    made = Team.objects.create(name=name[:120])
    TeamMember.objects.create(team=made, user_id=by.pk, owner=True)
    return made


def _join(team: Team, user: AbstractUser, *, by: AbstractUser | None) -> TeamMember:
    invited = team.members.filter(user=user.pk, accepted=False).first()
    if invited is not None:
        return accept(invited)
    _require_outside(team, user)
    member = TeamMember.objects.create(team=team, user_id=user.pk)
    journal.write(None, TeamMemberAdded(name=str(user), team=team.pk), by=by)
    return member


def _require_outside(team: Team, user: AbstractUser) -> None:
    if team.members.filter(user=user.pk).exists():
        raise Refused(CoreRefusal.ALREADY_IN_TEAM, name=str(user))


def _held(token: str) -> TeamInvitation:
    """The row of a token, with its team locked."""
    found = TeamInvitation.objects.select_related("team").filter(token=token).first()
    if found is None:
        raise Refused(CoreRefusal.INVITATION_OVER)
    locks.team(found.team)
    if not TeamInvitation.objects.filter(pk=found.pk).exists():
        raise Refused(CoreRefusal.INVITATION_OVER)
    return found


def _require_another_owner(member: TeamMember) -> None:
    others = member.team.members.filter(owner=True, accepted=True).exclude(pk=member.pk)
    if member.owner and member.accepted and not others.exists():
        raise Refused(CoreRefusal.LAST_OWNER)


def _name(name: str) -> str:
    if not is_visible(name):
        raise Refused(CoreRefusal.TEAM_NAME_MISSING)
    return name.strip()[:120]
