"""Two players told different results: a judge decides."""

from datetime import datetime

from django.db import transaction

from pairings.engine.reports import ReportedResult, agree
from pairings.models import Dispute, Match, Report
from pairings.queries.reports import result_reports
from pairings.services import locks
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tournaments.engine.refused import Refused
from tournaments.models import User


@transaction.atomic
def decide(
    match: Match, result: MatchResult, *, by: User | None, why: str = "", now: datetime | None = None
) -> Match:
    """Set the result of a match in dispute. `why` is asked where neither player told this result.

    Refused: DISPUTE_NOT_FOUND, DECISION_WHY_MISSING, and those of `results.enter`.
    """
    match = locks.match(match)
    results.require_posted(match)
    if not Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused("DISPUTE_NOT_FOUND", table=match.table)
    results.require_possible(match, result)
    words = result_reports.of_match(match).values()
    decided = ReportedResult(result.outcome)
    if not why.strip() and not any(agree(result_reports.reported_by(row), decided) for row in words):
        raise Refused("DECISION_WHY_MISSING")
    source = Report.Source.JUDGE
    return results.record(
        match, result, kind="ResultDecided", by=by, source=source, note=why.strip()[:200], now=now
    )
