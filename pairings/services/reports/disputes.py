"""Disputes: the players reported different results; a judge claims the dispute, goes to the table and decides."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import DisputeClaimed, ResultDecided
from pairings.engine.refusals import PairingRefusal
from pairings.engine.reports import ReportedResult, agree
from pairings.models import Dispute, Match, Report
from pairings.queries.reports import result_reports
from pairings.services import locks
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds.past_steps import unpaired
from tournaments.models import User


@transaction.atomic
def claim(dispute: Dispute, *, by: User, now: datetime | None = None) -> Dispute:
    """Claim a dispute ("I'm going"): both players see it, and other judges need not go.

    Refused: DISPUTE_NOT_FOUND, DISPUTE_IS_TAKEN (by).
    """
    match = locks.match(dispute.match)
    rows = Dispute.objects.filter(pk=dispute.pk, settled_at__isnull=True).select_related("claimed_by")
    fresh = rows.first()
    if fresh is None:
        raise Refused(PairingRefusal.DISPUTE_NOT_FOUND, table=match.table)
    if fresh.claimed_at is not None and fresh.claimed_by_id != by.pk:
        raise Refused(PairingRefusal.DISPUTE_IS_TAKEN, by=str(fresh.claimed_by or "–"))
    if fresh.claimed_at is None:
        fresh.claimed_at, fresh.claimed_by = now or timezone.now(), by
        fresh.save(update_fields=["claimed_at", "claimed_by"])
        journal.write(
            match.round.division.tournament,
            DisputeClaimed(dispute=fresh.pk, match=match.pk, round=match.round.number, table=match.table),
            by=by,
            division=match.round.division,
            at=fresh.claimed_at,
        )
    return fresh


@transaction.atomic
def decide(
    match: Match, result: MatchResult, *, by: User | None, why: str = "", now: datetime | None = None
) -> Match:
    """Set the result of a disputed match. `why` is required for a result neither player reported.

    Refused: DISPUTE_NOT_FOUND, DECISION_WHY_MISSING, and as `results.enter`.
    """
    match = locks.match(match)
    results.require_posted(match)
    if not Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused(PairingRefusal.DISPUTE_NOT_FOUND, table=match.table)
    results.require_possible(match, result)
    words = result_reports.of_match(match).values()
    decided = ReportedResult(result.outcome)
    if not why.strip() and not any(agree(result_reports.reported_by(row), decided) for row in words):
        raise Refused(PairingRefusal.DECISION_WHY_MISSING)
    source = Report.Source.JUDGE
    return results.record(
        match, result, kind=ResultDecided, by=by, source=source, note=why.strip()[:200], now=now
    )


def _undo_claim(line: JournalEvent) -> None:
    """Undo DisputeClaimed. Refused: UNDO_OVERTAKEN once the dispute is decided."""
    rows = Dispute.objects.filter(pk=line.facts["dispute"], settled_at=None, claimed_at__isnull=False)
    if not rows.update(claimed_at=None, claimed_by=None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


add_undo(_undo_claim, DisputeClaimed, is_past=unpaired)
