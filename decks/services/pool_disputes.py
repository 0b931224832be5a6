"""Claim disputed pool counts as a judge; both players see who has claimed a dispute (R-051)."""

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
def claim_pool_dispute(version: PoolVersion, *, by: User, now: datetime | None = None) -> PoolVersion:
    """Claim a dispute for a judge, who recounts the pool with both players.

    Refused: DRAFT_NOT_FOUND, POOL_DISPUTE_OVER, POOL_IS_TAKEN (by).
    """
    draft = locks.lock_division_of_draft(version.pool.draft)
    dispute = _open_disputes().filter(pk=version.pk).select_related("pool__opened_by", "claimed_by").first()
    if dispute is None:
        raise Refused(DeckRefusal.POOL_DISPUTE_OVER)
    if dispute.claimed_at is not None and dispute.claimed_by_id != by.pk:
        raise Refused(DeckRefusal.POOL_IS_TAKEN, by=str(dispute.claimed_by or "–"))
    if dispute.claimed_at is None:
        dispute.claimed_at, dispute.claimed_by = now or timezone.now(), by
        dispute.save(update_fields=["claimed_at", "claimed_by"])
        journal.write_journal_line(
            draft.division.tournament,
            PoolDiscrepancyClaimed(
                number=draft.number,
                draft=draft.pk,
                pool=dispute.pool_id,
                version=dispute.number,
                entry=dispute.pool.opened_by_id,
                name=str(dispute.pool.opened_by),
            ),
            by=by,
            division=draft.division,
            at=dispute.claimed_at,
        )
    return dispute


def _open_disputes() -> QuerySet[PoolVersion]:
    """Return the effective pool versions with an unsettled discrepancy."""
    return PoolVersion.objects.filter(pool__counts=F("pk"), verified_at=None).exclude(discrepancy="")


def _undo_pool_dispute_claim(line: JournalEvent) -> None:
    """Release a claimed dispute. Refused: UNDO_OVERTAKEN once it is settled or the pool is counted again."""
    disputes = _open_disputes().filter(pool=line.facts["pool"], number=line.facts["version"])
    if not disputes.filter(claimed_at__isnull=False).update(claimed_at=None, claimed_by=None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


add_undo(_undo_pool_dispute_claim, PoolDiscrepancyClaimed)
