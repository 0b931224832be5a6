"""Disputed pool counts: a judge claims the dispute, and both players see it (R-051)."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.journal_kinds import PoolDiscrepancyClaimed
from decks.engine.refusals import DeckRefusal
from decks.models import PoolVersion
from decks.services import locks
from tournaments.models import User


@transaction.atomic
def claim(version: PoolVersion, *, by: User, now: datetime | None = None) -> PoolVersion:
    """Claim a dispute, to count with both players. Refused: DRAFT_NOT_FOUND, POOL_DISPUTE_OVER, POOL_IS_TAKEN (by)."""
    draft = locks.draft_in_division(version.pool.draft)
    row = _open().filter(pk=version.pk).select_related("pool__opened_by", "claimed_by").first()
    if row is None:
        raise Refused(DeckRefusal.POOL_DISPUTE_OVER)
    if row.claimed_at is not None and row.claimed_by_id != by.pk:
        raise Refused(DeckRefusal.POOL_IS_TAKEN, by=str(row.claimed_by or "–"))
    if row.claimed_at is None:
        row.claimed_at, row.claimed_by = now or timezone.now(), by
        row.save(update_fields=["claimed_at", "claimed_by"])
        journal.write(
            draft.division.tournament,
            PoolDiscrepancyClaimed(
                number=draft.number,
                draft=draft.pk,
                pool=row.pool_id,
                version=row.number,
                entry=row.pool.opened_by_id,
                name=str(row.pool.opened_by),
            ),
            by=by,
            division=draft.division,
            at=row.claimed_at,
        )
    return row


def _open() -> QuerySet[PoolVersion]:
    """Counted versions with a different count by the neighbor, not yet settled."""
    return PoolVersion.objects.filter(pool__counts=F("pk"), verified_at=None).exclude(discrepancy="")


def _undo_claim(line: JournalEvent) -> None:
    """Release a claim. Refused: UNDO_OVERTAKEN once it is settled or counted again."""
    rows = _open().filter(pool=line.facts["pool"], number=line.facts["version"], claimed_at__isnull=False)
    if not rows.update(claimed_at=None, claimed_by=None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


add_undo(_undo_claim, PoolDiscrepancyClaimed)
