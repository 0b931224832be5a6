"""The journal's only pen."""

from datetime import datetime

from django.db import connection
from django.utils import timezone

from tournaments.models import Division, JournalEvent, Tournament, User


def write(
    tournament: Tournament,
    kind: str,
    *,
    by: User | None,
    division: Division | None = None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
    **facts: object,
) -> JournalEvent:
    """Append one event inside the transaction of the change it tells of. `by` None: the command line."""
    if not connection.in_atomic_block:
        raise RuntimeError("A journal event belongs into the transaction of its change.")
    return JournalEvent.objects.create(
        tournament=tournament,
        division=division,
        kind=kind,
        by=by,
        by_name=str(by) if by else "",
        at=at or timezone.now(),
        undoes=undoes,
        facts=facts,
    )
