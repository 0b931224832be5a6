"""Disputes: two players reported different results; a judge claims the dispute and decides it."""

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
from pairings.engine.reports import ReportedResult, reports_agree
from pairings.models import Dispute, Match, Report
from pairings.queries.reports import result_reports
from pairings.services import locks
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds.undo_checks import is_pairing_replaced
from tournaments.models import User


@transaction.atomic
def claim_result_dispute(dispute: Dispute, *, by: User, now: datetime | None = None) -> Dispute:
    """Claim a dispute ("I'm going"). Both players and the other judges see this.

    A judge's second claim of the same dispute changes nothing. Refused: DISPUTE_NOT_FOUND,
    DISPUTE_IS_TAKEN (by).
    """
    match = locks.lock_match(dispute.match)
    open_disputes = Dispute.objects.filter(pk=dispute.pk, settled_at__isnull=True).select_related(
        "claimed_by"
    )
    open_dispute = open_disputes.first()
    if open_dispute is None:
        raise Refused(PairingRefusal.DISPUTE_NOT_FOUND, table=match.table)
    if open_dispute.claimed_at is not None and open_dispute.claimed_by_id != by.pk:
        raise Refused(PairingRefusal.DISPUTE_IS_TAKEN, by=str(open_dispute.claimed_by or "–"))
    if open_dispute.claimed_at is None:
        open_dispute.claimed_at, open_dispute.claimed_by = now or timezone.now(), by
        open_dispute.save(update_fields=["claimed_at", "claimed_by"])
        journal.write_journal_line(
            match.round.division.tournament,
            DisputeClaimed(
                dispute=open_dispute.pk, match=match.pk, round=match.round.number, table=match.table
            ),
            by=by,
            division=match.round.division,
            at=open_dispute.claimed_at,
        )
    return open_dispute


@transaction.atomic
def decide_dispute(
    match: Match, result: MatchResult, *, by: User | None, why: str = "", now: datetime | None = None
) -> Match:
    """Decide the result of a disputed match. `why` is required for a result that neither player reported.

    Refused: DISPUTE_NOT_FOUND, DECISION_WHY_MISSING, and whatever `results.require_match_in_play` and
    `results.require_possible_result` refuse.
    """
    match = locks.lock_match(match)
    results.require_match_in_play(match)
    if not Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused(PairingRefusal.DISPUTE_NOT_FOUND, table=match.table)
    results.require_possible_result(match, result)
    reports = result_reports.reports_of_match(match).values()
    decision = ReportedResult(result.outcome)
    if not why.strip() and not any(
        reports_agree(result_reports.reported_result(report), decision) for report in reports
    ):
        raise Refused(PairingRefusal.DECISION_WHY_MISSING)
    source = Report.Source.JUDGE
    return results.record_result(
        match, result, kind=ResultDecided, by=by, source=source, note=why.strip()[:200], now=now
    )


def _undo_result_dispute_claim(line: JournalEvent) -> None:
    """Undo DisputeClaimed. Refused: UNDO_OVERTAKEN if the dispute has been decided."""
    claimed_disputes = Dispute.objects.filter(
        pk=line.facts["dispute"], settled_at=None, claimed_at__isnull=False
    )
    if not claimed_disputes.update(claimed_at=None, claimed_by=None):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


add_undo(_undo_result_dispute_claim, DisputeClaimed, is_past=is_pairing_replaced)
