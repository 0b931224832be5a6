"""The row locks of the core models, and checks that all locks share."""

from typing import TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.db.models import QuerySet

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import Job, PublicAddress, Team, TeamMember
from core.models.journal import Home

Row = TypeVar("Row")
Account = TypeVar("Account", bound=AbstractBaseUser)

SEALS = 8
"""The class of the advisory locks on chains of seals."""


def lock_waiting_jobs(rows: QuerySet[Job]) -> list[Job]:
    """Lock and return the waiting jobs that no other process is sending."""
    return list(rows.select_for_update(skip_locked=True))


def require_transaction() -> None:
    """Raise RuntimeError outside a transaction, where a lock would be released immediately."""
    if not connection.in_atomic_block:
        raise RuntimeError("A lock is held by a transaction.")


def require_row_exists(row: Row | None) -> Row:
    """Return the locked row. Refused: CHANGED_MEANWHILE if it no longer exists."""
    if row is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    return row


def lock_seals(home: Home) -> None:
    """Lock the chain of seals of a journal. Lock its home and parts first.

    Parts that are closed at the same time are sealed one after another. The lock is advisory, since each closing
    step locks only its part.
    """
    require_transaction()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SEALS, home.pk])


def lock_public_address() -> PublicAddress | None:
    """Lock the address that phones open. Return None if there is none."""
    return PublicAddress.objects.select_for_update().first()


def lock_account(row: Account) -> Account:
    """Lock an account to change fields that do not concern any other row."""
    return row.__class__._default_manager.select_for_update(of=("self",), no_key=True).get(pk=row.pk)


def lock_team(row: Team) -> Team:
    """Lock a team to change its name or members; rows that only refer to the team are not blocked.

    Refused: CHANGED_MEANWHILE.
    """
    require_transaction()
    stamps.mark_scopes_changed()  # no cached page shows a team
    return require_row_exists(Team.objects.select_for_update(no_key=True).filter(pk=row.pk).first())


def lock_team_member(row: TeamMember) -> TeamMember:
    """Lock a team member through the team. Refused: CHANGED_MEANWHILE."""
    lock_team(row.team)
    return require_row_exists(TeamMember.objects.select_related("user", "team").filter(pk=row.pk).first())
