"""Teams of accounts: created when an account first needs one, joined by invitation or code, and left."""

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
from core.engine.person_names import has_visible_character
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import Team, TeamInvitation, TeamMember
from core.queries import teams as rows
from core.services import accounts, journal, locks
from core.services.double_clicks import stored_by_same_click

TOKEN_BYTES = 18
"""144 bits, so that an invitation cannot be guessed."""


@transaction.atomic
def team_for_creator(by: AbstractUser | None) -> Team:
    """Return the team that owns everything `by` creates.

    This is the team that `by` owns, else the team that `by` joined first, else a new team.

    For the command line (None) it is the team of the installation.
    """
    if by is None:
        return installation_team()
    team = rows.default_team(by)
    if team is None:
        locks.lock_account(by)
        team = rows.default_team(by) or _create_team(by, str(by))
    return team


@transaction.atomic
def create_team(*, by: AbstractUser, name: str) -> Team:
    """Create a team owned by `by`. A double click creates only one. Refused: TEAM_NAME_MISSING."""
    name, now = _valid_team_name(name), timezone.now()
    locks.lock_account(by)
    same_teams = Team.objects.filter(name=name, members__user=by.pk, members__owner=True)
    if (earlier := stored_by_same_click(same_teams, time_field="created_at", now=now)) is not None:
        return earlier
    team = _create_team(by, name)
    journal.write_journal_line(None, TeamFounded(name=team.name, team=team.pk), by=by)
    return team


def installation_team() -> Team:
    """Return the team without members that owns everything that belongs to no account."""
    team, _new = Team.objects.get_or_create(of_installation=True, defaults={"name": "Stadium"})
    return team


def require_member(team: Team, by: AbstractUser | None) -> None:
    """Check that `by` is a member of the team, an administrator or the command line.

    Refused: NOT_OF_TEAM.
    """
    if not rows.may_act_for(by, team):
        raise Refused(CoreRefusal.NOT_OF_TEAM)


@transaction.atomic
def rename_team(team: Team, *, by: AbstractUser | None, name: str) -> Team:
    """Rename a team. Refused: TEAM_NAME_MISSING, CHANGED_MEANWHILE."""
    locked = locks.lock_team(team)
    old_name, locked.name = locked.name, _valid_team_name(name)
    if locked.name != old_name:
        locked.save(update_fields=["name"])
        journal.write_journal_line(None, TeamRenamed(name=locked.name, other=old_name, team=locked.pk), by=by)
    return locked


@transaction.atomic
def set_names_stay(team: Team, *, by: AbstractUser | None, stay: bool) -> Team:
    """Set whether names stay in results when the personal data of an event is removed. Refused: CHANGED_MEANWHILE."""
    locked = locks.lock_team(team)
    if locked.names_stay != stay:
        locked.names_stay = stay
        locked.save(update_fields=["names_stay"])
        kind = TeamNamesStay if stay else TeamNamesGo
        journal.write_journal_line(None, kind(name=locked.name, team=locked.pk), by=by)
    return locked


@transaction.atomic
def invite_member(team: Team, *, by: AbstractUser | None, login: str) -> TeamMember:
    """Invite an account, by username or email address. It becomes a member when it accepts.

    Refused: ALREADY_IN_TEAM (name), CHANGED_MEANWHILE, and whatever `accounts.find_user` refuses.
    """
    locked = locks.lock_team(team)
    user = accounts.find_user(login.strip())
    _require_not_in_team(locked, user)
    # Not yet accepted, since a team owns what its members create (`team_for_creator`).
    member = TeamMember.objects.create(team=locked, user=user, accepted=False)
    journal.write_journal_line(None, TeamMemberInvited(name=str(user), team=locked.pk), by=by)
    return member


@transaction.atomic
def accept_team_invitation(member: TeamMember) -> TeamMember:
    """Accept a team's invitation. Does nothing if it is already accepted. Refused: CHANGED_MEANWHILE."""
    locked = locks.lock_team_member(member)
    if locked.accepted:
        return locked
    locked.accepted = True
    locked.save(update_fields=["accepted"])
    journal.write_journal_line(
        None, TeamMemberAdded(name=str(locked.user), team=locked.team_id), by=locked.user
    )
    return locked


@transaction.atomic
def set_owner(member: TeamMember, *, by: AbstractUser | None, owner: bool) -> TeamMember:
    """Grant or revoke ownership, which is the right to choose the members.

    Refused: LAST_OWNER, CHANGED_MEANWHILE (also if the account has not accepted the invitation).
    """
    locked = locks.lock_team_member(member)
    if not locked.accepted:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if locked.owner == owner:
        return locked
    _require_another_owner(locked)
    locked.owner = owner
    locked.save(update_fields=["owner"])
    kind = TeamOwnerNamed if owner else TeamOwnerEnded
    journal.write_journal_line(None, kind(name=str(locked.user), team=locked.team_id), by=by)
    return locked


