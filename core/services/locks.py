"""What every lock asks first, and the locks of jobs."""

from typing import TypeVar

from django.db import connection
from django.db.models import QuerySet

from core.engine.refused import Refused
from core.models import Job

Row = TypeVar("Row")


def waiting_jobs(rows: QuerySet[Job]) -> list[Job]:
    """Those of these jobs that nobody else is sending."""
    return list(rows.select_for_update(skip_locked=True))


def require_transaction() -> None:
    """RuntimeError outside a transaction: a lock would end at once."""
    if not connection.in_atomic_block:
        raise RuntimeError("A lock is held by a transaction.")


def require_there(row: Row | None) -> Row:
    """The row that was locked. Refused: CHANGED_MEANWHILE where it is gone."""
    if row is None:
        raise Refused("CHANGED_MEANWHILE")
    return row