@transaction.atomic
def remove_member(member: TeamMember, *, by: AbstractUser | None) -> None:
    """Remove a member or an invited account from a team. Its roles in events stay.

    Also used when the account leaves the team or declines the invitation. Refused: LAST_OWNER, CHANGED_MEANWHILE.
    """
    locked = locks.lock_team_member(member)
    _require_another_owner(locked)
    locked.delete()
    kind = TeamMemberRemoved if locked.accepted else TeamMemberNotJoined
    journal.write_journal_line(None, kind(name=str(locked.user), team=locked.team_id), by=by)


@transaction.atomic
def create_team_invitation(
    team: Team, *, by: AbstractUser | None, hours: int, now: datetime | None = None
) -> TeamInvitation:
    """Create a code that lets one account join within `hours`. Refused: CHANGED_MEANWHILE."""
    locked = locks.lock_team(team)
    invitation = TeamInvitation.objects.create(
        team=locked,
        token=secrets.token_urlsafe(TOKEN_BYTES),
        expires_at=(now or timezone.now()) + timedelta(hours=hours),
    )
    journal.write_journal_line(None, TeamInvitationMade(name=locked.name, team=locked.pk), by=by)
    return invitation


@transaction.atomic
def withdraw_team_invitation(invitation: TeamInvitation, *, by: AbstractUser | None) -> None:
    """Delete an invitation. Refused: INVITATION_OVER, CHANGED_MEANWHILE."""
    locked = _lock_team_invitation(invitation.token)
    journal.write_journal_line(
        None, TeamInvitationWithdrawn(name=locked.team.name, team=locked.team_id), by=by
    )
    locked.delete()


@transaction.atomic
def join_team(token: str, *, user: AbstractUser, now: datetime | None = None) -> TeamMember:
    """Add `user` to the team of an invitation, which is then deleted.

    An unanswered invitation of the account itself is accepted. Refused: INVITATION_OVER, ALREADY_IN_TEAM (name),
    CHANGED_MEANWHILE.
    """
    invitation = _lock_team_invitation(token)
    if invitation.expires_at <= (now or timezone.now()):
        raise Refused(CoreRefusal.INVITATION_OVER)
    pending = invitation.team.members.filter(user=user.pk, accepted=False).first()
    if pending is not None:
        member = accept_team_invitation(pending)
    else:
        _require_not_in_team(invitation.team, user)
        member = TeamMember.objects.create(team=invitation.team, user_id=user.pk)
        journal.write_journal_line(None, TeamMemberAdded(name=str(user), team=invitation.team_id), by=user)
    invitation.delete()
    return member


def _create_team(by: AbstractUser, name: str) -> Team:
    stamps.mark_scopes_changed()
    team = Team.objects.create(name=name[:120])
    TeamMember.objects.create(team=team, user_id=by.pk, owner=True)
    return team


def _require_not_in_team(team: Team, user: AbstractUser) -> None:
    """Check that an account is neither a member of the team nor invited to it.

    Refused: ALREADY_IN_TEAM (name).
    """
    if team.members.filter(user=user.pk).exists():
        raise Refused(CoreRefusal.ALREADY_IN_TEAM, name=str(user))


def _lock_team_invitation(token: str) -> TeamInvitation:
    """Lock the team of an invitation and return the invitation.

    Refused: INVITATION_OVER, CHANGED_MEANWHILE.
    """
    invitation = TeamInvitation.objects.select_related("team").filter(token=token).first()
    if invitation is None:
        raise Refused(CoreRefusal.INVITATION_OVER)
    locks.lock_team(invitation.team)
    if not TeamInvitation.objects.filter(pk=invitation.pk).exists():
        raise Refused(CoreRefusal.INVITATION_OVER)
    return invitation


def _require_another_owner(member: TeamMember) -> None:
    """Check that the team would still have an owner without this member.

    Refused: LAST_OWNER.
    """
    other_owners = member.team.members.filter(owner=True, accepted=True).exclude(pk=member.pk)
    if member.owner and member.accepted and not other_owners.exists():
        raise Refused(CoreRefusal.LAST_OWNER)


def _valid_team_name(name: str) -> str:
    """Return the name of a team as it is stored. Refused: TEAM_NAME_MISSING if it has no visible character."""
    if not has_visible_character(name):
        raise Refused(CoreRefusal.TEAM_NAME_MISSING)
    return name.strip()[:120]
